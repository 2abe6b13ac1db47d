import AVFDSP
import AVFRealtime
import AVFRender
import CAVFDSP

/// A sampler: plays the zones of programs, each with envelopes, LFOs, a low-pass and the modulators of
/// SoundFonts.
///
/// The first four parameters and their addresses are those of Apple's 'samp'. `SamplerUnit` gives it
/// programs; without one it is silent. A note is heard from its own frame on, and no sample depends on how
/// time is cut into blocks.
package struct SamplerKernel: MailboxKernel, ~Copyable {
    package static let symbol = "sampler"
    package static let name = "Sampler"
    package static let summary = "Plays sampled instruments from MIDI."
    package static let kind = UnitKind.instrument
    package static let subtype = fourCharacterCode("samp")
    package static let isAppleClass = true
    package static let acceptsMIDI = true

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable {
        case gain, coarseTuning, fineTuning, pan, voiceCount, interpolation, multitimbral, reverb, chorus
    }

    package static func address(of parameter: Parameter) -> UInt64 {
        UInt64(parameter.rawValue < 4 ? 900 + parameter.rawValue : 10_000 + parameter.rawValue)
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .gain: ParameterSpec("Gain", -90...12, default: 0, .decibels, "Gain of everything.")
        case .coarseTuning:
            ParameterSpec("Coarse Tuning", -24...24, default: 0, .semitones, "Semitones added to every note.")
        case .fineTuning:
            ParameterSpec("Fine Tuning", -99...99, default: 0, .cents, "Cents added to every note.")
        case .pan: ParameterSpec("Pan", -1...1, default: 0, .pan, "Balance from left to right.")
        case .voiceCount:
            ParameterSpec(
                "Voice Count", 1...1024, default: 64, .generic, "The most voices that sound at once.",
                isInteger: true)
        case .interpolation:
            ParameterSpec(
                "Interpolation", 0...3, default: 1, .indexed, "How values between two samples are found.",
                namedValues: [
                    NamedValue(0, "Linear"), NamedValue(1, "Cubic"), NamedValue(2, "Sinc of 8"),
                    NamedValue(3, "Sinc of 16"),
                ])
        case .multitimbral:
            .toggle(
                "Multitimbral", default: false,
                "Whether each MIDI channel plays a part of its own, or all the first one.")
        case .reverb: percent("Reverb", "Level of the room that voices send to.")
        case .chorus: percent("Chorus", "Level of the chorus that voices send to.")
        }
    }

    private static func percent(_ name: String, _ summary: String) -> ParameterSpec {
        ParameterSpec(name, 0...100, default: 100, .percent, summary)
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double { SamplerEffects.tailSeconds }

    private static var tickFrameCount: Int { @_noLocks get { AVF_DSP_VOICE_TICK } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let mix: OwnedBuffer<Float>
    private let buses: OwnedBuffer<UnsafeMutablePointer<Float>>
    private let rampFrameCount: Int
    private var parts = SamplerParts()
    private var mailbox = SamplerMailbox(nil)
    private var voices: SamplerVoices
    private var effects: SamplerEffects
    private var left = GainRamp()
    private var right = GainRamp()
    private var decibels = Float.nan
    private var pan = Float.nan
    private var isMultitimbral = false
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        voices = SamplerVoices(sampleRateHz: configuration.sampleRateHz)
        effects = SamplerEffects(configuration)
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        mix = OwnedBuffer(repeating: 0, count: 4 * Self.tickFrameCount)
        let first = mix.pointer
        buses = OwnedBuffer(count: 4) { first + $0 * Self.tickFrameCount }
    }

    deinit {
        voices.discardReferences()
        parts.discardReferences()
    }

    package static func makeMailbox() -> SamplerMailbox { .make() }

    package static func discard(_ mailbox: SamplerMailbox) { mailbox.discard() }

    package static func service(_ mailbox: SamplerMailbox) { mailbox.collect() }

    package mutating func connect(_ mailbox: SamplerMailbox) { self.mailbox = mailbox }

    @_noLocks
    package mutating func reset() {
        voices.endAll(mailbox)
        voices.channels.reset()
        voices.now = 0
        parts.forgetChoices()
        parts.resolveAll(voices.channels, isMultitimbral: isMultitimbral)
        effects.reset()
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        takePrograms()
        voices.align(to: block.sampleTime)
        let events = block.eventsIn
        var frame = 0
        var place = 0
        while frame < block.frameCount {
            while place < events.count, Int(events[place].sampleTime &- block.sampleTime) <= frame {
                take(events[place])
                place &+= 1
            }
            var end = block.frameCount
            if place < events.count { end = min(end, Int(events[place].sampleTime &- block.sampleTime)) }
            frame &+= render(block, from: frame, atMost: end &- frame)
        }
    }

    /// Makes frames up to the next tick at the latest; gives their number.
    @_noLocks
    private mutating func render(_ block: RenderBlock, from frame: Int, atMost most: Int) -> Int {
        let sends = voices.sends.pointer.pointee
        effects.begin(reverb: sends.reverb, chorus: sends.chorus)
        voices.sends.pointer.pointee = (false, false)
        let tick = Self.tickFrameCount &- Int(voices.now % Int64(Self.tickFrameCount))
        var count = min(most, tick)
        if voices.activeCount == 0, !effects.isSounding {
            voices.now &+= Int64(count)
            for channel in 0..<block.output.channelCount {
                avf_dsp_clear(block.output[channel] + frame, count)
            }
            left.advance(count)
            right.advance(count)
            return count
        }
        count = min(count, effects.framesUntilRest)
        let hasVoices = voices.activeCount > 0
        let time = voices.now
        voices.render(buses.pointer, frameCount: count, mailbox: mailbox)
        effects.process(buses.pointer, count, at: time, hasVoices: hasVoices)
        write(block, from: frame, count)
        return count
    }

    /// Left and right into the first two channels, or both into a single one with the same power.
    @_noLocks
    private mutating func write(_ block: RenderBlock, from frame: Int, _ count: Int) {
        let channelCount = block.output.channelCount
        left.apply(to: buses.pointer[0], into: buses.pointer[0], count)
        right.apply(to: buses.pointer[1], into: buses.pointer[1], count)
        left.advance(count)
        right.advance(count)
        if channelCount == 1 {
            avf_dsp_add(buses.pointer[0], buses.pointer[1], count)
            avf_dsp_scale(block.output[0] + frame, buses.pointer[0], 0.707_106_77, count)
            return
        }
        for channel in 0..<channelCount {
            if channel < 2 {
                avf_dsp_copy(block.output[channel] + frame, buses.pointer[channel], count)
            } else {
                avf_dsp_clear(block.output[channel] + frame, count)
            }
        }
    }

    // MARK: - Settings

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>) {
        if decibels != parameters[.gain] || pan != parameters[.pan] || isFresh {
            decibels = parameters[.gain]
            pan = parameters[.pan]
            let gain = decibels <= -90 ? 0 : linearGain(ofDecibels: decibels)
            left.follow(gain * min(1, 1 - pan), over: isFresh ? 0 : rampFrameCount)
            right.follow(gain * min(1, 1 + pan), over: isFresh ? 0 : rampFrameCount)
        }
        effects.follow(reverb: parameters[.reverb] / 100, chorus: parameters[.chorus] / 100)
        voices.settings.voiceCount = max(1, min(SamplerVoices.mostVoices, Int(parameters[.voiceCount])))
        voices.state.pointer.pointee.quality = Int32(parameters[.interpolation])
        let cents = Double(parameters[.coarseTuning]) * 100 + Double(parameters[.fineTuning])
        if cents != voices.settings.tuningCents {
            voices.settings.tuningCents = cents
            voices.followAll()
        }
        let isMultitimbral = parameters[.multitimbral] >= 0.5
        if isMultitimbral != self.isMultitimbral {
            self.isMultitimbral = isMultitimbral
            parts.resolveAll(voices.channels, isMultitimbral: isMultitimbral)
        }
        isFresh = false
    }

    @_noLocks
    private mutating func takePrograms() {
        let news = mailbox.takeNews()
        guard news != 0 else { return }
        for part in 0..<SamplerMailboxContents.partCount where news >> UInt32(part) & 1 == 1 {
            guard let reference = mailbox.take(part: part) else { continue }
            if let old = parts.replace(part, reference) { mailbox.endUse(old) }
            parts.resolve(part, voices.channels, isMultitimbral: isMultitimbral)
        }
    }

    // MARK: - Messages

    @_noLocks
    private mutating func take(_ event: UnitEvent) {
        let channel = Int(event.channel)
        let (first, second) = (Int(event.byte(1) & 0x7F), Int(event.byte(2) & 0x7F))
        switch event.channelStatus {
        case 0x90 where second > 0: strike(channel, key: first, velocity: second)
        case 0x80, 0x90: lift(channel, key: first)
        case 0xA0:
            voices.channels.set(pressure: UInt8(second), key: first, channel)
            voices.follow(channel)
        case 0xB0: control(channel, first, UInt8(second))
        case 0xC0: change(channel, program: first)
        case 0xD0:
            voices.channels[channel].pressure = UInt8(first)
            voices.follow(channel)
        case 0xE0:
            voices.channels[channel].bend = second &* 128 &+ first
            voices.follow(channel)
        default: break
        }
    }

    @_noLocks
    private func part(_ channel: Int) -> Int { isMultitimbral ? channel : 0 }

    @_noLocks
    private mutating func strike(_ channel: Int, key: Int, velocity: Int) {
        guard let reference = parts.reference(part(channel)), let program = parts.program(part(channel))
        else {
            return
        }
        voices.strike(program, reference, channel: channel, key: key, velocity: velocity, mailbox: mailbox)
    }

    @_noLocks
    private mutating func lift(_ channel: Int, key: Int) {
        let part = part(channel)
        voices.lift(parts.program(part), parts.reference(part), channel: channel, key: key, mailbox: mailbox)
    }

    @_noLocks
    private mutating func change(_ channel: Int, program: Int) {
        voices.channels[channel].program = program
        // A sampler of one part is told what it plays by its owner, unless it was given a choice.
        parts.choose(
            part(channel), channel: channel,
            bank: voices.channels.bank(channel, isPercussion: isMultitimbral && channel == 9),
            number: program)
    }

    @_noLocks
    private mutating func control(_ channel: Int, _ number: Int, _ value: UInt8) {
        let wasDown = voices.channels.isDown(66, channel)
        voices.channels.set(controller: number, channel, value)
        if voices.channels.takeParameterNumber(number, channel, value) { return voices.follow(channel) }
        switch number {
        case 64: if value < 64 { voices.pedalsMoved(channel) }
        case 66:
            if value < 64 { voices.pedalsMoved(channel) } else if !wasDown { voices.holdSostenuto(channel) }
        case 120: voices.silence(channel)
        case 121:
            voices.channels.resetControllers(channel)
            voices.follow(channel)
            voices.pedalsMoved(channel)
        case 123...127: voices.liftAll(channel)
        default: break
        }
        voices.follow(channel, controller: number)
    }
}
