/// Where a channel's loudspeaker stands, as far as mixing down to stereo asks.
package enum DownmixPosition: Sendable {
    case left, right, center
    /// Behind or beside the listener, or between the centre and that side.
    case leftSurround, rightSurround
    case centerSurround
    /// The low-frequency channel, heights and all others, which are left out.
    case other

    /// The linear gains with which the channel goes to the left and the right: ITU-R BS.775, annex 4, with
    /// the centre and the surrounds at −3 dB, and a single surround at −6 dB.
    package var stereoGains: (left: Double, right: Double) {
        let minus3Decibels = 0.5.squareRoot()
        return switch self {
        case .left: (1, 0)
        case .right: (0, 1)
        case .center: (minus3Decibels, minus3Decibels)
        case .leftSurround: (minus3Decibels, 0)
        case .rightSurround: (0, minus3Decibels)
        case .centerSurround: (0.5, 0.5)
        case .other: (0, 0)
        }
    }

    /// The positions of so many channels without labels, in the order of WAVE and SMPTE: 3 = L R C, 4 = L R
    /// Ls Rs, 5 = L R C Ls Rs, 6 = L R C LFE Ls Rs, 7 = L R C LFE Cs Ls Rs, 8 = L R C LFE Lb Rb Ls Rs.
    package static func standard(channelCount: Int) -> [DownmixPosition] {
        var positions: [DownmixPosition] = [.left, .right]
        if channelCount != 4 { positions.append(.center) }
        if channelCount >= 6 { positions.append(.other) }
        if (channelCount - positions.count) % 2 == 1 { positions.append(.centerSurround) }
        while positions.count < channelCount { positions += [.leftSurround, .rightSurround] }
        return Array(positions.prefix(max(0, channelCount)))
    }
}
