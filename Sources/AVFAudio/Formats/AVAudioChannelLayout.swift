/// What each channel of a stream is for.
///
/// Immutable; equal if tag and structure are equal.
open class AVAudioChannelLayout: NSObject, NSSecureCoding, @unchecked Sendable {
    // Sendable: the memory is written before the initialiser returns and freed by deinit only.

    /// The arrangement as a C structure, valid as long as this object lives.
    public let layout: UnsafePointer<AudioChannelLayout>

    private let memory: UnsafeMutableRawPointer

    /// Copies an arrangement.
    ///
    /// One that is given by descriptions or by a bitmap becomes a tag, if a well-known one means the same.
    public init(layout: UnsafePointer<AudioChannelLayout>) {
        let source = ChannelLayoutContents(layout)
        let contents = source.tag.map(ChannelLayoutContents.init(tag:)) ?? source
        memory = contents.allocate()
        self.layout = UnsafePointer(memory.assumingMemoryBound(to: AudioChannelLayout.self))
        super.init()
    }

    /// A well-known arrangement.
    ///
    /// Nil for `kAudioChannelLayoutTag_UseChannelDescriptions` and `…_UseChannelBitmap`, which name none.
    public convenience init?(layoutTag: AudioChannelLayoutTag) {
        guard layoutTag != kAudioChannelLayoutTag_UseChannelDescriptions,
            layoutTag != kAudioChannelLayoutTag_UseChannelBitmap
        else { return nil }
        self.init(tag: layoutTag)
    }

    convenience init(tag: AudioChannelLayoutTag) {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = tag
        self.init(layout: &layout)
    }

    deinit {
        memory.deallocate()
    }

    /// The arrangement's name, or one of the two tags that refer to descriptions or to the bitmap.
    open var layoutTag: AudioChannelLayoutTag {
        layout.pointee.mChannelLayoutTag
    }

    /// The number of channels.
    open var channelCount: AVAudioChannelCount {
        ChannelLayoutContents(layout).channelCount
    }

    /// Equal tags, and equal descriptions or bitmaps where the tag refers to them.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioChannelLayout else { return false }
        return self === other || ChannelLayoutContents(layout) == ChannelLayoutContents(other.layout)
    }

    /// Agrees with `isEqual`.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(layoutTag)
        hasher.combine(channelCount)
        return hasher.finalize()
    }

    /// The arrangement in words, for logs.
    open override var description: String {
        let number = String(layoutTag, radix: 16, uppercase: true)
        return "<\(type(of: self)): \(channelCount) ch, tag 0x\(number)>"
    }

    /// Always true.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the arrangement to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(ChannelLayoutContents(layout).data as NSData, forKey: Self.layoutKey)
    }

    /// Reads an arrangement from an archive; nil if there is none in it.
    public required convenience init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.layoutKey) as Data?,
            let contents = ChannelLayoutContents(data: data)
        else { return nil }
        self.init(contents: contents)
    }

    /// The data of an `AVChannelLayoutKey`.
    var data: Data {
        ChannelLayoutContents(layout).data
    }

    /// The arrangement in the data of an `AVChannelLayoutKey`; nil if it is not one.
    convenience init?(data: Data) {
        guard let contents = ChannelLayoutContents(data: data) else { return nil }
        self.init(contents: contents)
    }

    /// An arrangement of labelled channels.
    convenience init(labels: [AudioChannelLabel]) {
        self.init(contents: ChannelLayoutContents(labels: labels))
    }

    /// The label of each channel; nil for tags that are not among the usual.
    var labels: [AudioChannelLabel]? {
        ChannelLayoutContents(layout).labels
    }

    private convenience init(contents: ChannelLayoutContents) {
        let memory = contents.allocate()
        defer { memory.deallocate() }
        self.init(layout: memory.assumingMemoryBound(to: AudioChannelLayout.self))
    }

    private static let layoutKey = "layout"
}
