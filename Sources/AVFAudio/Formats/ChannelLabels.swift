/// The labels of the usual arrangements, in channel order.
///
/// One arrangement has several tags; the first that fits stands for the rest.
enum ChannelLabels {
    private static let left = kAudioChannelLabel_Left
    private static let right = kAudioChannelLabel_Right
    private static let center = kAudioChannelLabel_Center
    private static let lowFrequency = kAudioChannelLabel_LFEScreen
    private static let leftSurround = kAudioChannelLabel_LeftSurround
    private static let rightSurround = kAudioChannelLabel_RightSurround
    private static let centerSurround = kAudioChannelLabel_CenterSurround
    private static let leftCenter = kAudioChannelLabel_LeftCenter
    private static let rightCenter = kAudioChannelLabel_RightCenter
    private static let leftRear = kAudioChannelLabel_RearSurroundLeft
    private static let rightRear = kAudioChannelLabel_RearSurroundRight

    static let arrangements: [(tag: AudioChannelLayoutTag, labels: [AudioChannelLabel])] = [
        (kAudioChannelLayoutTag_Mono, [kAudioChannelLabel_Mono]),
        (kAudioChannelLayoutTag_Mono, [center]),
        (kAudioChannelLayoutTag_Stereo, [left, right]),
        (kAudioChannelLayoutTag_WAVE_2_1, [left, right, lowFrequency]),
        (kAudioChannelLayoutTag_MPEG_3_0_A, [left, right, center]),
        (kAudioChannelLayoutTag_MPEG_3_0_B, [center, left, right]),
        (kAudioChannelLayoutTag_ITU_2_1, [left, right, centerSurround]),
        (kAudioChannelLayoutTag_Quadraphonic, [left, right, leftSurround, rightSurround]),
        (kAudioChannelLayoutTag_WAVE_4_0_B, [left, right, leftRear, rightRear]),
        (kAudioChannelLayoutTag_MPEG_4_0_A, [left, right, center, centerSurround]),
        (kAudioChannelLayoutTag_MPEG_4_0_B, [center, left, right, centerSurround]),
        (kAudioChannelLayoutTag_MPEG_5_0_A, [left, right, center, leftSurround, rightSurround]),
        (kAudioChannelLayoutTag_MPEG_5_0_B, [left, right, leftSurround, rightSurround, center]),
        (kAudioChannelLayoutTag_MPEG_5_0_C, [left, center, right, leftSurround, rightSurround]),
        (kAudioChannelLayoutTag_MPEG_5_0_D, [center, left, right, leftSurround, rightSurround]),
        (kAudioChannelLayoutTag_WAVE_5_0_B, [left, right, center, leftRear, rightRear]),
        (
            kAudioChannelLayoutTag_MPEG_5_1_A,
            [left, right, center, lowFrequency, leftSurround, rightSurround]
        ),
        (
            kAudioChannelLayoutTag_MPEG_5_1_B,
            [left, right, leftSurround, rightSurround, center, lowFrequency]
        ),
        (
            kAudioChannelLayoutTag_MPEG_5_1_C,
            [left, center, right, leftSurround, rightSurround, lowFrequency]
        ),
        (
            kAudioChannelLayoutTag_MPEG_5_1_D,
            [center, left, right, leftSurround, rightSurround, lowFrequency]
        ),
        (kAudioChannelLayoutTag_WAVE_5_1_B, [left, right, center, lowFrequency, leftRear, rightRear]),
        (
            kAudioChannelLayoutTag_MPEG_6_1_A,
            [left, right, center, lowFrequency, leftSurround, rightSurround, centerSurround]
        ),
        (
            kAudioChannelLayoutTag_WAVE_6_1,
            [left, right, center, lowFrequency, centerSurround, leftSurround, rightSurround]
        ),
        (
            kAudioChannelLayoutTag_MPEG_7_1_A,
            [left, right, center, lowFrequency, leftSurround, rightSurround, leftCenter, rightCenter]
        ),
        (
            kAudioChannelLayoutTag_MPEG_7_1_C,
            [left, right, center, lowFrequency, leftSurround, rightSurround, leftRear, rightRear]
        ),
        (
            kAudioChannelLayoutTag_WAVE_7_1,
            [left, right, center, lowFrequency, leftRear, rightRear, leftSurround, rightSurround]
        ),
    ]

    /// The labels behind a tag; nil if it is not one of the usual.
    static func labels(of tag: AudioChannelLayoutTag) -> [AudioChannelLabel]? {
        arrangements.first { $0.tag == tag }?.labels
    }

    /// The tag of an arrangement; nil if it has none.
    static func tag(of labels: [AudioChannelLabel]) -> AudioChannelLayoutTag? {
        arrangements.first { $0.labels == labels }?.tag
    }
}
