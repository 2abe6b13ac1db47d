/// The buses of a part of a block: the same channels, a few frames further on.
///
/// Plain memory, whose owner frees it.
package struct PartBuses {
    private let inputs: UnsafeMutablePointer<AudioBus>
    private let outputs: UnsafeMutablePointer<AudioBus>
    private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let busCapacity: Int
    private let channelCapacity: Int

    /// Buses for blocks of a configuration.
    package init(_ configuration: UnitConfiguration) {
        let counts = configuration.inputChannelCounts + configuration.outputChannelCounts
        busCapacity = max(1, counts.count)
        channelCapacity = max(1, counts.reduce(0, +))
        inputs = .allocate(capacity: busCapacity)
        outputs = .allocate(capacity: busCapacity)
        channels = .allocate(capacity: channelCapacity)
    }

    /// Frees the buses.
    package func deallocate() {
        inputs.deallocate()
        outputs.deallocate()
        channels.deallocate()
    }

    /// Part of a block; valid until the next one is asked for.
    @_noLocks
    package func part(of block: RenderBlock, from frame: Int, _ count: Int) -> RenderBlock {
        var used = 0
        place(block.inputs, min(block.inputCount, busCapacity), frame, in: inputs, &used)
        place(block.outputs, min(block.outputCount, busCapacity), frame, in: outputs, &used)
        return RenderBlock(
            inputs: inputs, inputCount: block.inputCount, outputs: outputs, outputCount: block.outputCount,
            frameCount: count, sampleTime: block.sampleTime &+ Int64(frame))
    }

    @_noLocks
    private func place(
        _ source: UnsafePointer<AudioBus>, _ busCount: Int, _ frame: Int,
        in buses: UnsafeMutablePointer<AudioBus>, _ used: inout Int
    ) {
        for bus in 0..<busCount {
            let count = min(source[bus].channelCount, channelCapacity &- used)
            for channel in 0..<count {
                (channels + (used &+ channel)).initialize(to: source[bus].channels[channel] + frame)
            }
            (buses + bus).initialize(to: AudioBus(channels: channels + used, channelCount: count))
            used &+= count
        }
    }
}
