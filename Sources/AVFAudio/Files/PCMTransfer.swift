import AVFMedia

// From a decoder into a buffer and from a buffer into an encoder, in the buffer's own kind of sample.

extension AudioFileReader {
    /// Reads into the start of a buffer and returns the frames read.
    func read(into buffer: AVAudioPCMBuffer, frameCount: Int) throws(MediaError) -> Int {
        if let channels = buffer.planarFloatChannels {
            return try read(into: channels, frameCount: frameCount)
        }
        return switch buffer.format.commonFormat {
        case .pcmFormatFloat32: try read(Float.self, into: buffer, frameCount: frameCount)
        case .pcmFormatFloat64: try read(Double.self, into: buffer, frameCount: frameCount)
        case .pcmFormatInt16: try read(Int16.self, into: buffer, frameCount: frameCount)
        case .pcmFormatInt32: try read(Int32.self, into: buffer, frameCount: frameCount)
        case .otherFormat: 0
        }
    }

    private func read<Sample: FileSample>(
        _ type: Sample.Type, into buffer: AVAudioPCMBuffer, frameCount: Int
    ) throws(MediaError) -> Int {
        let channels = buffer.storage.channels(of: type)
        let channelCount = format.channelCount
        if buffer.stride == channelCount {
            return try Sample.read(self, into: channels[0], frameCount: frameCount)
        }
        let chunk = UnsafeMutablePointer<Sample>.allocate(capacity: channelCount * chunkFrameCount)
        defer { chunk.deallocate() }
        var done = 0
        while done < frameCount {
            let wanted = min(chunkFrameCount, frameCount - done)
            let got = try Sample.read(self, into: chunk, frameCount: wanted)
            for channel in 0..<channelCount {
                for frame in 0..<got {
                    channels[channel][done + frame] = chunk[frame * channelCount + channel]
                }
            }
            done += got
            if got < wanted { break }
        }
        return done
    }
}

extension AudioFileWriter {
    /// Writes the frames in use of a buffer.
    func write(from buffer: AVAudioPCMBuffer) throws(MediaError) {
        if let channels = buffer.planarFloatChannels {
            // A pointer for reading has the bits of one for writing.
            let sources = UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafePointer<Float>.self)
            return try write(sources, frameCount: Int(buffer.frameLength))
        }
        switch buffer.format.commonFormat {
        case .pcmFormatFloat32: try write(Float.self, from: buffer)
        case .pcmFormatFloat64: try write(Double.self, from: buffer)
        case .pcmFormatInt16: try write(Int16.self, from: buffer)
        case .pcmFormatInt32: try write(Int32.self, from: buffer)
        case .otherFormat: break
        }
    }

    private func write<Sample: FileSample>(
        _ type: Sample.Type, from buffer: AVAudioPCMBuffer
    ) throws(MediaError) {
        let channels = buffer.storage.channels(of: type)
        let channelCount = format.channelCount
        let frameCount = Int(buffer.frameLength)
        if buffer.stride == channelCount {
            return try Sample.write(self, from: channels[0], frameCount: frameCount)
        }
        let chunk = UnsafeMutablePointer<Sample>.allocate(capacity: channelCount * chunkFrameCount)
        defer { chunk.deallocate() }
        var done = 0
        while done < frameCount {
            let count = min(chunkFrameCount, frameCount - done)
            for channel in 0..<channelCount {
                for frame in 0..<count {
                    chunk[frame * channelCount + channel] = channels[channel][done + frame]
                }
            }
            try Sample.write(self, from: chunk, frameCount: count)
            done += count
        }
    }
}

private let chunkFrameCount = 1_024
