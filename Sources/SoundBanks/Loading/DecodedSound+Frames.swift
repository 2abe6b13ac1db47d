extension SoundDecoder {
    /// What a source decodes to, checked: at least one frame of at least one channel.
    func sound(
        _ source: Source, frameLimit: Int, path: String, sample: String
    ) throws(SoundBankError) -> DecodedSound {
        let sound: DecodedSound
        do throws(SoundDecodingError) {
            sound = try decode(source, frameLimit)
        } catch {
            throw .undecodable(path, sample: sample, reason: error.reason)
        }
        guard sound.frameCount > 0 else {
            throw .undecodable(path, sample: sample, reason: "it has no frames")
        }
        guard sound.frameCount <= frameLimit else {
            throw .undecodable(path, sample: sample, reason: "it has more than \(frameLimit) frames")
        }
        guard (100.0...1_000_000).contains(sound.rateHz) else {
            throw .undecodable(path, sample: sample, reason: "its rate is \(sound.rateHz) Hz")
        }
        return sound
    }
}

extension DecodedSound {
    /// All channels, each by itself.
    func frames(_ budget: inout MemoryBudget) throws(SoundBankError) -> [SampleFrames] {
        var channels: [SampleFrames] = []
        for channel in 0..<channelCount {
            channels.append(try frames(ofChannel: channel, rateHz: rateHz, &budget))
        }
        return channels
    }

    /// One channel by itself; a sample that is no number becomes 0.
    func frames(
        ofChannel channel: Int, rateHz: Double, _ budget: inout MemoryBudget
    ) throws(SoundBankError) -> SampleFrames {
        switch samples {
        case .int16(let values):
            let frames = try budget.frames(frameCount, rateHz: rateHz, .int16)
            for frame in 0..<frameCount {
                frames.writableInt16[frame] = values[frame * channelCount + channel]
            }
            return frames
        case .float32(let values):
            let frames = try budget.frames(frameCount, rateHz: rateHz, .float32)
            for frame in 0..<frameCount {
                let value = values[frame * channelCount + channel]
                frames.writableFloat32[frame] = value.isFinite ? value : 0
            }
            return frames
        }
    }
}
