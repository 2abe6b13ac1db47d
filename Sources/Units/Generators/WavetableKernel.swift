import AVFDSP
import AVFRender
import CAVFDSP

/// A periodic tone whose cycle is the user's, without audible aliases; several cycles fade into each other.
package struct WavetableKernel: SoundKernel, ~Copyable {
    package static let symbol = "wavetable"
    package static let name = "Wavetable"
    package static let summary =
        "Plays single cycles of any wave; sine, triangle, square and sawtooth unless it is given others."
    package static let kind = UnitKind.generator
    package static let subtype = fourCharacterCode("wtbl")
    package static let sound: UnitSoundSpec? = UnitSoundSpec("cycles", mostSeconds: 30)

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case frequency, level, position }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .frequency:
            ParameterSpec(
                "Frequency", 1...24_000, default: 440, .hertz,
                "Cycles in a second; held below half of the sample rate.", isLogarithmic: true)
        case .level:
            ParameterSpec(
                "Level", -96...0, default: -12, .decibels,
                "Gain of the cycles, which peak as their samples do; −96 dB is silence.")
        case .position:
            ParameterSpec(
                "Position", 0...100, default: 0, .percent,
                "Which cycle: from the first to the last one, mixed in between.")
        }
    }

    private static var blockFrameCount: Int { @_noLocks get { 256 } }

    private let sampleRateHz: Double
    private let rampFrameCount: Int
    private let scratch: UnsafeMutablePointer<Float>
    private var accumulator = PhaseAccumulator()
    private var gain = GainRamp()
    private var place = GainRamp()
    private var frequencyHz = Float.nan
    private var decibels = Float.nan
    private var isFresh = true

    private var table: UnsafeMutablePointer<Wavetable>
    private var leavingTable: UnsafeMutablePointer<Wavetable>?
    private var unusedTable: UnsafeMutablePointer<Wavetable>?
    /// Frames of the way from one table to the other that are done.
    private var fadedFrameCount = 0

    package init(_ configuration: UnitConfiguration) {
        sampleRateHz = configuration.sampleRateHz
        rampFrameCount = max(1, Int(configuration.sampleRateHz * GainRamp.seconds))
        scratch = .allocate(capacity: Self.blockFrameCount)
        scratch.initialize(repeating: 0, count: Self.blockFrameCount)
        table = Self.classics
    }

    deinit {
        scratch.deallocate()
        Self.discard(table)
        if let leavingTable { Self.discard(leavingTable) }
        if let unusedTable { Self.discard(unusedTable) }
    }

    @_noLocks
    package mutating func reset() {
        accumulator.reset()
        if leavingTable != nil { leave() }
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        guard block.output.channelCount > 0 else { return }
        let first = block.output[0]
        var done = 0
        while done < block.frameCount {
            let count = frameCount(atMost: block.frameCount - done)
            play(into: first + done, count)
            done += count
        }
        gain.apply(to: first, into: first, block.frameCount)
        gain.advance(block.frameCount)
        for channel in 1..<max(1, block.output.channelCount) {
            avf_dsp_copy(block.output[channel], first, block.frameCount)
        }
    }

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>) {
        let frames = isFresh ? 0 : rampFrameCount
        if frequencyHz != parameters[.frequency] || isFresh {
            frequencyHz = parameters[.frequency]
            accumulator.setFrequency(Double(frequencyHz), sampleRateHz: sampleRateHz, over: frames)
        }
        if decibels != parameters[.level] || isFresh {
            decibels = parameters[.level]
            gain.follow(linearGain(ofDecibels: decibels), over: frames)
        }
        place.follow(parameters[.position] / 100, over: frames)
        isFresh = false
    }

    /// Frames until something turns.
    @_noLocks
    private func frameCount(atMost frameCount: Int) -> Int {
        var count = min(min(frameCount, Self.blockFrameCount), place.framesUntilTurn)
        count = min(count, accumulator.framesUntilTurn)
        return leavingTable == nil ? count : min(count, rampFrameCount - fadedFrameCount)
    }

    @_noLocks
    private mutating func play(into output: UnsafeMutablePointer<Float>, _ count: Int) {
        write(table, into: output, count)
        if let leavingTable {
            write(leavingTable, into: scratch, count)
            let ramp = avf_dsp_ramp(
                start: 0, step: 1 / Float(rampFrameCount), firstIndex: UInt32(fadedFrameCount))
            avf_dsp_crossfade(output, scratch, output, ramp, count)
            fadedFrameCount += count
            if fadedFrameCount == rampFrameCount { leave() }
        }
        place.advance(count)
        accumulator.advance(count)
    }

    @_noLocks
    private func write(
        _ table: UnsafeMutablePointer<Wavetable>, into output: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        let last = Float(table.pointee.cycleCount - 1)
        var position = place.line
        position.start *= last
        position.step *= last
        table.pointee.process(accumulator.line, position: position, into: output, frameCount: count)
    }

    // MARK: - Other tables

    @_noLocks
    package mutating func makeRoom() -> Bool { leavingTable == nil && unusedTable == nil }

    @_noLocks
    package mutating func take(_ material: UnsafeMutableRawPointer) {
        leavingTable = table
        table = material.assumingMemoryBound(to: Wavetable.self)
        fadedFrameCount = 0
        // Nothing has been heard that could fade.
        if isFresh { leave() }
    }

    @_noLocks
    package mutating func giveBack() -> UnsafeMutableRawPointer? {
        guard let unused = unusedTable else { return nil }
        unusedTable = nil
        return UnsafeMutableRawPointer(unused)
    }

    @_noLocks
    private mutating func leave() {
        unusedTable = leavingTable
        leavingTable = nil
    }
}
