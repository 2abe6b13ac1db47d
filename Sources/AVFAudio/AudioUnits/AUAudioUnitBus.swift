import AVFGraph
import Synchronization

/// A bus of an `AUAudioUnit`: its format and its name.
open class AUAudioUnitBus: NSObject, @unchecked Sendable {
    // Sendable: everything that changes is behind a Mutex.
    struct Settings {
        var format: AVAudioFormat
        var isEnabled = true
        var name: String?
        var shouldAllocateBuffer = true
        var maximumChannelCount: AUAudioChannelCount = 0
        var contextPresentationLatency: TimeInterval = 0
        var supportedChannelCounts: [NSNumber]?
        weak var owner: AUAudioUnit?
        var busType = AUAudioUnitBusType.output
        var index = 0
    }

    let settings: Mutex<Settings>

    /// A bus with a format.
    ///
    /// - Throws: An `NSError` with the code −10868 for a format without channels or a rate, or that is not
    ///   linear PCM.
    public init(format: AVAudioFormat) throws {
        try Self.check(format)
        settings = Mutex(Settings(format: format))
        super.init()
    }

    /// A bus of a unit, in the standard format at 48 kHz.
    init(_ name: String, channelCount: Int, isFixed: Bool) {
        var made = Settings(format: .standard(BusFormat(sampleRateHz: 48_000, channelCount: channelCount)))
        made.name = name
        made.supportedChannelCounts = isFixed ? [NSNumber(value: channelCount)] : nil
        settings = Mutex(made)
        super.init()
    }

    private static func check(_ format: AVAudioFormat) throws {
        guard format.streamDescription.pointee.isLinearPCM, format.busFormat.isValid else {
            throw AVFAudioError.error(
                kAudioUnitErr_FormatNotSupported, "A bus cannot have the format \(format).")
        }
    }

    /// The bus's format.
    open var format: AVAudioFormat { settings.withLock { $0.format } }

    /// Gives the bus another format, while no render resources are allocated.
    ///
    /// - Throws: An `NSError` with the code −10868 for a format that the unit cannot have, −10849 too late.
    open func setFormat(_ format: AVAudioFormat) throws {
        try Self.check(format)
        let (owner, counts) = settings.withLock { ($0.owner, $0.supportedChannelCounts) }
        guard owner?.renderResourcesAllocated != true else {
            throw AVFAudioError.error(
                kAudioUnitErr_Initialized,
                "The format of a bus cannot change while its unit's render resources are allocated.")
        }
        let channels = NSNumber(value: format.channelCount)
        guard counts?.contains(channels) ?? true else {
            throw AVFAudioError.error(
                kAudioUnitErr_FormatNotSupported,
                "The bus \"\(name ?? "")\" cannot have \(channels) channels, only \(counts ?? []).")
        }
        settings.withLock { $0.format = format }
    }

    /// Whether it is used; default true.
    open var isEnabled: Bool {
        get { settings.withLock { $0.isEnabled } }
        set { settings.withLock { $0.isEnabled = newValue } }
    }

    /// What a person reads.
    open var name: String? {
        get { settings.withLock { $0.name } }
        set { settings.withLock { $0.name = newValue } }
    }

    /// What an empty array gives when it is asked for a bus.
    static var spare: AUAudioUnitBus { AUAudioUnitBus("", channelCount: 2, isFixed: false) }

    /// Its place in its array.
    public final var index: Int { settings.withLock { $0.index } }

    /// Whether it goes in or out.
    public final var busType: AUAudioUnitBusType { settings.withLock { $0.busType } }

    /// The unit whose bus it is; asking a bus that is in no array makes a unit that does nothing.
    public final var ownerAudioUnit: AUAudioUnit {
        settings.withLock { $0.owner } ?? .standIn
    }

    /// The layouts that fit; nil for any.
    open var supportedChannelLayoutTags: [NSNumber]? { nil }

    /// The numbers of channels that fit; nil for any.
    open var supportedChannelCounts: [NSNumber]? {
        get { settings.withLock { $0.supportedChannelCounts } }
        set { settings.withLock { $0.supportedChannelCounts = newValue } }
    }

    /// The most channels; 0, the default, for no limit.
    open var maximumChannelCount: AUAudioChannelCount {
        get { settings.withLock { $0.maximumChannelCount } }
        set { settings.withLock { $0.maximumChannelCount = newValue } }
    }

    /// Whether the unit brings memory for the bus; it always does, whatever is said here.
    ///
    /// Default true.
    open var shouldAllocateBuffer: Bool {
        get { settings.withLock { $0.shouldAllocateBuffer } }
        set { settings.withLock { $0.shouldAllocateBuffer = newValue } }
    }

    /// Seconds until what comes out of the bus is heard, or since what goes in was made; the host's to set.
    open var contextPresentationLatency: TimeInterval {
        get { settings.withLock { $0.contextPresentationLatency } }
        set { settings.withLock { $0.contextPresentationLatency = newValue } }
    }
}
