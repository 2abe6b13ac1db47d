import AVFRender
import AVFUnits

/// The memory behind an instance's ports: tables of fixed size, and a scratch buffer for each audio port.
struct PortTables: ~Copyable {
    let controls: UnsafeMutableBufferPointer<ControlPort>
    let meters: UnsafeMutableBufferPointer<MeterPort>
    let inputs: AudioPortTable
    let outputs: AudioPortTable

    /// Tables for a layout, with nothing connected.
    init(_ layout: PluginPortLayout, _ descriptor: UnitDescriptor) {
        let indices = descriptor.parameters.indices
        controls = .filled(
            indices.filter { !descriptor.parameters[$0].spec.isReadOnly }.map { index in
                let spec = descriptor.parameters[index].spec
                return ControlPort(
                    cell: nil, parameter: index, lowest: spec.range.lowerBound,
                    highest: spec.range.upperBound, isInteger: spec.isInteger)
            })
        meters = .filled(
            indices.filter { descriptor.parameters[$0].spec.isReadOnly }.map {
                MeterPort(cell: nil, parameter: $0)
            })
        inputs = AudioPortTable(channelCounts: layout.inputChannelCounts)
        outputs = AudioPortTable(channelCounts: layout.outputChannelCounts)
    }

    deinit {
        controls.deallocate()
        meters.deallocate()
    }
}

/// The audio ports of one direction, bus by bus, and the view of them that the unit is given.
struct AudioPortTable: ~Copyable {
    let ports: UnsafeMutableBufferPointer<AudioPort>
    let busCount: Int
    private let channels: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
    private let busTable: UnsafeMutableBufferPointer<AudioBus>
    private let samples: UnsafeMutableBufferPointer<Float>
    private let firstPorts: [Int]

    init(channelCounts: [Int]) {
        let portCount = channelCounts.reduce(0, +)
        let frameCount = PluginState.maximumFrameCount
        // One spare element each, so that a table without ports has an address too.
        let samples = UnsafeMutableBufferPointer<Float>.filled(
            Array(repeating: 0, count: (portCount + 1) * frameCount))
        let channels = UnsafeMutableBufferPointer.filled(
            (0...portCount).map { samples.base + $0 * frameCount })
        ports = .filled(
            (0..<portCount).map {
                AudioPort(
                    samples: nil, scratch: samples.base + $0 * frameCount, place: channels.base + $0)
            })
        firstPorts = channelCounts.indices.map { channelCounts[..<$0].reduce(0, +) }
        busTable = .filled(
            zip(firstPorts, channelCounts).map {
                AudioBus(channels: UnsafePointer(channels.base + $0), channelCount: $1)
            } + [AudioBus(channels: UnsafePointer(channels.base), channelCount: 0)])
        self.samples = samples
        self.channels = channels
        busCount = channelCounts.count
    }

    deinit {
        ports.deallocate()
        channels.deallocate()
        busTable.deallocate()
        samples.deallocate()
    }

    /// The buses, for a block.
    var buses: UnsafePointer<AudioBus> { UnsafePointer(busTable.base) }

    /// The place of a bus's channel in `ports`.
    func index(bus: Int, channel: Int) -> Int { firstPorts[bus] + channel }
}

extension UnsafeMutableBufferPointer {
    /// New memory that holds these elements.
    fileprivate static func filled(_ elements: [Element]) -> Self {
        let memory = allocate(capacity: elements.count)
        _ = memory.initialize(from: elements)
        return memory
    }

    /// The first element's address; `allocate` gives one even for no elements.
    fileprivate var base: UnsafeMutablePointer<Element> { baseAddress.unsafelyUnwrapped }
}
