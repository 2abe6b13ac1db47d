import AVFRender
import CAVFDSP

/// The shared memory's channels as a block's buses.
final class PluginMemoryBuses {
    private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let buses: UnsafeMutablePointer<AudioBus>
    private let inputCount: Int
    private let outputCount: Int
    private let inputChannelCount: Int
    private let outputChannelCount: Int
    private let parts: SubBlockBuses

    init(_ configuration: UnitConfiguration, _ memory: PluginMemory) {
        let inputs = configuration.inputChannelCounts
        let outputs = configuration.outputChannelCounts
        inputCount = inputs.count
        outputCount = outputs.count
        inputChannelCount = inputs.reduce(0, +)
        outputChannelCount = outputs.reduce(0, +)
        let places =
            (0..<inputChannelCount).map { memory.input($0) }
            + (0..<outputChannelCount).map { memory.output($0) }
        parts = SubBlockBuses(configuration)
        channels = .allocate(capacity: max(1, places.count))
        for (index, place) in places.enumerated() { (channels + index).initialize(to: place) }
        buses = .allocate(capacity: max(1, inputCount + outputCount))
        var first = 0
        for (index, count) in (inputs + outputs).enumerated() {
            (buses + index).initialize(to: AudioBus(channels: channels + first, channelCount: count))
            first += count
        }
    }

    deinit {
        channels.deallocate()
        buses.deallocate()
    }

    /// Copies what another plugin has made to the inputs.
    func takeInput(from source: PluginMemoryBuses, frameCount: Int) {
        for channel in 0..<min(inputChannelCount, source.outputChannelCount) {
            avf_dsp_copy(channels[channel], source.channels[source.inputChannelCount + channel], frameCount)
        }
    }

    func block(
        frameCount: Int, sampleTime: Int64, events: UnsafeMutablePointer<BlockEvents>
    ) -> RenderBlock {
        RenderBlock(
            inputs: buses, inputCount: inputCount, outputs: buses + inputCount, outputCount: outputCount,
            frameCount: frameCount, sampleTime: sampleTime, events: events)
    }

    /// Part of a block; valid until the next one is asked for.
    func part(of block: RenderBlock, from frame: Int, _ frameCount: Int) -> RenderBlock {
        parts.part(of: block, from: frame, frameCount, transport: nil)
    }
}
