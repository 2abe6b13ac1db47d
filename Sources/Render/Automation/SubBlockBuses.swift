import AVFRealtime

/// The buses of a part of a block: the same channels, a few frames further on.
package struct SubBlockBuses: ~Copyable {
    private let inputs: OwnedBuffer<AudioBus>
    private let outputs: OwnedBuffer<AudioBus>
    private let channels: OwnedBuffer<UnsafeMutablePointer<Float>>

    /// Buses for blocks of a configuration.
    package init(_ configuration: UnitConfiguration) {
        let counts = configuration.inputChannelCounts + configuration.outputChannelCounts
        inputs = OwnedBuffer(uninitializedCount: counts.count)
        outputs = OwnedBuffer(uninitializedCount: counts.count)
        channels = OwnedBuffer(uninitializedCount: counts.reduce(0, +))
    }

    /// Part of a block; valid until the next one is asked for.
    @_noLocks
    package func part(
        of block: RenderBlock, from frame: Int, _ count: Int, transport: UnsafePointer<TransportPosition>?
    ) -> RenderBlock {
        var used = 0
        place(block.inputs, min(block.inputCount, inputs.count), frame, in: inputs.pointer, &used)
        place(block.outputs, min(block.outputCount, outputs.count), frame, in: outputs.pointer, &used)
        return RenderBlock(
            inputs: inputs.pointer, inputCount: block.inputCount, outputs: outputs.pointer,
            outputCount: block.outputCount, frameCount: count, sampleTime: block.sampleTime &+ Int64(frame),
            hostTime: block.hostTime, events: block.events, transport: transport)
    }

    @_noLocks
    private func place(
        _ source: UnsafePointer<AudioBus>, _ busCount: Int, _ frame: Int,
        in buses: UnsafeMutablePointer<AudioBus>, _ used: inout Int
    ) {
        for bus in 0..<busCount {
            let count = min(source[bus].channelCount, channels.count &- used)
            for channel in 0..<count {
                (channels.pointer + (used &+ channel)).initialize(to: source[bus].channels[channel] + frame)
            }
            (buses + bus).initialize(to: AudioBus(channels: channels.pointer + used, channelCount: count))
            used &+= count
        }
    }
}
