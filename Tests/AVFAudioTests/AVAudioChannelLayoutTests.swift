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
