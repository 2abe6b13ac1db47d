import AVFLV2Host
import AVFPluginCatalog
import AVFPluginSandbox
import AVFRender
import CAVFRealtime

/// A plugin unit with buffers around it, driven block by block as a renderer does.
final class UnitHarness {
    let unit: any HostedPlugin
    let parameters: ParameterBlock
    let descriptor: UnitDescriptor
    private let inputs: [[UnsafeMutablePointer<Float>]]
    private let outputs: [[UnsafeMutablePointer<Float>]]
    private let maximumFrameCount: Int
    private(set) var sampleTime: Int64 = 0
    /// The messages that the unit has made, for a harness that listens.
    private(set) var messages: [EventMessage] = []
    private let listener: EventListener?

    init(
        _ facts: PluginFacts, inputs: [Int] = [1], outputs: [Int] = [1], sampleRateHz: Double = 48_000,
        maximumFrameCount: Int = 512, isolation: IsolationOptions? = nil, listens: Bool = false
    ) throws(PluginError) {
        descriptor = facts.descriptor(sampleRateHz: sampleRateHz)
        parameters = ParameterBlock(descriptor)
        let configuration = UnitConfiguration(
            sampleRateHz: sampleRateHz, inputChannelCounts: inputs, outputChannelCounts: outputs,
            maximumFrameCount: maximumFrameCount)
        if let isolation {
            unit = try IsolatedUnit(facts, configuration, parameters: parameters, isolation)
        } else {
            unit = try PluginUnit(facts, configuration, parameters: parameters)
        }
        listener = listens ? EventListener() : nil
        self.maximumFrameCount = maximumFrameCount
        self.inputs = inputs.map { Self.channels($0, maximumFrameCount) }
        self.outputs = outputs.map { Self.channels($0, maximumFrameCount) }
    }

    deinit { (inputs + outputs).joined().forEach { $0.deallocate() } }

    private static func channels(_ count: Int, _ frameCount: Int) -> [UnsafeMutablePointer<Float>] {
        (0..<count).map { _ in
            let channel = UnsafeMutablePointer<Float>.allocate(capacity: frameCount)
            channel.initialize(repeating: 0, count: frameCount)
            return channel
        }
    }

    /// Sets the parameter of a port.
    func set(port: UInt64, _ value: Float) {
        if let index = descriptor.index(ofAddress: port) { parameters.store(value, at: index) }
    }

    /// What a parameter, such as a meter, says.
    func value(port: UInt64) -> Float {
        descriptor.index(ofAddress: port).map { parameters.load($0) } ?? .nan
    }

    /// One block: `input` by bus and channel; gives the output by bus and channel.
    @discardableResult
    func render(_ input: [[[Float]]], frameCount: Int) -> [[[Float]]] {
        for (bus, channels) in input.enumerated() {
            for (channel, samples) in channels.enumerated() {
                for (frame, sample) in samples.enumerated() { inputs[bus][channel][frame] = sample }
            }
        }
        withBuses(inputs) { inputBuses in
            withBuses(outputs) { outputBuses in
                var call = Call(
                    unit: unit,
                    block: RenderBlock(
                        inputs: inputBuses, inputCount: inputs.count, outputs: outputBuses,
                        outputCount: outputs.count, frameCount: frameCount, sampleTime: sampleTime,
                        events: listener?.begin()))
                withUnsafeMutablePointer(to: &call) { call in
                    avf_rt_enter(
                        { context in
                            guard let call = context?.assumingMemoryBound(to: Call.self) else { return }
                            call.pointee.unit.process(call.pointee.block)
                        }, call)
                }
            }
        }
        sampleTime += Int64(frameCount)
        messages += listener?.takeMessages() ?? []
        return outputs.map { $0.map { Array(UnsafeBufferPointer(start: $0, count: frameCount)) } }
    }

    /// One mono block.
    @discardableResult
    func render(_ input: [Float]) -> [Float] { render([[input]], frameCount: input.count)[0][0] }

    private struct Call {
        let unit: any HostedPlugin
        let block: RenderBlock
    }

    private func withBuses(
        _ channels: [[UnsafeMutablePointer<Float>]], _ body: (UnsafePointer<AudioBus>) -> Void
    ) {
        let pointers = channels.map { bus in
            let place = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(
                capacity: max(1, bus.count))
            for (index, channel) in bus.enumerated() { (place + index).initialize(to: channel) }
            return place
        }
        defer { pointers.forEach { $0.deallocate() } }
        let buses = zip(pointers, channels).map { AudioBus(channels: $0, channelCount: $1.count) }
        buses.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            body(base)
        }
    }
}

/// The event output of a unit that is driven without a plan, and a tap behind it.
private final class EventListener {
    private let memory: UnsafeMutablePointer<UnitEvent>
    private let bus: UnsafeMutablePointer<EventBus>
    private let output: UnsafeMutablePointer<UnsafeMutablePointer<EventBus>>
    private let events: UnsafeMutablePointer<BlockEvents>
    private let tap = EventTapUnit()

    init() {
        memory = .allocate(capacity: EventBus.capacity)
        bus = .allocate(capacity: 1)
        bus.initialize(to: EventBus(memory))
        output = .allocate(capacity: 1)
        output.initialize(to: bus)
        events = .allocate(capacity: 1)
        events.initialize(to: BlockEvents())
    }

    deinit {
        memory.deallocate()
        bus.deallocate()
        output.deallocate()
        events.deallocate()
    }

    /// What the unit sees of a new block.
    func begin() -> UnsafeMutablePointer<BlockEvents> {
        events.pointee = BlockEvents(to: UnsafePointer(output), outputCount: 1)
        events.pointee.begin()
        return events
    }

    /// The messages of the block.
    func takeMessages() -> [EventMessage] {
        events.pointee = BlockEvents(from: UnsafePointer(bus))
        events.pointee.begin()
        let none = UnsafeMutablePointer<AudioBus>.allocate(capacity: 1)
        defer { none.deallocate() }
        tap.process(
            RenderBlock(
                inputs: none, inputCount: 0, outputs: none, outputCount: 0, frameCount: 1, sampleTime: 0,
                events: events))
        return tap.takeMessages()
    }
}
