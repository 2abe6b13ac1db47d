import AVFMedia

/// A conversion from linear PCM to linear PCM, with the input that is not used up yet.
final class PCMConversion: StreamConversion {
    let converter: PCMConverter
    let primeInfo: AVAudioConverterPrimeInfo
    private let input: ConverterInput
    private var pending: AVAudioPCMBuffer?
    private var usedFrameCount = 0
    private var isEnded = false

    var magicCookie: Data? { nil }

    init(_ converter: PCMConverter, inputFormat: AVAudioFormat, primeInfo: AVAudioConverterPrimeInfo) {
        self.converter = converter
        self.primeInfo = primeInfo
        input = ConverterInput(format: inputFormat)
    }

    func restart() {
        converter.restart()
        (pending, usedFrameCount, isEnded) = (nil, 0, false)
    }

    func fill(
        _ output: AVAudioBuffer, from block: AVAudioConverterInputBlock
    ) throws -> AVAudioConverterOutputStatus {
        guard let output = output as? AVAudioPCMBuffer else { return .error }
        let target = output.block
        let capacity = Int(output.frameCapacity)
        var made = 0
        var status = AVAudioConverterInputStatus.haveData
        while made < capacity, status == .haveData {
            made += usePending(target, from: made, to: capacity)
            if isEnded {
                made += converter.finish(into: target, from: made, to: capacity)
                status = .endOfStream
            } else if made < capacity {
                let wanted = max(1, converter.neededFrameCount(forOutput: capacity - made))
                status = try ask(block, frameCount: wanted)
                if status == .endOfStream {
                    isEnded = true
                    status = .haveData
                }
            }
        }
        output.frameLength = AVAudioFrameCount(made)
        return outputStatus(isFull: made == capacity, isEnded: isEnded, isEmpty: made == 0)
    }

    private func usePending(_ target: PCMBlock, from start: Int, to end: Int) -> Int {
        guard let buffer = pending else { return 0 }
        let (taken, made) = converter.convert(
            buffer.block, from: usedFrameCount, frameCount: Int(buffer.frameLength) - usedFrameCount,
            into: target, from: start, to: end)
        usedFrameCount += taken
        if usedFrameCount >= Int(buffer.frameLength) { pending = nil }
        return made
    }

    /// What the block has for now.
    private func ask(
        _ block: AVAudioConverterInputBlock, frameCount: Int
    ) throws -> AVAudioConverterInputStatus {
        let (status, buffer) = try input.ask(block, count: frameCount, as: AVAudioPCMBuffer.self) {
            $0.frameLength == 0
        }
        if let buffer { (pending, usedFrameCount) = (buffer, 0) }
        return status
    }
}

extension AVAudioPCMBuffer {
    /// Where the samples lie.
    var block: PCMBlock {
        let channels = storage.channels(of: UInt8.self)
        return PCMBlock(
            channels: (0..<Int(format.channelCount)).map { UnsafeMutableRawPointer(channels[$0]) },
            stride: stride)
    }
}

extension PCMFormat {
    /// The stream that a format describes; nil for what is not linear PCM or cannot be converted.
    init?(_ format: AVAudioFormat) {
        guard let sample = PCMSampleFormat(format.streamDescription.pointee) else { return nil }
        self.init(
            sampleRateHz: format.sampleRate, channelCount: Int(format.channelCount), sample: sample)
    }
}

extension PCMSampleFormat {
    /// The samples that a description describes; nil for fixed point and for what is not linear PCM.
    fileprivate init?(_ description: AudioStreamBasicDescription) {
        let flags = description.mFormatFlags
        guard description.isLinearPCM, flags & kLinearPCMFormatFlagsSampleFractionMask == 0 else {
            return nil
        }
        let isFloat = flags & kAudioFormatFlagIsFloat != 0
        let isSigned = flags & kAudioFormatFlagIsSignedInteger != 0
        self.init(
            isFloat ? .float : isSigned ? .signedInteger : .unsignedInteger,
            bitCount: Int(description.mBitsPerChannel), byteCount: Int(description.bytesPerSample),
            isBigEndian: flags & kAudioFormatFlagIsBigEndian != 0,
            isAlignedHigh: flags & kAudioFormatFlagIsAlignedHigh != 0)
    }
}
