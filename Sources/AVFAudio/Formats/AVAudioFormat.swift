/// The coding of a stream, its rate and its channels.
///
/// Immutable but for `magicCookie`. Equality is functional: two formats are equal if code that handles the
/// one handles the other. *Standard* is the form that the engine computes in: 32-bit floating point, each
/// channel in memory of its own.
open class AVAudioFormat: NSObject, NSSecureCoding, @unchecked Sendable {
    // Sendable: the storage is, and nothing else is stored.
    private let storage: FormatStorage

    /// A format of no coding, 0 Hz and 0 channels.
    public override init() {
        storage = FormatStorage(unchecked: AudioStreamBasicDescription(), layout: nil)
        super.init()
    }

    /// For callers that have checked the description, as `FormatStorage` does for those that have not.
    init(checked description: AudioStreamBasicDescription, layout: AVAudioChannelLayout?) {
        storage = FormatStorage(unchecked: description, layout: layout)
        super.init()
    }

    /// A format from its C structure; nil for more than two channels.
    public init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
        guard let storage = FormatStorage(asbd.pointee, layout: nil) else { return nil }
        self.storage = storage
        super.init()
    }

    /// A format from its C structure and the arrangement of its channels.
    ///
    /// Nil for more than two channels without a layout, for a layout of another channel count, and for a
    /// rate that is negative or not a number.
    public init?(
        streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>,
        channelLayout layout: AVAudioChannelLayout?
    ) {
        guard let storage = FormatStorage(asbd.pointee, layout: layout) else { return nil }
        self.storage = storage
        super.init()
    }

    /// The standard format of one or two channels; nil for more.
    public init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
        let description = AudioStreamBasicDescription(
            .pcmFormatFloat32, sampleRateHz: sampleRate, channelCount: channels, interleaved: false)
        guard let storage = FormatStorage(description, layout: nil) else { return nil }
        self.storage = storage
        super.init()
    }

    /// The standard format of the layout's channels; a rate that is not one becomes 0.
    public init(standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout) {
        storage = FormatStorage(
            .pcmFormatFloat32, sampleRateHz: sampleRate, interleaved: false, layout: layout)
        super.init()
    }

    /// Linear PCM of one or two channels; nil for more, and for `otherFormat`.
    public init?(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount,
        interleaved: Bool
    ) {
        let description = AudioStreamBasicDescription(
            format, sampleRateHz: sampleRate, channelCount: channels, interleaved: interleaved)
        guard format != .otherFormat, let storage = FormatStorage(description, layout: nil) else {
            return nil
        }
        self.storage = storage
        super.init()
    }

    /// Linear PCM of the layout's channels; a rate that is not one becomes 0.
    ///
    /// With `otherFormat` the samples have no size, and no buffer can be made.
    public init(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
        channelLayout layout: AVAudioChannelLayout
    ) {
        storage = FormatStorage(format, sampleRateHz: sampleRate, interleaved: interleaved, layout: layout)
        super.init()
    }

    /// A format from a settings dictionary; the keys for encoders are ignored.
    ///
    /// Nil if a value is missing, of the wrong type or out of range, if the layout has another number of
    /// channels, and for more than two channels without a layout.
    public init?(settings: [String: Any]) {
        guard let storage = FormatStorage(exactly: settings) ?? FormatStorage(settings: settings) else {
            return nil
        }
        self.storage = storage
        super.init()
    }

    /// The format as a C structure, valid as long as this object lives.
    open var streamDescription: UnsafePointer<AudioStreamBasicDescription> {
        UnsafePointer(storage.description)
    }

    /// What the channels are for; nil is normal for one and two.
    open var channelLayout: AVAudioChannelLayout? {
        storage.layout
    }

    /// Which of the usual kinds of linear PCM this is.
    open var commonFormat: AVAudioCommonFormat {
        storage.description.pointee.commonFormat
    }

    /// The number of channels.
    open var channelCount: AVAudioChannelCount {
        storage.description.pointee.mChannelsPerFrame
    }

    /// Frames in a second, in hertz.
    open var sampleRate: Double {
        storage.description.pointee.mSampleRate
    }

    /// Whether the channels share one block of memory; without meaning for compressed formats.
    open var isInterleaved: Bool {
        storage.description.pointee.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
    }

    /// Whether this is native 32-bit floating point with each channel in memory of its own.
    open var isStandard: Bool {
        commonFormat == .pcmFormatFloat32 && !isInterleaved
    }

    /// What a decoder needs to know beyond the format; no part of equality.
    open var magicCookie: Data? {
        get { storage.magicCookie.withLock { $0 } }
        set { storage.magicCookie.withLock { $0 = newValue } }
    }

    /// The format as a dictionary that `init(settings:)` and `AVAudioFile` read: `init(settings:)` gives the
    /// same format.
    open var settings: [String: Any] {
        let settings = AudioSettings.dictionary(of: self)
        guard AVAudioFormat(settings: settings) != self else { return settings }
        return settings.merging(AudioSettings.details(of: self)) { $1 }
    }

    /// Functional equality; a layout that only says mono or stereo equals no layout.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioFormat else { return false }
        if self === other { return true }
        return storage.description.pointee.means(other.streamDescription.pointee)
            && significantLayout == other.significantLayout
    }

    /// Agrees with `isEqual`.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(sampleRate)
        hasher.combine(channelCount)
        hasher.combine(storage.description.pointee.mFormatID)
        return hasher.finalize()
    }

    /// The format in words, for logs.
    open override var description: String {
        let address = UInt(bitPattern: ObjectIdentifier(self))
        return "<AVAudioFormat 0x\(String(address, radix: 16)): \(storage.description.pointee.summary)>"
    }

    private var significantLayout: AVAudioChannelLayout? {
        switch (channelCount, channelLayout?.layoutTag) {
        case (1, kAudioChannelLayoutTag_Mono), (2, kAudioChannelLayoutTag_Stereo): nil
        default: channelLayout
        }
    }

    /// Always true.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the format to an archive.
    open func encode(with coder: NSCoder) {
        let data = Data(bytes: storage.description, count: MemoryLayout<AudioStreamBasicDescription>.size)
        coder.encode(data as NSData, forKey: Self.descriptionKey)
        coder.encode(channelLayout, forKey: Self.layoutKey)
        coder.encode(magicCookie as NSData?, forKey: Self.cookieKey)
    }

    /// Reads a format from an archive; nil if there is none in it.
    public required init?(coder: NSCoder) {
        var description = AudioStreamBasicDescription()
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.descriptionKey) as Data?,
            data.count == MemoryLayout<AudioStreamBasicDescription>.size
        else { return nil }
        _ = withUnsafeMutableBytes(of: &description) { data.copyBytes(to: $0) }
        let layout = coder.decodeObject(of: AVAudioChannelLayout.self, forKey: Self.layoutKey)
        guard let storage = FormatStorage(description, layout: layout) else { return nil }
        self.storage = storage
        super.init()
        magicCookie = coder.decodeObject(of: NSData.self, forKey: Self.cookieKey) as Data?
    }

    private static let descriptionKey = "streamDescription"
    private static let layoutKey = "channelLayout"
    private static let cookieKey = "magicCookie"
}
