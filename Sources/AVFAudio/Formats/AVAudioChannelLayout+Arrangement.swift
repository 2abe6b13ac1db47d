import AVFEngine
import AVFSpatial

extension AVAudioFormat {
    /// Where its channels stand, as far as its layout says so.
    var arrangement: ChannelArrangement? { channelLayout?.arrangement }
}

extension AVAudioChannelLayout {
    /// Where its channels stand; nil for channels that have no place.
    var arrangement: ChannelArrangement? {
        if layoutTag & 0xFFFF_0000 == kAudioChannelLayoutTag_HOA_ACN_SN3D {
            return [4, 9, 16].contains(channelCount) ? .soundField : nil
        }
        if let layout = SpeakerLayout(layoutTag: layoutTag) { return .loudspeakers(layout) }
        guard let labels, !labels.isEmpty else { return nil }
        let hasRear = labels.contains(kAudioChannelLabel_RearSurroundLeft)
        let speakers = labels.compactMap { SpeakerLayout.Speaker($0, hasRear: hasRear) }
        return speakers.count == labels.count ? .loudspeakers(SpeakerLayout(speakers)) : nil
    }
}

extension SpeakerLayout.Speaker {
    /// Places in degrees of those on the left; those on the right mirror them.
    ///
    /// ITU-R BS.775-3, BS.2051-3.
    private static let left: [AudioChannelLabel: (azimuth: Double, elevation: Double)] = [
        kAudioChannelLabel_Left: (30, 0), kAudioChannelLabel_LeftSurround: (110, 0),
        kAudioChannelLabel_LeftCenter: (15, 0), kAudioChannelLabel_LeftSurroundDirect: (90, 0),
        kAudioChannelLabel_RearSurroundLeft: (150, 0), kAudioChannelLabel_LeftSideSurround: (90, 0),
        kAudioChannelLabel_LeftBackSurround: (150, 0), kAudioChannelLabel_LeftWide: (60, 0),
        kAudioChannelLabel_LeftEdgeOfScreen: (22.5, 0), kAudioChannelLabel_VerticalHeightLeft: (45, 45),
        kAudioChannelLabel_LeftTopMiddle: (90, 45), kAudioChannelLabel_LeftTopRear: (135, 45),
        kAudioChannelLabel_LeftTopSurround: (110, 45), kAudioChannelLabel_TopBackLeft: (135, 45),
    ]
    private static let right: [AudioChannelLabel: AudioChannelLabel] = [
        kAudioChannelLabel_Right: kAudioChannelLabel_Left,
        kAudioChannelLabel_RightSurround: kAudioChannelLabel_LeftSurround,
        kAudioChannelLabel_RightCenter: kAudioChannelLabel_LeftCenter,
        kAudioChannelLabel_RightSurroundDirect: kAudioChannelLabel_LeftSurroundDirect,
        kAudioChannelLabel_RearSurroundRight: kAudioChannelLabel_RearSurroundLeft,
        kAudioChannelLabel_RightSideSurround: kAudioChannelLabel_LeftSideSurround,
        kAudioChannelLabel_RightBackSurround: kAudioChannelLabel_LeftBackSurround,
        kAudioChannelLabel_RightWide: kAudioChannelLabel_LeftWide,
        kAudioChannelLabel_RightEdgeOfScreen: kAudioChannelLabel_LeftEdgeOfScreen,
        kAudioChannelLabel_VerticalHeightRight: kAudioChannelLabel_VerticalHeightLeft,
        kAudioChannelLabel_RightTopMiddle: kAudioChannelLabel_LeftTopMiddle,
        kAudioChannelLabel_RightTopRear: kAudioChannelLabel_LeftTopRear,
        kAudioChannelLabel_RightTopSurround: kAudioChannelLabel_LeftTopSurround,
        kAudioChannelLabel_TopBackRight: kAudioChannelLabel_TopBackLeft,
    ]
    private static let middle: [AudioChannelLabel: (azimuth: Double, elevation: Double)] = [
        kAudioChannelLabel_Mono: (0, 0), kAudioChannelLabel_Center: (0, 0),
        kAudioChannelLabel_CenterSurround: (180, 0), kAudioChannelLabel_CenterSurroundDirect: (180, 0),
        kAudioChannelLabel_VerticalHeightCenter: (0, 45), kAudioChannelLabel_TopCenterSurround: (0, 90),
        kAudioChannelLabel_TopBackCenter: (180, 45),
    ]

    /// The loudspeaker of a label; nil for a channel that is none.
    ///
    /// With rear surrounds the others stand at the sides.
    fileprivate init?(_ label: AudioChannelLabel, hasRear: Bool) {
        if label == kAudioChannelLabel_LFEScreen || label == kAudioChannelLabel_LFE2 {
            self.init(0, 0, isLowFrequency: true)
        } else if let place = Self.middle[label] {
            self.init(place.azimuth, place.elevation)
        } else {
            let mirrored = Self.right[label]
            let own = mirrored ?? label
            guard let place = Self.left[own] else { return nil }
            let isSide = hasRear && own == kAudioChannelLabel_LeftSurround
            let azimuth = isSide ? 90 : place.azimuth
            self.init(mirrored == nil ? -azimuth : azimuth, place.elevation)
        }
    }
}
