import AVFAudio
import Testing

struct AVAudioChannelLayoutTests {
    @Test
    func `a tag gives a layout with its channels`() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        #expect(layout.channelCount == 6)
        #expect(layout.layoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(layout.layout.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
    }

    @Test
    func `the tags that refer elsewhere give no layout`() {
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelDescriptions) == nil)
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelBitmap) == nil)
    }

    @Test
    func `descriptions of a usual arrangement become its tag`() {
        let labels = [1, 2, 3, 4, 5, 6].map { AudioChannelLabel($0) }
        let layout = withLayout(of: labels) { AVAudioChannelLayout(layout: $0) }
        #expect(layout.layoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(layout.channelCount == 6)
    }

    @Test
    func `descriptions of an unusual arrangement stay`() {
        let labels = [kAudioChannelLabel_Right, kAudioChannelLabel_Left, kAudioChannelLabel_Haptic]
        let layout = withLayout(of: labels) { AVAudioChannelLayout(layout: $0) }
        #expect(layout.layoutTag == kAudioChannelLayoutTag_UseChannelDescriptions)
        #expect(layout.channelCount == 3)
        #expect(layout.layout.pointee.mChannelDescriptions.mChannelLabel == kAudioChannelLabel_Right)
    }

    @Test
    func `a bitmap of a usual arrangement becomes its tag, another keeps its channels`() {
        var structure = AudioChannelLayout()
        structure.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
        structure.mChannelBitmap = [.bit_Left, .bit_Right, .bit_LFEScreen]
        #expect(AVAudioChannelLayout(layout: &structure).layoutTag == kAudioChannelLayoutTag_WAVE_2_1)
        structure.mChannelBitmap = [.bit_LFEScreen, .bit_LeftTopRear]
        let layout = AVAudioChannelLayout(layout: &structure)
        #expect(layout.layoutTag == kAudioChannelLayoutTag_UseChannelBitmap)
        #expect(layout.channelCount == 2)
    }

    // Labels by their numbers: rear surround 33 and 34, wide 35 and 36, top rear 52 and 54, top surround 60
    // and 61.
    @Test(
        arguments: [
            (kAudioChannelLayoutTag_Atmos_7_1_4, [1, 2, 3, 4, 5, 6, 33, 34, 13, 15, 52, 54]),
            (kAudioChannelLayoutTag_Atmos_9_1_6, [1, 2, 3, 4, 5, 6, 33, 34, 35, 36, 13, 15, 49, 51, 52, 54]),
            (kAudioChannelLayoutTag_Ogg_7_1, [1, 3, 2, 5, 6, 33, 34, 4]),
            (kAudioChannelLayoutTag_DTS_8_1_B, [7, 3, 8, 1, 2, 5, 9, 6, 4]),
            (kAudioChannelLayoutTag_EAC3_7_1_H, [1, 3, 2, 5, 6, 4, 12, 14]),
            (kAudioChannelLayoutTag_CICP_17, [1, 2, 3, 4, 5, 6, 13, 15, 14, 60, 61, 12]),
            (kAudioChannelLayoutTag_Ambisonic_B_Format, [200, 201, 202, 203]),
            (kAudioChannelLayoutTag_MidSide, [204, 205]), (kAudioChannelLayoutTag_MatrixStereo, [38, 39]),
        ] as [(AudioChannelLayoutTag, [AudioChannelLabel])])
    func `descriptions of any arrangement that has a name become its tag`(
        tag: AudioChannelLayoutTag, labels: [AudioChannelLabel]
    ) {
        let layout = withLayout(of: labels) { AVAudioChannelLayout(layout: $0) }
        #expect(layout.layoutTag == tag && Int(layout.channelCount) == labels.count)
    }

    @Test
    func `channels find their places between any two tags that have the same speakers`() throws {
        let orders: [(AudioChannelLayoutTag, AudioChannelLayoutTag, [Int])] = [
            (kAudioChannelLayoutTag_AAC_6_1, kAudioChannelLayoutTag_MPEG_6_1_A, [1, 2, 0, 6, 3, 4, 5]),
            (
                kAudioChannelLayoutTag_DTS_8_0_A, kAudioChannelLayoutTag_DTS_8_1_A,
                [0, 1, 2, 3, 4, 5, 6, 7, -1]
            ),
            (kAudioChannelLayoutTag_Ogg_5_1, kAudioChannelLayoutTag_WAVE_5_1_B, [0, 2, 1, 5, 3, 4]),
        ]
        for (from, to, map) in orders {
            let formats = try [from, to].map { tag in
                AVAudioFormat(
                    standardFormatWithSampleRate: 48_000,
                    channelLayout: try #require(AVAudioChannelLayout(layoutTag: tag)))
            }
            let converter = try #require(AVAudioConverter(from: formats[0], to: formats[1]))
            #expect(converter.channelMap.map(\.intValue) == map)
        }
    }

    @Test
    func `layouts are equal if tag and structure are`() {
        let first = withLayout(of: [9, 8, 7]) { AVAudioChannelLayout(layout: $0) }
        let same = withLayout(of: [9, 8, 7]) { AVAudioChannelLayout(layout: $0) }
        let other = withLayout(of: [9, 7, 8]) { AVAudioChannelLayout(layout: $0) }
        let stereo = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo)
        let binaural = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Binaural)
        #expect(first == same && first.hash == same.hash)
        #expect(first != other)
        #expect(stereo != binaural)
        #expect(stereo == AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
        #expect(!first.isEqual("a layout") && !first.isEqual(nil))
    }

    @Test(arguments: [[9, 8, 7], [1, 2], []] as [[AudioChannelLabel]])
    func `a layout survives an archive`(labels: [AudioChannelLabel]) throws {
        let layout = withLayout(of: labels) { AVAudioChannelLayout(layout: $0) }
        let data = try NSKeyedArchiver.archivedData(withRootObject: layout, requiringSecureCoding: true)
        let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: AVAudioChannelLayout.self, from: data)
        #expect(copy == layout)
        #expect(copy?.channelCount == AVAudioChannelCount(labels.count))
    }

    @Test
    func `a layout that says it is longer than any is cut`() {
        withLayout(of: Array(repeating: kAudioChannelLabel_Haptic, count: 0x10000)) { pointer in
            #expect(AVAudioChannelLayout(layout: pointer).channelCount == 0xFFFF)
        }
    }
}

/// Calls the body with a layout by descriptions.
func withLayout<Result>(
    of labels: [AudioChannelLabel], _ body: (UnsafePointer<AudioChannelLayout>) -> Result
) -> Result {
    let header = MemoryLayout<AudioChannelLayout>.size - MemoryLayout<AudioChannelDescription>.size
    let byteCount = header + max(labels.count, 1) * MemoryLayout<AudioChannelDescription>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 8)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    let layout = memory.assumingMemoryBound(to: AudioChannelLayout.self)
    layout.pointee.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelDescriptions
    layout.pointee.mNumberChannelDescriptions = UInt32(labels.count)
    let descriptions = (memory + header).assumingMemoryBound(to: AudioChannelDescription.self)
    for (index, label) in labels.enumerated() { descriptions[index].mChannelLabel = label }
    return body(UnsafePointer(layout))
}
