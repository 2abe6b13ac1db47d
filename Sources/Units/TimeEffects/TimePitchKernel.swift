import AVFDSP
import AVFRender
import CAVFDSP

/// Speed and pitch apart: a phase vocoder stretches by pitch / rate, and a varispeed plays that at the pitch.
///
/// Output frame n is the input at the sum of all rates before it; the frames that reach into the future are
/// placed as if rate and pitch stayed what they are, and those after a change make up for it. So nothing
/// drifts.
package struct TimePitchKernel: TimeKernel, ~Copyable {
    package static let symbol = "timePitch"
    package static let name = "Time Pitch"
    package static let summary = "Changes speed and pitch independently."
    package static let kind = UnitKind.timeEffect
    package static let subtype = fourCharacterCode("nutp")
    // A frame has at most 128 ms, and a third of that lies between two; at the lowest pitch all of it lasts
    // four times.
    package static let inputPace: InputPace? = InputPace(
        maximumRate: 32, aheadSeconds: 0.45, aheadFrameCount: 8 * reach * Int(AVF_DSP_FASTEST_PACE),
        windowSeconds: 0.3)

    /// Frames that the varispeed's filter reaches: a vocoder leaves no use for a longer one.
    private static var reach: Int { 48 }
    /// How long a change of rate or pitch takes.
    private static var rampSeconds: Double { 0.08 }

    /// Its parameters, those that Apple has at Apple's addresses.
    package enum Parameter: Int, CaseIterable, Sendable {
        case rate, pitch, overlap, spectralCoherence, transientPreservation, formantPreservation
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .rate:
            ParameterSpec(
                "Rate", 0.03125...32, default: 1, .ratio,
                "How many times faster the input plays, at its pitch.",
                isLogarithmic: true)
        case .pitch:
            ParameterSpec(
                "Pitch", -2400...2400, default: 0, .cents, "How much higher it sounds, at its speed.")
        case .overlap:
            ParameterSpec(
                "Overlap", 3...32, default: 8, .generic,
                "How often frames are laid over each other: more have fewer artefacts and take more time.")
        case .spectralCoherence:
            .toggle(
                "Spectral Coherence", default: true,
                "Whether what is no tone follows its louder neighbours, so that sounds stay together.")
        case .transientPreservation:
            .toggle(
                "Transient Preservation", default: true,
                "Whether attacks keep their shape, instead of being as long as the sound around them.")
        case .formantPreservation:
            .toggle(
                "Formant Preservation", default: false,
                "Whether formants stay where they are at another pitch, so that a voice stays its owner's.")
        }
    }

    package static func parameters(sectionCount: Int) -> [UnitDescriptor.Parameter] {
        // Apple may have uses for the next few.
        zip(Parameter.allCases, [0, 1, 4, 6, 7, 100]).map { parameter, address in
            .init(address: address, symbol: SourceName.of(case: parameter), spec: spec(parameter))
        }
    }

    // MARK: - Processing

    private let rampFrameCount: Int
    private let channelCount: Int
    private var vocoder: PhaseVocoder
    private var reader: VariableRateResampler
    private var speed = PaceRamp()
    private var interval = PaceRamp()
    private var cents: Float = 0
    private var ratio = 1.0
    private var isFresh = true

    /// Input from its start to the output's place: whole frames, and 2⁻³² of one.
    private var inputWhole = 0
    private var inputFraction: UInt64 = 0
    /// From the reader's place to the middle of the next frame, in 2⁻³² of the vocoder's frames.
    private var nextMiddle: Int64 = 0
    private var newestPlace = Int.min
    private var takenFrameCount = 0
    private var hopFrameCount = 0
    private var isCoherent = true
    private var keepsTransients = true
    private var keepsFormants = false

    private let frames: UnsafeMutablePointer<VocoderFrame>
    private let frameCapacity: Int
    private var frameCount = 0
    private var wantedFrameCount = 0
    private let ready: ChannelRows
    private let readyCapacity: Int
    private var readyFrameCount = 0
    /// What the vocoder makes before the output's frame 0.
    private var unheardFrameCount = 0

    package init(_ configuration: UnitConfiguration) {
        rampFrameCount = Int(configuration.sampleRateHz * Self.rampSeconds)
        channelCount = configuration.channelCount
        vocoder = PhaseVocoder(
            sampleRateHz: configuration.sampleRateHz, channelCount: configuration.channelCount)
        reader = VariableRateResampler(channelCount: configuration.channelCount, reach: Self.reach)
        let shortestHop = vocoder.size / 32
        frameCapacity =
            (4 * configuration.maximumFrameCount + 2 * vocoder.size + 2 * reader.longestReach) / shortestHop
            + 8
        frames = .allocate(capacity: frameCapacity)
        readyCapacity = 2 * vocoder.longestHopFrameCount + 4 * reader.longestReach
        ready = ChannelRows(channelCount: channelCount, frameCount: readyCapacity)
        reset()
    }

    deinit { frames.deallocate() }

    package var rate: Double { Double(speed.rate) * 0x1p-32 }

    package var aheadFrameCount: Int { @_noLocks get { takenFrameCount - inputWhole } }

    @_noLocks
    package static func rate(_ parameters: ParameterValues<Parameter>) -> Double { Double(parameters[.rate]) }

    @_noLocks
    package mutating func reset() {
        vocoder.reset()
        reader.reset()
        isFresh = true
        (inputWhole, inputFraction) = (0, 0)
        nextMiddle = Int64(-vocoder.size / 2) << 32
        newestPlace = .min
        (takenFrameCount, readyFrameCount, frameCount) = (0, 0, 0)
        unheardFrameCount = vocoder.size
    }

    @_noLocks
    package mutating func beginBlock(
        frameCount count: Int, _ parameters: ParameterValues<Parameter>, isBypassed: Bool
    ) -> Int {
        follow(parameters, isBypassed: isBypassed)
        frameCount = 0
        placeFrames(for: count)
        let end = frameCount > 0 ? frames[frameCount - 1].place + vocoder.size / 2 : takenFrameCount
        wantedFrameCount = max(0, end - takenFrameCount)
        takenFrameCount += wantedFrameCount
        return wantedFrameCount
    }

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>, isBypassed: Bool) {
        if parameters[.pitch] != cents {
            cents = parameters[.pitch]
            ratio = cents == 0 ? 1 : avf_dsp_exp2(Double(cents) / 1200)
        }
        let ramp = isFresh ? 0 : rampFrameCount
        speed.follow(isBypassed ? 1 : Self.rate(parameters), over: ramp)
        interval.follow(isBypassed ? 1 : ratio, over: ramp)
        reader.follow(isBypassed ? 1 : ratio, over: ramp)
        // At pitch 0 the reader copies, as soon as it is at a whole frame.
        if interval.rateStep == 0 && interval.rate == PaceRamp.frame {
            nextMiddle -= Int64(reader.settleOnFrame())
        }
        hopFrameCount = Int(Double(vocoder.size) / Double(parameters[.overlap]) + 0.5)
        isCoherent = parameters[.spectralCoherence] >= 0.5
        keepsTransients = parameters[.transientPreservation] >= 0.5
        keepsFormants = parameters[.formantPreservation] >= 0.5
        isFresh = false
    }

    /// Places the frames that this block's output needs, each at the output frame that needs it first.
    @_noLocks
    private mutating func placeFrames(for count: Int) {
        var left = count
        while left > 0, frameCount < frameCapacity {
            // The frame's first sample comes within the reader's reach.
            let start = nextMiddle - Int64(vocoder.size / 2 + reader.longestReach + 16) << 32
            let until = start < 0 ? 0 : interval.framesUntil(UInt64(start), atMost: left)
            advance(until)
            left -= until
            if left > 0 { placeFrame() }
        }
    }

    @_noLocks
    private mutating func placeFrame() {
        let isSettled = speed.rateStep == 0 && interval.rateStep == 0
        let isPlain = isSettled && speed.rate == PaceRamp.frame && interval.rate == PaceRamp.frame
        let pace = Double(speed.rate) / Double(interval.rate)
        let ahead = Double(nextMiddle) * pace + Double(inputFraction)
        // Rounded down from a half more, below zero too.
        let offset = ahead * 0x1p-32 + 0.5 + 0x1p40
        let place = inputWhole + Int(offset) - 1 << 40
        newestPlace = max(max(place, newestPlace), -vocoder.size / 2)
        frames[frameCount] = VocoderFrame(
            place: newestPlace, hopFrameCount: hopFrameCount, stretch: keepsTransients ? Float(1 / pace) : 1,
            isCoherent: isCoherent,
            formantPitch: keepsFormants ? Float(interval.rate) * 0x1p-32 : 1, isPlain: isPlain)
        frameCount += 1
        nextMiddle += Int64(hopFrameCount) << 32
    }

    /// Moves on by so many output frames.
    @_noLocks
    private mutating func advance(_ count: Int) {
        nextMiddle -= Int64(interval.distance(over: count))
        inputFraction += speed.distance(over: count)
        inputWhole += Int(inputFraction >> 32)
        inputFraction &= PaceRamp.frame - 1
        interval.advance(count)
        speed.advance(count)
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        let needed = reader.inputFrameCount(forOutput: block.frameCount)
        var (taken, read, made) = (0, 0, 0)
        var index = 0
        while true {
            let count = min(readyFrameCount, needed - read)
            made += reader.process(
                input: ready.rows, inputFrameCount: count, output: block.output.channels, from: made,
                outputFrameCount: block.frameCount)
            read += count
            dropReady(count)
            guard index < frameCount, readyFrameCount + vocoder.longestHopFrameCount <= readyCapacity else {
                return
            }
            taken = vocoder.take(
                block.input.channels, from: taken, available: wantedFrameCount, until: frames[index].place)
            lay(frames[index])
            index += 1
        }
    }

    @_noLocks
    private mutating func lay(_ frame: VocoderFrame) {
        vocoder.lay(frame, into: ready.rows, at: readyFrameCount)
        readyFrameCount += frame.hopFrameCount
        let unheard = min(unheardFrameCount, readyFrameCount)
        unheardFrameCount -= unheard
        dropReady(unheard)
    }

    @_noLocks
    private mutating func dropReady(_ count: Int) {
        guard count > 0 else { return }
        readyFrameCount -= count
        for channel in 0..<channelCount {
            avf_dsp_copy(ready[channel], ready[channel] + count, readyFrameCount)
        }
    }
}
