import AVFPluginCatalog
import AVFRender
import CAVFLilv

/// The memory behind an instance's ports, as the render thread sees it.
///
/// Every port has some.
package struct PluginPorts: BitwiseCopyable {
    /// A control port and the parameter it belongs to.
    struct Control: BitwiseCopyable {
        let parameter: Int
        let cell: UnsafeMutablePointer<Float>
    }

    /// A plain array that the render thread may walk.
    package struct List<Element: BitwiseCopyable>: BitwiseCopyable {
        package let elements: UnsafeMutablePointer<Element>
        package let count: Int

        package init(elements: UnsafeMutablePointer<Element>, count: Int) {
            self.elements = elements
            self.count = count
        }
    }

    var wiring: AudioPortMap
    /// The value of every parameter in this block; control ports are connected to their place in it.
    var values: UnsafeMutablePointer<Float>
    /// Up to which change of a parameter `values` is true.
    var seenChanges: UInt32 = 0
    /// Control inputs that follow a parameter and need a place of their own.
    var ownCells: List<Control>
    /// Control outputs that feed a parameter.
    var meters: List<Control>
    /// Control inputs that tell the time.
    var timeControls: List<TimeControl>
    var events: List<EventBuffer>
    /// Control inputs and outputs that the host itself serves.
    var latency: UnsafeMutablePointer<Float>?
    var enabled: UnsafeMutablePointer<Float>?
    var freeWheeling: UnsafeMutablePointer<Float>?
}

/// Gives every port of a plugin its memory.
struct PortLayout {
    let facts: PluginFacts
    let descriptor: UnitDescriptor
    let maximumFrameCount: Int
    let memory: ForeignMemory
    private let types = EventBuffer.Types()
    /// What each port is connected to before the first block; nil for an optional port of an unknown kind.
    private(set) var addresses: [UnsafeMutableRawPointer?] = []
    private var mainInputs: [AudioPortMap.Port] = []
    private var sideInputs: [AudioPortMap.Port] = []
    private var outputs: [AudioPortMap.Port] = []
    private var ownCells: [PluginPorts.Control] = []
    private var meters: [PluginPorts.Control] = []
    private var timeControls: [TimeControl] = []
    private var events: [EventBuffer] = []
    private var values: UnsafeMutablePointer<Float>?
    private var cells: [Int: UnsafeMutablePointer<Float>] = [:]

    init(facts: PluginFacts, descriptor: UnitDescriptor, maximumFrameCount: Int, memory: ForeignMemory) {
        self.facts = facts
        self.descriptor = descriptor
        self.maximumFrameCount = maximumFrameCount
        self.memory = memory
    }

    /// The render thread's view; nil without memory.
    ///
    /// - Throws: `unsupportedPort` for a port that must be connected and cannot be.
    mutating func make() throws(PluginError) -> PluginPorts? {
        guard let values = memory.array(Float.self, count: descriptor.parameters.count) else { return nil }
        self.values = values
        for port in facts.ports {
            memory.purpose = port.purpose
            let address = address(of: port)
            guard address != nil || port.flags.contains(.connectionOptional) else {
                throw .unsupportedPort(uri: facts.uri, symbol: port.symbol)
            }
            addresses.append(address)
        }
        memory.purpose = "what the host keeps"
        let wiring = AudioPortMap(
            outputs: outputs, mainInputs: mainInputs, sideInputs: sideInputs, in: memory)
        guard let wiring, let ownCells = list(ownCells), let meters = list(meters),
            let timeControls = list(timeControls),
            let events = list(events)
        else { return nil }
        return PluginPorts(
            wiring: wiring, values: values, ownCells: ownCells, meters: meters,
            timeControls: timeControls, events: events,
            latency: facts.latencyPort.flatMap { cells[$0.index] },
            enabled: facts.controlInput(.enabled).flatMap { cells[$0.index] },
            freeWheeling: facts.controlInput(.freeWheeling).flatMap { cells[$0.index] })
    }

    private func list<Element: BitwiseCopyable>(_ elements: [Element]) -> PluginPorts.List<Element>? {
        memory.array(elements).map { PluginPorts.List(elements: $0, count: elements.count) }
    }

    private mutating func address(of port: PortFacts) -> UnsafeMutableRawPointer? {
        switch port.kind {
        case .audio: return addAudio(port)
        case .controlVoltage: return memory.bytes(frameBytes)
        case .control: return addControl(port)
        case .atom, .oldEvent:
            guard var buffer = EventBuffer(port, types, in: memory) else { return nil }
            buffer.takesPatches = facts.patchInput?.index == port.index
            buffer.takesTime = facts.timeInput?.index == port.index
            events.append(buffer)
            return buffer.memory
        case .unknown: return nil
        }
    }

    private var frameBytes: Int { maximumFrameCount * MemoryLayout<Float>.stride }

    private mutating func addAudio(_ port: PortFacts) -> UnsafeMutableRawPointer? {
        guard let fallback = memory.array(Float.self, count: maximumFrameCount) else { return nil }
        let audio = AudioPortMap.Port(number: UInt32(port.index), fallback: fallback)
        if !port.isInput {
            outputs.append(audio)
        } else if port.flags.contains(.isSideChain) {
            sideInputs.append(audio)
        } else {
            mainInputs.append(audio)
        }
        return UnsafeMutableRawPointer(fallback)
    }

    /// A float; a morphing port may become an audio port, so it has room for a block.
    private mutating func addControl(_ port: PortFacts) -> UnsafeMutableRawPointer? {
        let isMorph = port.flags.contains(.morph)
        let parameter = descriptor.index(ofAddress: UInt64(port.index))
        // A meter keeps what the plugin wrote, whenever that was.
        let isShared = port.isInput && !isMorph
        let shared = isShared ? parameter.flatMap { index in values.map { $0 + index } } : nil
        guard let cell = shared ?? memory.array(Float.self, count: isMorph ? maximumFrameCount : 1) else {
            return nil
        }
        cells[port.index] = cell
        if let parameter {
            let control = PluginPorts.Control(parameter: parameter, cell: cell)
            addTimeControl(port, parameter)
            if !port.isInput { meters.append(control) } else if isMorph { ownCells.append(control) }
            cell.pointee = descriptor.parameters[parameter].spec.defaultValue
        } else if port.designation == .enabled {
            cell.pointee = 1
        }
        return UnsafeMutableRawPointer(cell)
    }

    private mutating func addTimeControl(_ port: PortFacts, _ parameter: Int) {
        guard let field = TimeControl.field(of: port) else { return }
        let range = descriptor.parameters[parameter].spec.range
        timeControls.append(
            TimeControl(
                field: field, parameter: parameter, minimum: range.lowerBound, maximum: range.upperBound))
    }
}
