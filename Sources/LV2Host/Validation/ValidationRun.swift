import AVFRender
import CAVFRealtime

/// A plugin with buffers around it, rendered block by block as an engine does.
final class ValidationRun {
    /// What is played to the plugin.
    enum Signal: String, CaseIterable {
        case silence, impulse, noise, denormals, loud
    }

    let unit: PluginUnit
    let parameters: ParameterBlock
    private let descriptor: UnitDescriptor
    private let inputs: [SampleBuffer]
    private let outputs: [SampleBuffer]
    private(set) var sampleTime: Int64 = 0
    private var random: UInt32 = 1

    init(
        _ facts: PluginFacts, sampleRateHz: Double = 48_000, maximumFrameCount: Int = 512
    ) throws(PluginError) {
        descriptor = facts.descriptor(sampleRateHz: sampleRateHz)
        parameters = ParameterBlock(descriptor)
        let configuration = UnitConfiguration(
            sampleRateHz: sampleRateHz,
            inputChannelCounts: descriptor.inputBuses.map { $0.channelCount ?? 1 },
            outputChannelCounts: descriptor.outputBuses.map { $0.channelCount ?? 1 },
            maximumFrameCount: maximumFrameCount)
        unit = try PluginUnit(facts, configuration, parameters: parameters)
        unit.rendersOffline = true
        inputs = configuration.inputChannelCounts.map {
            SampleBuffer(channelCount: $0, frameCapacity: maximumFrameCount)
        }
        outputs = configuration.outputChannelCounts.map {
            SampleBuffer(channelCount: $0, frameCapacity: maximumFrameCount)
        }
    }

    private let counter = AllocationCounter.current
    /// Calls for memory that the plugin has made in its blocks, where somebody counts.
    private(set) var allocationCount = 0

    /// Blocks that were not fit to be heard.
    var mutedCount: Int { unit.mutedBlockCount }

    /// The parameters that can be set, with their places.
    var settable: [(index: Int, parameter: UnitDescriptor.Parameter)] {
        descriptor.parameters.enumerated().filter { !$1.spec.isReadOnly }.map { ($0, $1) }
    }

    /// One block, with a note for plugins that take notes, and the worker's jobs behind it.
    func render(_ signal: Signal, _ frameCount: Int) {
        for bus in inputs {
            for channel in 0..<bus.channelCount { fill(bus.channels[channel], signal, frameCount) }
        }
        if descriptor.acceptsMIDI, sampleTime % 8192 == 0 { _ = unit.send(MIDIEvent([0x90, 60, 100])) }
        let inputBuses = inputs.map { AudioBus(channels: $0.channels, channelCount: $0.channelCount) }
        let outputBuses = outputs.map { AudioBus(channels: $0.channels, channelCount: $0.channelCount) }
        inputBuses.withUnsafeBufferPointer { ins in
            outputBuses.withUnsafeBufferPointer { outs in
                process(ins, outs, frameCount)
            }
        }
        sampleTime += Int64(frameCount)
        unit.service()
    }

    private struct Call {
        let unit: PluginUnit
        let block: RenderBlock
    }

    private func process(
        _ inputs: UnsafeBufferPointer<AudioBus>, _ outputs: UnsafeBufferPointer<AudioBus>, _ frameCount: Int
    ) {
        // A pointer even where there is no bus: it is not read then.
        let nowhere = UnsafeMutablePointer<AudioBus>.allocate(capacity: 1)
        defer { nowhere.deallocate() }
        var call = Call(
            unit: unit,
            block: RenderBlock(
                inputs: inputs.baseAddress ?? UnsafePointer(nowhere), inputCount: inputs.count,
                outputs: outputs.baseAddress ?? UnsafePointer(nowhere), outputCount: outputs.count,
                frameCount: frameCount, sampleTime: sampleTime))
        withUnsafeMutablePointer(to: &call) { call in
            let made = counter?.counting { Self.enter(call) }
            if made == nil { Self.enter(call) }
            allocationCount += made ?? 0
        }
    }

    private static func enter(_ call: UnsafeMutablePointer<Call>) {
        avf_rt_enter(
            { context in
                guard let call = context?.assumingMemoryBound(to: Call.self) else { return }
                call.pointee.unit.process(call.pointee.block)
            }, call)
    }

    private func fill(_ samples: UnsafeMutablePointer<Float>, _ signal: Signal, _ frameCount: Int) {
        for frame in 0..<frameCount {
            switch signal {
            case .silence: samples[frame] = 0
            case .impulse: samples[frame] = sampleTime == 0 && frame == 0 ? 1 : 0
            case .denormals: samples[frame] = frame % 2 == 0 ? 0x1p-140 : -0x1p-130
            case .noise, .loud:
                random = random &* 1_664_525 &+ 1_013_904_223
                let value = Float(Int32(bitPattern: random)) * 0x1p-31
                samples[frame] = signal == .loud ? value * 100 : value * 0.5
            }
        }
    }
}
