import AVFMedia

/// Converts a stream from one format to another: the form of samples, the channels, the rate, the coding.
///
/// Compressed formats are decoded and encoded where FFmpeg is installed and knows them: AAC, Apple Lossless,
/// FLAC, Opus, MPEG layers I to III, µ-law, A-law, IMA 4:1, AC-3; there is no way from one compressed format
/// to another. How the input is cut into buffers, and the output into calls, changes no bit of it. Options
/// are to be set before the first call; a change starts the stream anew. Threads may share a converter: its
/// calls take turns.
open class AVAudioConverter: NSObject, @unchecked Sendable {
    // Sendable: what changes is used under the lock, which is recursive because input blocks may call back.
    private let source: AVAudioFormat
    private let target: AVAudioFormat
    private let lock = NSRecursiveLock()
    private var options = ConverterOptions()
    private var state: ConverterState

    /// A converter; nil if there is no way from the one format to the other.
    public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
        guard let state = ConverterState(from: fromFormat, to: toFormat, options) else { return nil }
        self.state = state
        source = fromFormat
        target = toFormat
        super.init()
    }

    /// The format of what comes in.
    open var inputFormat: AVAudioFormat { source }

    /// The format of what goes out.
    open var outputFormat: AVAudioFormat { target }

    /// Goes back to the beginning of the stream; needed after its end to convert another one.
    open func reset() {
        lock.withLock { state.restart() }
    }

    /// For each output channel the input channel that it gets, or a negative number for silence.
    ///
    /// Unless set, channels go where their label is, mono goes to left and right, and without labels channel
    /// n goes to channel n. A map of another length than `outputFormat` has channels makes conversions fail.
    open var channelMap: [NSNumber] {
        get {
            lock.withLock {
                let map = options.channelMap ?? ChannelRouting.standardMap(from: source, to: target)
                return map.map { NSNumber(value: $0) }
            }
        }
        set { set(\.channelMap, newValue.map(\.intValue)) }
    }

    /// What a decoder needs to know beyond the format, or what an encoder tells.
    ///
    /// To be set before the first packet; unset, that of `inputFormat`, or else the defaults. An ES
    /// descriptor or an AudioSpecificConfig for AAC, an ALACSpecificConfig, FLAC's 'dfLa' atom or STREAMINFO,
    /// an OpusHead. What FLAC's encoder tells is complete at the end of the stream.
    open var magicCookie: Data? {
        get { lock.withLock { state.magicCookie ?? options.magicCookie ?? source.magicCookie } }
        set { set(\.magicCookie, newValue) }
    }

    /// Whether more channels than go out are mixed instead of left out; default false.
    ///
    /// To stereo as ITU-R BS.775 says, to mono as the mean of both sides. A `channelMap` that was set counts
    /// more.
    open var downmix: Bool {
        get { lock.withLock { options.isMixedDown } }
        set { set(\.isMixedDown, newValue) }
    }

    /// Whether integers that lose bits get noise of one step first; default false.
    ///
    /// The noise is triangular and the same for each run.
    open var dither: Bool {
        get { lock.withLock { options.isDithered } }
        set { set(\.isDithered, newValue) }
    }

    /// How good the conversion of rates is, an `AVAudioQuality`; default medium.
    ///
    /// | quality | flat up to | images and aliases below | reach of the filter |
    /// |---|---|---|---|
    /// | `min` | 66 % of half the lower rate | −80 dB | 16 frames |
    /// | `low` | 84 % | −95 dB | 40 frames |
    /// | `medium`, `high` | 90.7 % (20 of 22.05 kHz) | −120 dB | 88 frames |
    /// | `max` | 90.7 % | −150 dB | 112 frames, in double precision |
    ///
    /// Frames are of the lower rate. An output frame comes as soon as the filter's reach into the future is
    /// there: while the input block has no data, so many frames are withheld, and no more. They come at the
    /// end of the stream.
    open var sampleRateConverterQuality: Int {
        get { lock.withLock { options.rateQuality } }
        set { set(\.rateQuality, newValue) }
    }

    /// The way of rate conversion, an `AVSampleRateConverterAlgorithm_` constant; default normal.
    ///
    /// `Mastering` has the quality of `AVAudioQuality.max`. `MinimumPhase` has nothing before an impulse and
    /// a reach of 16 frames; other strings count as `Normal`.
    open var sampleRateConverterAlgorithm: String? {
        get { lock.withLock { options.rateAlgorithm } }
        set { set(\.rateAlgorithm, newValue) }
    }

    /// What happens at the edges of a stream when its rate is converted; default `normal`.
    open var primeMethod: AVAudioConverterPrimeMethod {
        get { lock.withLock { options.primeMethod } }
        set { set(\.primeMethod, newValue) }
    }

    /// Input frames that the conversion of rates takes into account around each place.
    ///
    /// The trailing frames are those that must follow an output's place before it can be made: with
    /// `AVAudioConverterPrimeMethod.normal` so much is withheld while there is no data, with `none` the
    /// output is late by so much. Leading frames that are set are those that
    /// `AVAudioConverterPrimeMethod.pre` takes for the past.
    ///
    /// An encoder's frames are those that it puts before the sound and, known at the end of the stream,
    /// behind it. Set on a decoder they are left out, so that exactly the sound comes back; Opus tells the
    /// leading ones itself.
    open var primeInfo: AVAudioConverterPrimeInfo {
        get { lock.withLock { options.primeInfo ?? state.primeInfo } }
        set {
            lock.withLock {
                options.primeInfo = newValue
                state.configure(options)
            }
        }
    }

    /// Converts a buffer between formats of one rate, all of it.
    ///
    /// - Throws: An `NSError` with the code −50 if the rates differ or a format is compressed, if a buffer
    ///   has another format than the converter, or if the output has less room than the input has frames.
    open func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
        try lock.withLock { try state.convert(inputBuffer, into: outputBuffer) }
    }

    /// Fills a buffer, asking for input as it is needed.
    ///
    /// The block is called on this thread, as often as needed, and not after this call. The buffer's length
    /// says how much was made. The last part of a stream comes with `haveData`; the next call returns
    /// `endOfStream`.
    @discardableResult
    open func convert(
        to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer,
        withInputFrom inputBlock: @escaping AVAudioConverterInputBlock
    ) -> AVAudioConverterOutputStatus {
        lock.withLock {
            do {
                return try state.fill(outputBuffer, from: inputBlock)
            } catch {
                outError?.pointee = error as NSError
                return .error
            }
        }
    }

    func set<Value: Equatable>(_ option: WritableKeyPath<ConverterOptions, Value>, _ value: Value) {
        lock.withLock {
            guard options[keyPath: option] != value else { return }
            options[keyPath: option] = value
            state.configure(options)
        }
    }

    func get<Value>(_ option: KeyPath<ConverterOptions, Value>) -> Value {
        lock.withLock { options[keyPath: option] }
    }

    /// What the encoder says; nil unless this converter encodes.
    func encoder<Value>(_ body: (PacketEncoding) -> Value?) -> Value? {
        lock.withLock { state.encoding.flatMap(body) }
    }
}
