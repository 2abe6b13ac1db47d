import AVFLV2Host
import AVFPluginCatalog
import AVFRender
import CAVFRealtime
import Glibc

/// A plugin with buffers around it, rendered block by block as an engine does.
final class ValidationRun {
    /// What is played to the plugin.
    enum Signal: String, CaseIterable {
        case silence, impulse, noise, denormals, loud
    }

    let unit: PluginUnit
    let parameters: ParameterBlock
    private let descriptor: UnitDescriptor
    private let inputs: [GuardedBus]
    private let outputs: [GuardedBus]
    private(set) var sampleTime: Int64 = 0
    private var random: UInt32 = 1

    /// A started plugin; with its own buses, unless others are given.
    init(
        _ facts: PluginFacts, sampleRateHz: Double = 48_000, maximumFrameCount: Int = 512,
        inputs inputChannelCounts: [Int]? = nil, outputs outputChannelCounts: [Int]? = nil
    ) throws(PluginError) {
        descriptor = facts.descriptor(sampleRateHz: sampleRateHz)
        parameters = ParameterBlock(descriptor)
        let configuration = UnitConfiguration(
            sampleRateHz: sampleRateHz,
            inputChannelCounts: inputChannelCounts ?? descriptor.inputBuses.map { $0.channelCount ?? 1 },
            outputChannelCounts: outputChannelCounts ?? descriptor.outputBuses.map { $0.channelCount ?? 1 },
            maximumFrameCount: maximumFrameCount)
        unit = try PluginUnit(facts, configuration, parameters: parameters, isGuarded: true)
        unit.rendersOffline = true
        inputs = configuration.inputChannelCounts.map {
            GuardedBus(channelCount: $0, frameCapacity: maximumFrameCount, name: "an audio input")
        }
        outputs = configuration.outputChannelCounts.map {
            GuardedBus(channelCount: $0, frameCapacity: maximumFrameCount, name: "an audio output")
        }
    }

    private let counter = AllocationCounter.current
    /// Calls for memory that the plugin has made in its blocks, if counted.
    private(set) var allocationCount = 0

    /// What the blocks have cost so far.
    private(set) var cost = Cost()

    /// What blocks cost: processor time of their thread, and how often it waited for something.
    struct Cost {
        var nanoseconds = 0.0
        var waitCount = 0
    }

    /// Blocks that were not fit to be heard.
    var mutedCount: Int { unit.mutedBlockCount + unit.unreadableBlockCount }

    /// The parameters that can be set, with their places.
    var settable: [(index: Int, parameter: UnitDescriptor.Parameter)] {
        descriptor.parameters.enumerated().filter { !$1.spec.isReadOnly }.map { ($0, $1) }
    }

    /// One block, with a note for plugins that take notes, and the worker's jobs behind it.
    func render(_ signal: Signal, _ frameCount: Int) {
        for bus in inputs + outputs { bus.place(frameCount) }
        for bus in inputs {
            for channel in 0..<bus.channelCount { fill(bus.channels[channel], signal, frameCount) }
        }
        if descriptor.acceptsMIDI, sampleTime % 8192 == 0 { _ = unit.sendMIDI([0x90, 60, 100]) }
        let inputBuses = inputs.map { AudioBus(channels: $0.channels, channelCount: $0.channelCount) }
        let outputBuses = outputs.map { AudioBus(channels: $0.channels, channelCount: $0.channelCount) }
        inputBuses.withUnsafeBufferPointer { ins in
            outputBuses.withUnsafeBufferPointer { outs in
                process(ins, outs, frameCount)
            }
        }
        for bus in inputs + outputs { bus.check() }
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
            let start = Cost.now
            let made = counter?.counting { Self.enter(call) }
            if made == nil { Self.enter(call) }
            cost.add(since: start)
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

extension ValidationRun.Cost {
    /// RUSAGE_THREAD of getrusage(2), which Swift does not import.
    private static let thisThread: __rusage_who_t = 1

    /// What the calling thread has cost so far.
    fileprivate static var now: Self {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        var usage = rusage()
        getrusage(thisThread, &usage)
        return Self(
            nanoseconds: Double(time.tv_sec) * 1e9 + Double(time.tv_nsec), waitCount: usage.ru_nvcsw)
    }

    /// Adds what the thread has cost since a moment.
    fileprivate mutating func add(since start: Self) {
        let now = Self.now
        nanoseconds += now.nanoseconds - start.nanoseconds
        waitCount += now.waitCount - start.waitCount
    }
}
