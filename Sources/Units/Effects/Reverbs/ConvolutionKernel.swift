import AVFDSP
import AVFRender
import CAVFDSP

/// A recorded room: convolution with an impulse response from a file, without latency.
///
/// Another response takes over without a click and without cutting the room that is left: what came in before
/// still sounds in the old one, what comes in after sounds in the new one.
package struct ConvolutionKernel: SoundKernel, ~Copyable {
    package static let symbol = "convolution"
    package static let name = "Convolution Reverb"
    package static let summary =
        "Places the sound in a recorded room; passes it untouched without an impulse response."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("conv")
    package static let sound: UnitSoundSpec? = UnitSoundSpec("impulse response", mostSeconds: 30)

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case dryWetMix, gain }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .dryWetMix:
            ParameterSpec(
                "Dry/Wet Mix", 0...100, default: 100, .percent,
                "Share of the room: 0 is dry only, 100 wet only, with constant power between.")
        case .gain:
            ParameterSpec(
                "Gain", -96...24, default: 0, .decibels, "Gain of the room; −96 dB is silence.")
        }
    }

    private static var partFrameCount: Int { @_noLocks get { 512 } }
    private static var fadeSeconds: Double { 0.02 }

    private let channelCount: Int
    private let rampFrameCount: Int
    private let fadeFrameCount: Int
    /// What goes into and comes out of the room, and the room that is left.
    private let wetSignal: ChannelRows
    private let leavingSignal: ChannelRows

    private var room: UnsafeMutablePointer<PartitionedConvolver>
    private var leavingRoom: UnsafeMutablePointer<PartitionedConvolver>?
    private var unusedRoom: UnsafeMutablePointer<PartitionedConvolver>?
    /// Frames of the way from one room to the other that are done.
    private var movedFrameCount = 0
    /// Frames for which the old room still sounds.
    private var leavingFrameCount = 0
    /// Frames of the old room's last fade that are done, if it must go before it is silent.
    private var hurriedFrameCount: Int?

    private var dry = GainRamp()
    private var wet = GainRamp()
    private var mixPercent = Float.nan
    private var decibels = Float.nan
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        channelCount = configuration.channelCount
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        fadeFrameCount = max(1, Int(configuration.sampleRateHz * Self.fadeSeconds))
        wetSignal = ChannelRows(channelCount: channelCount, frameCount: Self.partFrameCount)
        leavingSignal = ChannelRows(channelCount: channelCount, frameCount: Self.partFrameCount)
        room = Self.emptyRoom(channelCount)
    }

    deinit {
        Self.discard(room)
        if let leavingRoom { Self.discard(leavingRoom) }
        if let unusedRoom { Self.discard(unusedRoom) }
    }

    @_noLocks
    package mutating func reset() {
        room.pointee.reset()
        if leavingRoom != nil { leave() }
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        var done = 0
        while done < block.frameCount {
            let count = min(block.frameCount - done, framesUntilTurn)
            for channel in 0..<channelCount {
                avf_dsp_copy(wetSignal[channel], block.input[channel] + done, count)
            }
            reverberate(count)
            for channel in 0..<channelCount {
                let output = block.output[channel] + done
                dry.apply(to: block.input[channel] + done, into: output, count)
                wet.add(wetSignal[channel], to: output, count)
            }
            dry.advance(count)
            wet.advance(count)
            done += count
        }
    }

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>) {
        let hasChanged = mixPercent != parameters[.dryWetMix] || decibels != parameters[.gain] || isFresh
        guard hasChanged else { return }
        mixPercent = parameters[.dryWetMix]
        decibels = parameters[.gain]
        let mix = EqualPowerMix(percent: mixPercent)
        dry.follow(mix.dry, over: isFresh ? 0 : rampFrameCount)
        wet.follow(mix.wet * linearGain(ofDecibels: decibels), over: isFresh ? 0 : rampFrameCount)
        isFresh = false
    }

    // MARK: - Rooms

    @_noLocks
    package mutating func makeRoom() -> Bool {
        if leavingRoom != nil, movedFrameCount == fadeFrameCount, hurriedFrameCount == nil {
            hurriedFrameCount = 0
        }
        return leavingRoom == nil && unusedRoom == nil
    }

    @_noLocks
    package mutating func take(_ material: UnsafeMutableRawPointer) {
        if isFresh {
            unusedRoom = room
        } else {
            leavingRoom = room
            leavingFrameCount = room.pointee.tapCount
            movedFrameCount = 0
        }
        room = material.assumingMemoryBound(to: PartitionedConvolver.self)
    }

    @_noLocks
    package mutating func giveBack() -> UnsafeMutableRawPointer? {
        guard let unused = unusedRoom else { return nil }
        unusedRoom = nil
        return UnsafeMutableRawPointer(unused)
    }

    @_noLocks
    private mutating func leave() {
        unusedRoom = leavingRoom
        leavingRoom = nil
        hurriedFrameCount = nil
    }

    /// Frames until something begins or ends.
    private var framesUntilTurn: Int {
        @_noLocks get {
            guard leavingRoom != nil else { return Self.partFrameCount }
            var count = Self.partFrameCount
            if movedFrameCount < fadeFrameCount {
                count = min(count, fadeFrameCount - movedFrameCount)
            } else {
                count = min(count, max(1, leavingFrameCount))
            }
            if let hurriedFrameCount { count = min(count, fadeFrameCount - hurriedFrameCount) }
            return count
        }
    }

    @_noLocks
    private mutating func reverberate(_ count: Int) {
        if let leavingRoom { soundOn(leavingRoom, count) }
        room.pointee.process(input: wetSignal.rows, output: wetSignal.rows, frameCount: count)
        guard leavingRoom != nil else { return }
        for channel in 0..<channelCount { avf_dsp_add(wetSignal[channel], leavingSignal[channel], count) }
        let isSilent = movedFrameCount == fadeFrameCount && leavingFrameCount <= 0
        if isSilent || hurriedFrameCount == fadeFrameCount { leave() }
    }

    /// Divides the input between the two rooms, and lets the old one sound.
    @_noLocks
    private mutating func soundOn(_ old: UnsafeMutablePointer<PartitionedConvolver>, _ count: Int) {
        let isMoving = movedFrameCount < fadeFrameCount
        for channel in 0..<channelCount {
            if isMoving {
                avf_dsp_copy(leavingSignal[channel], wetSignal[channel], count)
                avf_dsp_fade_out(leavingSignal[channel], fade(from: movedFrameCount), count)
                avf_dsp_fade_in(wetSignal[channel], fade(from: movedFrameCount), count)
            } else {
                avf_dsp_clear(leavingSignal[channel], count)
            }
        }
        old.pointee.process(input: leavingSignal.rows, output: leavingSignal.rows, frameCount: count)
        if isMoving { movedFrameCount += count } else { leavingFrameCount -= count }
        guard let hurried = hurriedFrameCount else { return }
        for channel in 0..<channelCount {
            avf_dsp_fade_out(leavingSignal[channel], fade(from: hurried), count)
        }
        hurriedFrameCount = hurried + count
    }

    @_noLocks
    private func fade(from frame: Int) -> avf_dsp_ramp {
        avf_dsp_ramp(start: 0, step: 1 / Float(fadeFrameCount), firstIndex: UInt32(frame))
    }
}
