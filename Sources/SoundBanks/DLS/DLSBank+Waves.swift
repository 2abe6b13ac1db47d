/// Waves of a DLS file: small WAVE files in a list.
extension DLSBank {
    /// Frames that a compressed wave may have.
    private static let compressedFrameLimit = 1 << 25
    /// Chunks of one wave that are looked at.
    private static let waveChunkLimit = 256

    /// What a wave's list has in it.
    struct Wave {
        var name = ""
        var format = Bytes.none
        var data: RIFFChunk?
        var sampleOptions: Bytes?

        /// 1 for PCM.
        var tag: Int { format.u16(0) }
        var channelCount: Int { format.u16(2) }
        var rateHz: Double { Double(format.u32(4)) }
        var bitCount: Int { format.u16(14) }
        /// Whether its frames are read here, without a decoder.
        var isPlain: Bool { tag == 1 && channelCount == 1 && (bitCount == 8 || bitCount == 16) }
    }

    /// The wave whose list begins at an offset of the file.
    func wave(at offset: Int) throws(SoundBankError) -> Wave {
        var wave = Wave()
        guard let list = try source.chunks(from: offset, to: source.count, limit: 1).first else {
            return wave
        }
        for chunk in try source.chunks(in: list, limit: Self.waveChunkLimit) {
            switch chunk.id {
            case RIFFChunk.id("fmt "): wave.format = try source.part(chunk, limit: 1_024)
            case RIFFChunk.id("data"): wave.data = wave.data ?? chunk
            case RIFFChunk.id("wsmp"): wave.sampleOptions = try source.part(chunk, limit: 1_024)
            case RIFFChunk.list where try source.type(of: chunk) == RIFFChunk.id("INFO"):
                wave.name = try source.name(chunk)
            default: break
            }
        }
        return wave
    }

    func sample(_ index: Int) -> Sample {
        guard file.waves[index] >= 0, let wave = try? wave(at: file.waves[index]) else {
            return Sample(name: "wave \(index)")
        }
        var sample = Sample(name: wave.name)
        sample.rateHz = wave.rateHz
        sample.frameCount = wave.isPlain ? wave.data.map { $0.count / (wave.bitCount / 8) } : nil
        if let options = DLSSampleOptions(wave.sampleOptions) {
            sample.rootKey = options.rootKey
            sample.tuningCents = options.tuningCents
            sample.loop = options.loop.map { $0.start..<$0.end }
        }
        return sample
    }

    func check(sample index: Int, _ notes: inout NoteList) {
        guard let wave = try? wave(at: file.waves[index]), let data = wave.data else { return }
        if data.count < data.declaredCount {
            notes.add(
                place(ofSample: index), "\(data.declaredCount) bytes are announced, \(data.count) are there")
        }
    }

    func frames(ofSample index: Int, _ budget: inout MemoryBudget) throws(SoundBankError) -> [SampleFrames] {
        let wave = try wave(at: file.waves[index])
        let name = wave.name.isEmpty ? "wave \(index)" : wave.name
        guard let data = wave.data, wave.format.count >= 14 else {
            throw .undecodable(source.path, sample: name, reason: "it has no format or no data")
        }
        guard wave.isPlain else { return try decoded(wave, data, name, &budget) }
        let frameCount = data.count / (wave.bitCount / 8)
        guard frameCount > 0, (100.0...1_000_000).contains(wave.rateHz) else {
            throw .undecodable(
                source.path, sample: name, reason: "it has \(frameCount) frames at \(wave.rateHz) Hz")
        }
        let frames = try budget.frames(frameCount, rateHz: wave.rateHz, .int16)
        if wave.bitCount == 16 {
            try source.copy(to: frames.writableInt16, at: data.offset, count: 2 * frameCount)
        } else {
            let bytes = try source.read(at: data.offset, count: frameCount)
            for frame in 0..<frameCount { frames.writableInt16[frame] = Int16(bytes.u8(frame) - 128) * 256 }
        }
        return [frames]
    }

    /// Hands a wave to the decoder as a WAVE file.
    private func decoded(
        _ wave: Wave, _ data: RIFFChunk, _ name: String, _ budget: inout MemoryBudget
    ) throws(SoundBankError) -> [SampleFrames] {
        func chunk(_ id: String, _ content: [UInt8]) -> [UInt8] {
            let size = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
            return Array(id.utf8) + size + content + (content.count % 2 == 1 ? [0] : [])
        }
        let content = try source.read(at: data.offset, count: data.count)
        let file = chunk(
            "RIFF", Array("WAVE".utf8) + chunk("fmt ", wave.format.array) + chunk("data", content.array))
        let limit = min(Self.compressedFrameLimit, budget.frameLimit)
        let sound = try decoder.sound(.bytes(file), frameLimit: limit, path: source.path, sample: name)
        return try sound.frames(&budget)
    }
}
