import AVFGraph
import AVFRender
import AVFUnits
import CAVFRealtime
import Glibc
import Synchronization

/// An input of a node that mixes, as one that can begin and end without a click.
package protocol FadingInput: AnyObject, Sendable {
    /// How long it takes to fade.
    var fadeSeconds: Double { get }

    /// Moves to silence, because what feeds the input is about to be cut. [any]
    ///
    /// A plan that has the input again lets it come back.
    func fadeOut()
}

extension MixerStrip: FadingInput {
    package var fadeSeconds: Double { Self.rampSeconds }
}

/// A mixer input of the plan that is rendered, and what feeds it.
struct AudibleInput {
    let input: any FadingInput
    let source: EngineNode?

    /// Whether cutting it may be heard.
    var isSounding: Bool { source?.isSounding ?? true }
}

extension AudioEngine {
    /// Whether what edits connect to a mixer or cut from it fades while a device plays, default true. [any]
    ///
    /// In manual rendering edits are hard cuts in any case: the samples are the program's own affair there.
    package var fadesEdits: Bool {
        get { fades.load(ordering: .relaxed) }
        set { fades.store(newValue, ordering: .relaxed) }
    }

    /// Fades out inputs that the next plan lacks, and waits until that has been rendered.
    ///
    /// Under the edit lock. A device that stands still does not keep the caller waiting for long.
    func fadeOutInputs(missingIn next: [AudibleInput], _ state: EngineState) {
        guard fadesNow(state) else { return }
        let sounding = Self.missing(in: next, of: state.audibleInputs).filter(\.isSounding)
        guard !sounding.isEmpty else { return }
        for input in sounding { input.input.fadeOut() }
        let rampSeconds = sounding.reduce(0) { max($0, $1.input.fadeSeconds) }
        let rampFrames = rampSeconds * state.model.outputFormat.sampleRateHz
        let end = host.renderer.position + Int64(rampFrames) + Int64(state.maximumFrameCount)
        let deadline = avf_rt_host_time() + Self.longestFadeNanoseconds
        while host.renderer.position < end, avf_rt_host_time() < deadline { usleep(500) }
    }

    /// Those inputs that are not among the next ones.
    private static func missing(in next: [AudibleInput], of inputs: [AudibleInput]) -> [AudibleInput] {
        // Most are where they were, before and behind what was edited.
        let start = zip(inputs, next).prefix { $0.input === $1.input }.count
        let end = zip(inputs[start...].reversed(), next[start...].reversed())
            .prefix { $0.input === $1.input }.count
        let present = Set(next[start..<next.count - end].map { ObjectIdentifier($0.input) })
        return inputs[start..<inputs.count - end].filter { !present.contains(ObjectIdentifier($0.input)) }
    }

    /// Lets a new input begin in silence if it brings a sound that is under way.
    ///
    /// A player that has yet to play keeps its first frames as they are.
    func fadeIn(_ input: MixerInput?, fedBy id: NodeID, _ state: EngineState) {
        if fadesNow(state), isSounding(id, state) { input?.fadeIn() }
    }

    /// Whether an edit that is made now is to fade.
    var fadesNow: Bool { state.withLock { fadesNow($0) } }

    private static let longestFadeNanoseconds: UInt64 = 100_000_000

    private func fadesNow(_ state: EngineState) -> Bool {
        fadesEdits && state.mode == .device && state.run == .running
    }

    /// Whether sound may come out of a node now.
    func isSounding(_ id: NodeID, _ state: EngineState) -> Bool {
        if let isSounding = state.nodes[id]?.isSounding { return isSounding }
        if state.model.nodes[id]?.role == .source { return true }
        return state.model.connectedInputBuses(of: id).contains { bus in
            state.model.source(of: Endpoint(id, bus)).map { isSounding($0.node, state) } ?? false
        }
    }
}

extension EngineState {
    /// The mixer inputs of a plan with these units.
    func audibleInputs(_ compiler: GraphCompiler, _ units: PlanUnits) -> [AudibleInput] {
        (0..<compiler.nodeCount).flatMap { place -> [AudibleInput] in
            guard compiler.isMixer(at: place), let inputs = units.fadingInputs(at: place) else { return [] }
            return zip(inputs, compiler.feederPlaces(at: place)).map { input, feeder in
                AudibleInput(input: input, source: feeder.flatMap { nodes[compiler.id(at: $0)] })
            }
        }
    }
}
