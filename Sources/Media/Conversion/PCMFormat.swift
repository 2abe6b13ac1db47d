import CAVFDSP

/// The form of one sample of linear PCM in memory.
package struct PCMSampleFormat: Equatable, Sendable {
    /// What a sample's bytes are a number of.
    package enum Kind: Sendable {
        case signedInteger, unsignedInteger, float
    }

    /// What the bytes are a number of.
    package let kind: Kind
    /// Bits that count.
    package let bitCount: Int
    /// Bytes that a sample takes.
    package let byteCount: Int
    /// Whether the highest byte comes first.
    package let isBigEndian: Bool
    /// Whether unused bits lie below those that count.
    package let isAlignedHigh: Bool

    /// A form; nil for sizes that do not exist: integers have 1 to 32 bits in 1 to 4 bytes, floats 32 or 64.
    package init?(
        _ kind: Kind, bitCount: Int, byteCount: Int, isBigEndian: Bool = false, isAlignedHigh: Bool = false
    ) {
        switch kind {
        case .float: guard [4, 8].contains(byteCount), bitCount == 8 * byteCount else { return nil }
        case .signedInteger, .unsignedInteger:
            guard 1...4 ~= byteCount, 1...8 * byteCount ~= bitCount else { return nil }
        }
        self.init(kind, bitCount, byteCount, isBigEndian: isBigEndian, isAlignedHigh: isAlignedHigh)
    }

    private init(
        _ kind: Kind, _ bitCount: Int, _ byteCount: Int, isBigEndian: Bool = false,
        isAlignedHigh: Bool = false
    ) {
        self.kind = kind
        self.bitCount = bitCount
        self.byteCount = byteCount
        self.isBigEndian = isBigEndian
        self.isAlignedHigh = isAlignedHigh
    }

    /// Native single precision.
    package static let float32 = PCMSampleFormat(.float, 32, 4)
    /// Native double precision.
    package static let float64 = PCMSampleFormat(.float, 64, 8)
    /// Native integers of 16 bits.
    package static let int16 = PCMSampleFormat(.signedInteger, 16, 2)
    /// Native integers of 24 bits, packed.
    package static let int24 = PCMSampleFormat(.signedInteger, 24, 3)
    /// Native integers of 32 bits.
    package static let int32 = PCMSampleFormat(.signedInteger, 32, 4)

    /// The bits of the smallest integers that hold every value: those of the significand for floating point.
    var precisionBitCount: Int {
        switch (kind, byteCount) {
        case (.float, 4): 25
        case (.float, _): 54
        default: bitCount
        }
    }

    /// The view of the C loops.
    var loopFormat: avf_dsp_pcm {
        let code =
            switch kind {
            case .signedInteger: AVF_DSP_PCM_SIGNED
            case .unsignedInteger: AVF_DSP_PCM_UNSIGNED
            case .float: AVF_DSP_PCM_FLOAT
            }
        return avf_dsp_pcm(
            kind: UInt8(code), bits: UInt8(bitCount), bytes: UInt8(byteCount),
            isBigEndian: isBigEndian ? 1 : 0,
            isAlignedHigh: isAlignedHigh ? 1 : 0)
    }
}

/// A stream of linear PCM.
package struct PCMFormat: Equatable, Sendable {
    /// Frames in each second.
    package let sampleRateHz: Double
    /// Samples in each frame.
    package let channelCount: Int
    /// The form of a sample.
    package let sample: PCMSampleFormat

    /// A format; nil for rates and counts outside `AudioFileFormat.sampleRatesHz` and `.channelCounts`.
    package init?(sampleRateHz: Double, channelCount: Int, sample: PCMSampleFormat) {
        guard AudioFileFormat.sampleRatesHz.contains(sampleRateHz),
            AudioFileFormat.channelCounts.contains(channelCount)
        else { return nil }
        self.sampleRateHz = sampleRateHz
        self.channelCount = channelCount
        self.sample = sample
    }
}

/// Where the samples of a block lie; whoever makes it keeps the memory alive.
package struct PCMBlock {
    /// The first sample of each channel.
    package let channels: [UnsafeMutableRawPointer]
    /// Samples from one of a channel to its next.
    package let stride: Int

    /// Channels of memory.
    package init(channels: [UnsafeMutableRawPointer], stride: Int) {
        self.channels = channels
        self.stride = stride
    }

    func address(of frame: Int, channel: Int, _ sample: PCMSampleFormat) -> UnsafeMutableRawPointer {
        channels[channel] + frame * stride * sample.byteCount
    }
}
