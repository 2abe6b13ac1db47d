import AVFEngine
import AVFGraph
import AVFRender

extension AUAudioUnit {
    /// Makes a class of the program's own known under a component description, with the name “Maker: Name”.
    ///
    /// From then on `AVAudioUnit.instantiate`, `AUAudioUnit.instantiate` and the nodes' initialisers make
    /// units of the class, and `AVAudioUnitComponentManager` lists it. The class overrides
    /// `internalRenderBlock` and its buses. In Swift it must have
    /// `required init(componentDescription:options:)`. What is no subclass of `AUAudioUnit` is refused.
    public class func registerSubclass(
        _ cls: AnyClass, as componentDescription: AudioComponentDescription, name: String, version: UInt32
    ) {
        guard let unitClass = cls as? AUAudioUnit.Type, unitClass != AUAudioUnit.self else {
            return AVAudioEngine.log(
                AVFAudioError.error(
                    kAudioUnitErr_InvalidPropertyValue, "“\(cls)” is no subclass of AUAudioUnit."))
        }
        SubclassRegistry.add(
            SubclassRegistration(unitClass, componentDescription, name: name, version: version))
    }

    /// A node that renders the program's own code.
    func makeProgramNode(_ registration: SubclassRegistration) -> UnitNode {
        let isAnyCount = channelCapabilities == nil
        func buses(_ array: AUAudioUnitBusArray) -> [BusDescriptor] {
            array.map { bus in
                let count = isAnyCount ? nil : Int(bus.format.channelCount)
                return BusDescriptor(bus.name ?? "", channelCount: count, isSideChain: bus.index > 0)
            }
        }
        let descriptor = UnitDescriptor(
            identifier: registration.identifier, name: registration.name,
            manufacturer: registration.manufacturer, version: registration.version,
            summary: "A unit of the program's own.", kind: registration.kind,
            component: ComponentDescription(registration.description),
            inputBuses: buses(inputBusses), outputBuses: buses(outputBusses), parameters: [],
            acceptsMIDI: registration.takesMIDI,
            makesMIDI: registration.kind == .midiProcessor || !midiOutputNames.isEmpty)
        return UnitNode(program: descriptor) { [weak self] configuration throws(EngineError) in
            guard let self else {
                throw .notSupported(
                    node: registration.name, reason: "is gone: its AUAudioUnit has been released")
            }
            return try makeProgramUnit(configuration)
        }
    }

    /// Makes the unit ready for a configuration, and its code part of a graph.
    private func makeProgramUnit(_ configuration: UnitConfiguration) throws(EngineError) -> RenderUnit {
        do {
            if renderResourcesAllocated, !fits(configuration) {
                // What still runs must not meet memory that is gone.
                settings.withLock { $0.programUnit }?.retire()
                deallocateRenderResources()
            }
            if !renderResourcesAllocated {
                try adopt(configuration)
                try allocateRenderResources()
            }
        } catch let error as EngineError {
            throw error
        } catch {
            throw .notSupported(
                node: node.name, reason: "could not be made ready: \(error.localizedDescription)")
        }
        let unit = CustomUnit(
            internalRenderBlock, configuration, node.parameters.events, programOutput, audioUnitMIDIProtocol,
            latencyFrames: Int(max(0, min(latency, 10)) * configuration.sampleRateHz + 0.5))
        settings.withLock { $0.programUnit = unit }
        return unit
    }

    private func adopt(_ configuration: UnitConfiguration) throws {
        maximumFramesToRender = AUAudioFrameCount(clamping: configuration.maximumFrameCount)
        for (buses, counts) in [
            (inputBusses, configuration.inputChannelCounts),
            (outputBusses, configuration.outputChannelCounts),
        ] {
            for (bus, count) in zip(buses, counts) {
                try bus.setFormat(
                    .standard(BusFormat(sampleRateHz: configuration.sampleRateHz, channelCount: count)))
            }
        }
    }

    private func fits(_ configuration: UnitConfiguration) -> Bool {
        let buses = Array(inputBusses) + Array(outputBusses)
        let counts = configuration.inputChannelCounts + configuration.outputChannelCounts
        return maximumFramesToRender >= configuration.maximumFrameCount && buses.count == counts.count
            && zip(buses, counts).allSatisfy { bus, count in
                bus.format.sampleRate == configuration.sampleRateHz
                    && Int(bus.format.channelCount) == count
            }
    }

    /// The renderer of a class of the program's own, once its resources are there.
    func programRenderer() -> StandaloneRenderer? {
        guard registration != nil, renderResourcesAllocated else { return nil }
        if let made = settings.withLock({ $0.renderer }) { return made }
        guard let renderer = try? makeRenderer() else { return nil }
        settings.withLock { $0.renderer = renderer }
        return renderer
    }

    // MARK: - State

    /// The values of the tree, by key path.
    func programState(_ registration: SubclassRegistration) -> UnitState {
        let values = (parameterTree?.allParameters ?? []).map { ($0.keyPath, $0.value) }
        return UnitState(
            identifier: registration.identifier, parameters: Dictionary(values) { first, _ in first })
    }

    /// Sets the tree's values from a state.
    func restoreProgram(
        _ bytes: [UInt8], _ registration: SubclassRegistration
    ) throws(EngineError) {
        let state: UnitState
        do { state = try UnitState(bytes: bytes) } catch { throw .state(error) }
        guard state.identifier == registration.identifier else {
            throw .state(.otherUnit(expected: registration.identifier, found: state.identifier))
        }
        for parameter in parameterTree?.allParameters ?? [] {
            if let value = state.parameters[parameter.keyPath] { parameter.value = value }
        }
    }
}
