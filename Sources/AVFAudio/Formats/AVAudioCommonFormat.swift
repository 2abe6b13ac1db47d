/// The kinds of linear PCM that the processing classes work with, in the machine's byte order.
public enum AVAudioCommonFormat: UInt, Sendable {
    /// Anything else.
    case otherFormat = 0
    /// 32-bit floating point.
    case pcmFormatFloat32 = 1
    /// 64-bit floating point.
    case pcmFormatFloat64 = 2
    /// Signed 16-bit integers.
    case pcmFormatInt16 = 3
    /// Signed 32-bit integers.
    case pcmFormatInt32 = 4
}

extension AVAudioCommonFormat {
    /// The size of one sample, 0 for `otherFormat`.
    package var bytesPerSample: Int {
        switch self {
        case .otherFormat: 0
        case .pcmFormatInt16: 2
        case .pcmFormatFloat32, .pcmFormatInt32: 4
        case .pcmFormatFloat64: 8
        }
    }

    package var isFloat: Bool {
        self == .pcmFormatFloat32 || self == .pcmFormatFloat64
    }
}
