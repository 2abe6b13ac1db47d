import AVFGraph
import AVFRender
import AVFUnits
import Synchronization

/// Mixes any number of inputs into one output.
package final class MixerNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    private struct Inputs {
        /// By bus.
        private var inputs: [MixerStripInput?] = []
        var unit: (unit: MixerUnit, formats: NodeFormats)?

        subscript(bus: Int) -> MixerStripInput? {
            get { inputs.indices.contains(bus) ? inputs[bus] : nil }
            set {
                while inputs.count <= bus, newValue != nil { inputs.append(nil) }
                if bus < inputs.count { inputs[bus] = newValue }
            }
        }

        /// The inputs that there are.
        var present: [MixerStripInput] { inputs.compactMap(\.self) }

        /// The strip of a bus, made if there is none.
        mutating func strip(ofBus bus: Int) -> MixerStrip {
            if let input = self[bus] { return input.strip }
            let input = MixerStripInput()
            self[bus] = input
            return input.strip
        }
    }

    private let master = MixerStripInput()
    private let inputs = Mutex(Inputs())

    /// A mixer without inputs.
    package init(name: String = "mixer") {
        super.init(name: name, role: .mixer, inputBusCount: nil, outputBusCount: 1)
    }

    package override var isMixingSource: Bool { true }

    /// Linear gain of the sum, 0…1, default 1. [any]
    package var outputVolume: Float {
        get { master.volume }
        set { master.volume = newValue }
    }

    package override func input(_ bus: Int) -> MixerInput? { inputs.withLock { $0[bus] } }

    override func beginInput(_ bus: Int, _ mixing: MixingState) {
        let input = MixerStripInput(mixing)
        inputs.withLock { $0[bus] = input }
    }

    override func endInput(_ bus: Int) { inputs.withLock { $0[bus] = nil } }

    override func restoreInput(_ bus: Int, _ input: MixerInput?) {
        inputs.withLock { $0[bus] = input as? MixerStripInput }
    }

    override func fadingInputs(of unit: RenderUnit?) -> [any FadingInput] {
        (unit as? MixerUnit)?.inputStrips ?? []
    }

    package override func reset() { settle() }

    override func settle() {
        master.strip.settle()
        inputs.withLock { inputs in inputs.present.forEach { $0.strip.settle() } }
    }

    override func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit {
        inputs.withLock { inputs in
            var strips: [MixerStrip] = []
            strips.reserveCapacity(request.inputBuses.count)
            for bus in request.inputBuses {
                let strip = inputs.strip(ofBus: bus)
                strip.fadeBack()
                strips.append(strip)
            }
            if let made = inputs.unit, made.formats == request.formats, made.unit.has(strips) {
                return made.unit
            }
            let configuration = request.configuration
            let unit = MixerUnit(
                strips: strips, inputChannelCounts: configuration.inputChannelCounts,
                outputChannelCount: configuration.channelCount, master: master.strip,
                sampleRateHz: request.sampleRateHz)
            inputs.unit = (unit, request.formats)
            return unit
        }
    }
}

extension MixerUnit {
    /// Whether these are the strips of its inputs.
    fileprivate func has(_ strips: [MixerStrip]) -> Bool {
        guard strips.count == inputStrips.count else { return false }
        for index in strips.indices where strips[index] !== inputStrips[index] { return false }
        return true
    }
}
