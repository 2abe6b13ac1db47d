import AVFGraph
import AVFRealtime
import AVFRender
import AVFSpatial
import AVFUnits
import Synchronization

/// Places any number of sources around a listener.
///
/// The output's channels are loudspeakers: those of `arrangement`, or the usual ones for their number; two
/// are for headphones if `settings` say so. Sets of transfer functions are prepared when the first source
/// needs one.
package final class EnvironmentNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    struct State {
        /// What the program has said; the listener's head is added to it.
        var settings = SpatialMixerSettings()
        var head = HeadTracking()
        var inputs: [Int: EnvironmentInput] = [:]
        var mixer: SpatialMixer?
        /// The unit of the newest plan.
        var made: SpatialMixerUnit?
        var isOffline = false
        /// Whether a source has needed a set.
        var wantsSet = false
        /// Whether a thread is at work on one.
        var isPreparing = false
        var choice = HRTFChoice.standard
        /// What the mixer's set was made from; nil if it has none.
        var present: HRTFChoice?
        var notes: [String] = []

        /// The mixer's settings.
        var effective: SpatialMixerSettings {
            var effective = settings
            effective.listener = head.applied(to: settings.listener)
            return effective
        }
    }

    let state = Mutex(State())
    /// The thread that prepares a set while a device plays.
    let preparation = Mutex<NamedThread?>(nil)

    /// An environment without sources.
    package init(name: String = "environment") {
        super.init(name: name, role: .mixer, inputBusCount: nil, outputBusCount: 1)
    }

    package override var isMixingSource: Bool { true }

    /// The most channels of the output.
    package static var mostOutputChannels: Int { SpeakerLayout.mostSpeakers }

    /// Listener, distances, room and output; heard from the next cell of 64 frames on. [any]
    ///
    /// Numbers that are none change nothing, others are clamped to their ranges.
    package var settings: SpatialMixerSettings {
        get { state.withLock { $0.settings } }
        set { change { $0 = newValue } }
    }

    /// Changes some of the settings; if the body throws, none of them. [any]
    package func change<Failure: Error>(
        _ body: (inout SpatialMixerSettings) throws(Failure) -> Void
    ) throws(Failure) {
        try state.withLock { state throws(Failure) in
            var new = state.settings
            try body(&new)
            let isSameOutput = new.outputType == state.settings.outputType
            state.settings = new.repaired(state.settings)
            if !isSameOutput { state.inputs.values.forEach { state.note($0.mixing.placement) } }
            state.mixer?.settings = state.effective
        }
        prepareSet()
    }

    /// Changes how the listener's head is tracked. [any]
    package func changeHead(_ body: (inout HeadTracking) -> Void) {
        state.withLock { state in
            body(&state.head)
            state.mixer?.settings = state.effective
        }
    }

    /// How the listener's head is tracked. [any]
    package var head: HeadTracking { state.withLock { $0.head } }

    /// After an input's mixing has changed.
    func inputDidChange(_ placement: SpatialPlacement) {
        state.withLock { $0.note(placement) }
        prepareSet()
    }

    /// After an input's rate was changed for the first time.
    func changePace(of input: EnvironmentInput) {
        let bus = state.withLock { state in state.inputs.first { $0.value === input }?.key }
        if let bus { engine?.followPace(ofInput: bus, of: self) }
    }

    // MARK: - Inputs

    package override func input(_ bus: Int) -> MixerInput? { state.withLock { $0.inputs[bus] } }

    override func beginInput(_ bus: Int, _ mixing: MixingState) {
        let input = EnvironmentInput(mixing, of: self)
        state.withLock { state in
            state.inputs[bus] = input
            state.note(mixing.placement)
        }
    }

    override func endInput(_ bus: Int) { state.withLock { $0.inputs[bus] = nil } }

    override func restoreInput(_ bus: Int, _ input: MixerInput?) {
        state.withLock { $0.inputs[bus] = input as? EnvironmentInput }
    }

    override func fadingInputs(of unit: RenderUnit?) -> [any FadingInput] {
        state.withLock { state in
            guard let made = state.made, made === unit else { return [] }
            return made.sources
        }
    }

    package override func reset() { state.withLock { $0.made }?.requestReset() }

    // MARK: - The unit

    override func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit {
        let configuration = request.configuration
        try check(configuration)
        let layout = layout(channelCount: configuration.channelCount)
        let fades = engine?.fadesNow ?? false
        let (unit, isNew) = state.withLock { state in
            state.isOffline = request.isOffline
            let isNew = state.prepareMixer(layout, sampleRateHz: request.sampleRateHz)
            return (state.unit(request, of: self, fades: fades), isNew)
        }
        prepareSet(waits: isNew)
        return unit
    }

    private func check(_ configuration: UnitConfiguration) throws(EngineError) {
        guard configuration.channelCount <= Self.mostOutputChannels,
            configuration.inputChannelCounts.allSatisfy({ $0 <= SpatialSource.mostChannels })
        else {
            throw .unsupportedChannels(
                node: name, inputs: configuration.inputChannelCounts,
                outputs: configuration.outputChannelCounts)
        }
    }

    /// The loudspeakers of an output with so many channels.
    private func layout(channelCount: Int) -> SpeakerLayout {
        arrangement?.speakers(count: channelCount) ?? SpeakerLayout.bed(channelCount: channelCount)
    }
}

extension EnvironmentNode.State {
    /// Makes another mixer if the present one is not for this output; true if it did.
    fileprivate mutating func prepareMixer(_ layout: SpeakerLayout, sampleRateHz: Double) -> Bool {
        if let mixer, mixer.layout == layout, mixer.sampleRateHz == sampleRateHz { return false }
        let made = SpatialMixer(layout: layout, sampleRateHz: sampleRateHz)
        made.settings = effective
        mixer?.isReplaced = true
        mixer = made
        self.made = nil
        present = nil
        return true
    }

    /// The unit for these input buses: the present one, if it has the same sources.
    fileprivate mutating func unit(
        _ request: UnitRequest, of node: EnvironmentNode, fades: Bool
    ) -> RenderUnit {
        guard let mixer else { return RenderUnit() }
        var sources: [SpatialSource] = []
        for (bus, format) in zip(request.inputBuses, request.formats.inputs) {
            let input = inputs[bus] ?? EnvironmentInput(MixingState(), of: node)
            inputs[bus] = input
            sources.append(input.source(in: mixer, channelCount: format.channelCount, fades: fades))
        }
        if let made, made.mixer === mixer, made.has(sources) { return made }
        let unit = SpatialMixerUnit(mixer, sources: sources)
        made = unit
        return unit
    }
}

extension SpatialMixerUnit {
    /// Whether these are its sources.
    fileprivate func has(_ others: [SpatialSource]) -> Bool {
        others.count == sources.count && zip(others, sources).allSatisfy { $0 === $1 }
    }
}
