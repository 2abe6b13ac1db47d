import AVFRender
import TestSupport

/// One native unit in the real-time context, fed with noise and notes while its parameters jump about.
struct UnitRun {
    private static let blockSizes = [1, 17, 64, 128, 333, 512]

    private let name: String
    private let parameters: ParameterBlock
    private let plan: RenderPlan

    init(_ entry: UnitEntry) {
        let facts = entry.descriptor
        name = facts.name
        parameters = ParameterBlock(facts)
        let inputs = facts.inputBuses.map { _ in [PlanBuffer.arena(0), .arena(1)] }
        let unit = entry.make(
            UnitConfiguration(
                sampleRateHz: 48_000, inputChannelCounts: inputs.map(\.count),
                outputChannelCounts: facts.outputBuses.map { _ in 2 }, maximumFrameCount: 512,
                sectionCount: entry.defaultSectionCount), parameters)
        // A time effect is fed by a domain of its own.
        let bridge = unit as? DomainBridge
        let capacity = facts.inputPace?.inputFrameBound(
            forOutput: 512, rate: facts.inputPace?.maximumRate ?? 1, sampleRateHz: 48_000)
        var buses = PlanBuses()
        var steps = [
            buses.step(
                of: NoiseUnit(seed: 1), inputs: [], outputs: [[.arena(0), .arena(1)]],
                domain: bridge == nil ? 0 : 1)
        ]
        let outputs = facts.outputBuses.map { _ in [PlanBuffer.output(0), .output(1)] }
        let call = buses.step(of: unit, inputs: inputs, outputs: outputs)
        steps += facts.acceptsMIDI ? Self.played(call, makesMIDI: facts.makesMIDI, &buses) : [call]
        plan = RenderPlan(
            steps: steps, buses: buses,
            domains: [PlanDomain(parent: 0, bridge: nil)]
                + (bridge.map { [PlanDomain(parent: 0, bridge: $0)] } ?? []),
            arenaBufferCount: 2, eventBusCount: 3, outputChannelCount: 2, maximumFrameCount: 512,
            bufferFrameCapacity: capacity ?? 512)
    }

    /// A call behind notes that are delayed on their way.
    private static func played(_ call: PlanStep, makesMIDI: Bool, _ buses: inout PlanBuses) -> [PlanStep] {
        func silent(_ unit: RenderUnit, _ events: EventBuses) -> PlanStep {
            PlanStep(
                unit: unit, buses: buses.step(of: unit, inputs: [], outputs: []).buses, events: events)
        }
        return [
            silent(NoteUnit(), EventBuses(outputs: 0..<1)),
            silent(EventDelayUnit(frameCount: 100), EventBuses(input: 0, outputs: 1..<2)),
            PlanStep(
                unit: call.unit, buses: call.buses,
                events: EventBuses(input: 1, outputs: 2..<(makesMIDI ? 3 : 2))),
        ]
    }

    func render(blockCount: Int) throws(CheckFailure) {
        let renderer = Renderer()
        renderer.slot.publish(plan)
        let output = SampleBuffer(channelCount: 2, frameCapacity: 512)
        var random = SeededGenerator(seed: 1)
        for block in 0..<blockCount {
            let frameCount = Self.blockSizes[block % Self.blockSizes.count]
            if block % 10 == 0 { turnAKnob(using: &random) }
            renderer.render(output.channels, channelCount: 2, frameCount: frameCount, hostTime: 0)
            guard output.isFinite(frameCount: frameCount) else { throw .notFinite(name, block: block) }
        }
    }

    private func turnAKnob(using random: inout SeededGenerator) {
        guard parameters.count > 0 else { return }
        let index = Int.random(in: 0..<parameters.count, using: &random)
        parameters.store(Float.random(in: parameters.specs[index].range, using: &random), at: index)
    }
}

/// White noise, the same in every run.
package final class NoiseUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    private let state: UnsafeMutablePointer<UInt32>

    /// Noise from that seed on.
    package init(seed: UInt32) {
        state = .allocate(capacity: 1)
        state.initialize(to: seed)
        super.init()
    }

    deinit { state.deallocate() }

    package override func process(_ block: RenderBlock) { fill(block.output, block.frameCount) }

    @_noLocks
    private func fill(_ output: AudioBus, _ frameCount: Int) {
        for channel in 0..<output.channelCount {
            for frame in 0..<frameCount {
                // Numerical Recipes' generator: not good, but quick and without a table.
                state.pointee = state.pointee &* 1_664_525 &+ 1_013_904_223
                output[channel][frame] = Float(Int32(bitPattern: state.pointee)) / 4_294_967_296
            }
        }
    }
}

/// Notes that come and go, some of them in each block.
private final class NoteUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    override func process(_ block: RenderBlock) { Self.strike(block) }

    @_noLocks
    private static func strike(_ block: RenderBlock) {
        for frame in 0..<min(4, block.frameCount) {
            let number = block.sampleTime &+ Int64(frame)
            let note = UInt8(truncatingIfNeeded: number & 0x7F)
            let status: UInt8 = number & 1 == 0 ? 0x90 : 0x80
            _ = block.send(UnitEvent(status: status, note, 100, at: number))
        }
    }
}

extension SampleBuffer {
    /// Whether the first frames of every channel are numbers.
    func isFinite(frameCount: Int) -> Bool {
        (0..<channelCount).allSatisfy { channel in
            (0..<frameCount).allSatisfy { channels[channel][$0].isFinite }
        }
    }

    /// The loudest of the first frames of all channels.
    func peak(frameCount: Int) -> Float {
        (0..<channelCount).reduce(0) { peak, channel in
            (0..<frameCount).reduce(peak) { max($0, abs(channels[channel][$1])) }
        }
    }
}
