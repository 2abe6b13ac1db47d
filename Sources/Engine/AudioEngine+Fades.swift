import AVFGraph
import AVFRender
import AVFUnits
import CAVFRealtime
import Glibc
import Synchronization

/// A mixer input of the plan that is rendered, and what feeds it.
struct AudibleInput {
    let strip: MixerStrip
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
        let present = Set(next.map { ObjectIdentifier($0.strip) })
        let sounding = state.audibleInputs.filter {
            !present.contains(ObjectIdentifier($0.strip)) && $0.isSounding
        }
        guard !sounding.isEmpty else { return }
        for input in sounding { input.strip.fadeOut() }
        let rampFrames = MixerStrip.rampSeconds * state.model.outputFormat.sampleRateHz
        let end = host.renderer.position + Int64(rampFrames) + Int64(state.maximumFrameCount)
        let deadline = avf_rt_host_time() + Self.longestFadeNanoseconds
        while host.renderer.position < end, avf_rt_host_time() < deadline { usleep(500) }
    }

    /// Lets a new input begin in silence if it brings a sound that is under way.
    ///
    /// A player that has yet to play keeps its first frames as they are.
    func fadeIn(_ input: MixerInput?, fedBy id: NodeID, _ state: EngineState) {
        if fadesNow(state), isSounding(id, state) { input?.strip.fadeIn() }
    }

    private static let longestFadeNanoseconds: UInt64 = 100_000_000

    private func fadesNow(_ state: EngineState) -> Bool {
        fadesEdits && state.mode == .device && state.run == .running
    }

    private func isSounding(_ id: NodeID, _ state: EngineState) -> Bool {
        if let isSounding = state.nodes[id]?.isSounding { return isSounding }
        if state.model.nodes[id]?.role == .source { return true }
        return state.model.connectedInputBuses(of: id).contains { bus in
            state.model.source(of: Endpoint(id, bus)).map { isSounding($0.node, state) } ?? false
        }
    }
}

extension EngineState {
    /// The mixer inputs of a plan with these units, by place in the order.
    func audibleInputs(_ compiler: GraphCompiler, _ units: [RenderUnit?]) -> [AudibleInput] {
        zip(compiler.order, units).enumerated().flatMap { place, pair -> [AudibleInput] in
            let (id, unit) = pair
            let strips = nodes[id]?.inputStrips(of: unit) ?? []
            return zip(strips, compiler.inputBuses(at: place)).map { strip, bus in
                AudibleInput(
                    strip: strip, source: model.source(of: Endpoint(id, bus)).flatMap { nodes[$0.node] })
            }
        }
    }
}
