import AVFGraph
import AVFRender
import AVFUnits
import Synchronization

/// The volume and pan of one mixer input, in the user's terms.
package final class MixerInput: Sendable {
    let strip = MixerStrip()
    private let panPosition = Mutex<Float>(0)

    /// Linear gain, 0…1. [any]
    package var volume: Float {
        get { strip.volume }
        set { if !newValue.isNaN { strip.volume = min(max(newValue, 0), 1) } }
    }

    /// −1 left … 1 right. [any]
    package var pan: Float {
        get { panPosition.withLock { $0 } }
        set {
            guard !newValue.isNaN else { return }
            let pan = min(max(newValue, -1), 1)
            panPosition.withLock { $0 = pan }
            strip.setSides(PanLaw(pan: pan))
        }
    }
}

/// Mixes any number of inputs into one output.
package final class MixerNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    private struct Inputs {
        var byBus: [Int: MixerInput] = [:]
        var unit: (unit: MixerUnit, strips: [MixerStrip], formats: NodeFormats)?

        /// The strip of a bus, made if there is none.
        mutating func strip(ofBus bus: Int) -> MixerStrip {
            if let input = byBus[bus] { return input.strip }
            let input = MixerInput()
            byBus[bus] = input
            return input.strip
        }
    }

    private let master = MixerInput()
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

    /// The volume and pan of an input bus; nil before anything was connected to it. [any]
    package func input(_ bus: Int) -> MixerInput? { inputs.withLock { $0.byBus[bus] } }

    /// Gives a bus a new strip, at the source's volume and pan, with no ramp from what was there before.
    func beginInput(_ bus: Int, volume: Float, pan: Float) {
        let input = MixerInput()
        input.volume = volume
        input.pan = pan
        inputs.withLock { $0.byBus[bus] = input }
    }

    /// The inputs as they are, for a checkpoint, and back again.
    var savedInputs: [Int: MixerInput] {
        get { inputs.withLock { $0.byBus } }
        set { inputs.withLock { $0.byBus = newValue } }
    }

    func endInput(_ bus: Int) { inputs.withLock { $0.byBus[bus] = nil } }

    /// Lets gains start at their targets.
    package override func reset() {
        master.strip.settle()
        inputs.withLock { inputs in inputs.byBus.values.forEach { $0.strip.settle() } }
    }

    override func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit {
        inputs.withLock { inputs in
            var strips: [MixerStrip] = []
            strips.reserveCapacity(request.inputBuses.count)
            for bus in request.inputBuses { strips.append(inputs.strip(ofBus: bus)) }
            if let made = inputs.unit, made.formats == request.formats,
                made.strips.elementsEqual(strips, by: ===)
            {
                return made.unit
            }
            let unit = MixerUnit(
                strips: strips, inputChannelCounts: request.configuration.inputChannelCounts,
                outputChannelCount: request.configuration.channelCount, master: master.strip,
                sampleRateHz: request.sampleRateHz)
            inputs.unit = (unit, strips, request.formats)
            return unit
        }
    }
}
