import AVFMedia

extension SpeakerPosition {
    /// Apple's label.
    ///
    /// WAVE's side speakers are the surround channels, its back speakers the rear ones.
    var label: AudioChannelLabel {
        switch self {
        case .mono: kAudioChannelLabel_Mono
        case .left, .frontLeft: kAudioChannelLabel_Left
        case .right, .frontRight: kAudioChannelLabel_Right
        case .center, .frontCenter: kAudioChannelLabel_Center
        case .rearCenter: kAudioChannelLabel_CenterSurround
        case .rearLeft: kAudioChannelLabel_RearSurroundLeft
        case .rearRight: kAudioChannelLabel_RearSurroundRight
        case .lowFrequency: kAudioChannelLabel_LFEScreen
        case .frontLeftOfCenter: kAudioChannelLabel_LeftCenter
        case .frontRightOfCenter: kAudioChannelLabel_RightCenter
        case .sideLeft: kAudioChannelLabel_LeftSurround
        case .sideRight: kAudioChannelLabel_RightSurround
        case .topCenter: kAudioChannelLabel_TopCenterSurround
        case .topFrontLeft: kAudioChannelLabel_VerticalHeightLeft
        case .topFrontRight: kAudioChannelLabel_VerticalHeightRight
        case .topFrontCenter: kAudioChannelLabel_VerticalHeightCenter
        case .topRearLeft: kAudioChannelLabel_TopBackLeft
        case .topRearRight: kAudioChannelLabel_TopBackRight
        case .topRearCenter: kAudioChannelLabel_TopBackCenter
        case .ambisonicW: kAudioChannelLabel_Ambisonic_W
        case .ambisonicX: kAudioChannelLabel_Ambisonic_X
        case .ambisonicY: kAudioChannelLabel_Ambisonic_Y
        case .ambisonicZ: kAudioChannelLabel_Ambisonic_Z
        }
    }

    /// The speaker behind a label; of two names for one place the first is the one that libsndfile writes.
    init?(_ label: AudioChannelLabel) {
        guard let speaker = Self.allCases.first(where: { $0.label == label }) else { return nil }
        self = speaker
    }
}

extension AVAudioChannelLayout {
    /// The speaker of each channel; nil unless all are known.
    var speakers: [SpeakerPosition]? {
        guard let labels else { return nil }
        let speakers = labels.compactMap(SpeakerPosition.init)
        return speakers.count == labels.count ? speakers : nil
    }
}
