import AVFEngine
import AVFRender
import Synchronization

/// The buses of a unit, made on first use.
final class UnitBuses: Sendable {
    private let arrays = Mutex<(AUAudioUnitBusArray?, AUAudioUnitBusArray?)>((nil, nil))

    func inputs(of unit: AUAudioUnit) -> AUAudioUnitBusArray {
        arrays.withLock { arrays in
            let array = arrays.0 ?? Self.array(unit, .input, unit.libraryDescriptor?.inputBuses)
            arrays.0 = array
            return array
        }
    }

    func outputs(of unit: AUAudioUnit) -> AUAudioUnitBusArray {
        arrays.withLock { arrays in
            let array = arrays.1 ?? Self.array(unit, .output, unit.libraryDescriptor?.outputBuses)
            arrays.1 = array
            return array
        }
    }

    private static func array(
        _ unit: AUAudioUnit, _ type: AUAudioUnitBusType, _ facts: [BusDescriptor]?
    ) -> AUAudioUnitBusArray {
        let buses = (facts ?? []).map { bus in
            AUAudioUnitBus(
                bus.name, channelCount: bus.channelCount ?? 2, isFixed: bus.channelCount != nil)
        }
        return AUAudioUnitBusArray(audioUnit: unit, busType: type, busses: buses)
    }
}

extension AUAudioUnit {
    /// What the library knows about the unit; nil for a class of the program's own, which has its own buses.
    var libraryDescriptor: UnitDescriptor? { registration == nil ? node.descriptor : nil }

    /// A renderer for the formats of the buses.
    func makeRenderer() throws -> StandaloneRenderer {
        guard node.engine == nil else {
            throw AVFAudioError.error(
                kAudioUnitErr_CannotDoInCurrentContext,
                "The unit \"\(node.name)\" is rendered by the engine that it is attached to.")
        }
        let (inputs, outputs) = (inputBusses.map(\.format), outputBusses.map(\.format))
        let rates = Set((inputs + outputs).map(\.sampleRate))
        guard rates.count <= 1 else {
            throw AVFAudioError.error(
                kAudioUnitErr_FormatNotSupported,
                "The buses of \"\(node.name)\" have different rates: \(rates.sorted()).")
        }
        return StandaloneRenderer(
            try AVFAudioError.throwing { () throws(EngineError) in
                try StandaloneUnit(
                    node, sampleRateHz: rates.first ?? 48_000,
                    inputChannelCounts: inputs.map { Int($0.channelCount) },
                    outputChannelCounts: outputs.map { Int($0.channelCount) },
                    maximumFrameCount: Int(maximumFramesToRender), isOffline: isRenderingOffline)
            })
    }
}
