import AVFLV2Host
import AVFPluginSandbox
import AVFRealtime
import AVFRender
import CAVFRealtime

/// A node's unit rendered by its owner, without an engine.
///
/// `render` may be called from one thread at a time.
package final class StandaloneUnit: @unchecked Sendable {
    // Proof: the buses never move; who renders is said above.
    private let unit: RenderUnit
    private let counter = AllocationCounter.current
    private var ownAllocationCount = 0
    /// The memory of each input bus.
    package let inputs: [SampleBuffer]
    /// The memory of each output bus.
    package let outputs: [SampleBuffer]
    /// The most frames of a block.
    package let maximumFrameCount: Int
    private let buses: UnsafeMutablePointer<AudioBus>
    private let node: UnitNode
    private let events: StandaloneEvents?

    /// The unit of a node, made for these channels.
    ///
    /// - Throws: `EngineError.plugin` if it does not start, or what is wrong with the numbers of channels.
    package init(
        _ node: UnitNode, sampleRateHz: Double, inputChannelCounts: [Int], outputChannelCounts: [Int],
        maximumFrameCount: Int, isOffline: Bool
    ) throws(EngineError) {
        unit = try node.unit(
            for: UnitConfiguration(
                sampleRateHz: sampleRateHz, inputChannelCounts: inputChannelCounts,
                outputChannelCounts: outputChannelCounts, maximumFrameCount: maximumFrameCount))
        (unit as? any HostedPlugin)?.rendersOffline = isOffline
        self.node = node
        events = node.descriptor.makesMIDI ? StandaloneEvents() : nil
        self.maximumFrameCount = maximumFrameCount
        func buffers(_ counts: [Int]) -> [SampleBuffer] {
            counts.map { SampleBuffer(channelCount: $0, frameCapacity: maximumFrameCount) }
        }
        inputs = buffers(inputChannelCounts)
        outputs = buffers(outputChannelCounts)
        buses = .allocate(capacity: max(1, inputs.count + outputs.count))
        for (index, buffer) in (inputs + outputs).enumerated() {
            (buses + index).initialize(
                to: AudioBus(channels: buffer.channels, channelCount: buffer.channelCount))
        }
    }

    deinit { buses.deallocate() }

    /// Makes a block of at most `maximumFrameCount` frames from the inputs' memory into the outputs'.
    package func render(frameCount: Int, sampleTime: Int64) {
        guard (1...maximumFrameCount).contains(frameCount) else { return }
        unit.service()
        var entry = Entry(
            unit: Unmanaged.passUnretained(unit),
            block: RenderBlock(
                inputs: buses, inputCount: inputs.count, outputs: buses + inputs.count,
                outputCount: outputs.count, frameCount: frameCount, sampleTime: sampleTime,
                events: events?.begin()))
        defer { tellListener(entry.block) }
        guard let counter else {
            return avf_rt_enter({ $0?.assumingMemoryBound(to: Entry.self).pointee.run() }, &entry)
        }
        ownAllocationCount += counter.counting {
            avf_rt_enter({ $0?.assumingMemoryBound(to: Entry.self).pointee.run() }, &entry)
        }
    }

    /// Gives the node's listener what the unit has made, on this thread.
    private func tellListener(_ block: RenderBlock) {
        guard let events, let tap = node.eventTap else { return }
        tap.process(block.with(events.made()))
        node.takeMessages().forEach { $0() }
    }

    /// Calls for memory that the unit has made in its blocks; nil if not counted.
    package var allocationCount: Int? {
        (unit as? IsolatedUnit)?.allocationCount ?? (counter == nil ? nil : ownAllocationCount)
    }

    /// One block on its way through the real-time entry.
    private struct Entry {
        let unit: Unmanaged<RenderUnit>
        let block: RenderBlock

        func run() { _ = callUnit(unit, .process(block, isTimed: false)) }
    }
}

/// The event output of a unit that is rendered by its owner.
private final class StandaloneEvents {
    private let memory = OwnedBuffer<UnitEvent>(uninitializedCount: EventBus.capacity)
    private let bus: OwnedCell<EventBus>
    private let output: OwnedCell<UnsafeMutablePointer<EventBus>>
    private let block = OwnedCell(BlockEvents())

    init() {
        bus = OwnedCell(EventBus(memory.pointer))
        output = OwnedCell(bus.pointer)
    }

    /// What the unit sees of a new block.
    func begin() -> UnsafeMutablePointer<BlockEvents> {
        block.pointer.pointee = BlockEvents(to: UnsafePointer(output.pointer), outputCount: 1)
        block.pointer.pointee.begin()
        return block.pointer
    }

    /// What a listener sees of the block that was made.
    func made() -> UnsafeMutablePointer<BlockEvents> {
        block.pointer.pointee = BlockEvents(from: UnsafePointer(bus.pointer))
        block.pointer.pointee.begin()
        return block.pointer
    }
}
