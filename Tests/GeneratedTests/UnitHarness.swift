import AVFRender
import CAVFRealtime

/// A unit with stereo buffers around it, driven block by block as a renderer does.
final class UnitHarness {
    let unit: RenderUnit
    let parameters: ParameterBlock
    private let inputs: SampleBuffer
    private let outputs: SampleBuffer
    private let inputBusCount, outputBusCount: Int
    private var sampleTime: Int64 = 0

    static let maximumFrameCount = 4096

    init(
        _ descriptor: UnitDescriptor, make: (UnitConfiguration, ParameterBlock) throws -> RenderUnit
    ) rethrows {
        parameters = ParameterBlock(descriptor)
        inputBusCount = descriptor.inputBuses.count
        outputBusCount = descriptor.outputBuses.count
        unit = try make(
            UnitConfiguration(
                sampleRateHz: 48_000, inputChannelCounts: descriptor.inputBuses.map { _ in 2 },
                outputChannelCounts: descriptor.outputBuses.map { _ in 2 },
                maximumFrameCount: Self.maximumFrameCount,
                sectionCount: 10), parameters)
        inputs = SampleBuffer(channelCount: 2, frameCapacity: Self.maximumFrameCount)
        outputs = SampleBuffer(channelCount: 2, frameCapacity: Self.maximumFrameCount)
    }

    /// Frames by which the unit says that it is late.
    var latencyFrames: Int { unit.latencyFrames }

    /// The output for a stereo signal, asked for in blocks of these sizes, again and again.
    func render(_ signal: [[Float]], blocks: [Int]) -> [[Float]] {
        var result: [[Float]] = [[], []]
        var done = 0
        var turn = 0
        while done < signal[0].count {
            let count = min(blocks[turn % blocks.count], signal[0].count - done)
            for channel in 0..<2 {
                for frame in 0..<count { inputs.channels[channel][frame] = signal[channel][done + frame] }
            }
            process(count)
            for channel in 0..<2 {
                result[channel] += UnsafeBufferPointer(start: outputs.channels[channel], count: count)
            }
            done += count
            turn += 1
        }
        return result
    }

    private struct Call {
        let unit: RenderUnit
        let block: RenderBlock
    }

    private func process(_ frameCount: Int) {
        let input = AudioBus(channels: inputs.channels, channelCount: 2)
        let output = AudioBus(channels: outputs.channels, channelCount: 2)
        withUnsafePointer(to: input) { input in
            withUnsafePointer(to: output) { output in
                var call = Call(
                    unit: unit,
                    block: RenderBlock(
                        inputs: input, inputCount: inputBusCount, outputs: output,
                        outputCount: outputBusCount,
                        frameCount: frameCount, sampleTime: sampleTime))
                withUnsafeMutablePointer(to: &call) {
                    avf_rt_enter(
                        { context in
                            guard let call = context?.assumingMemoryBound(to: Call.self) else { return }
                            call.pointee.unit.process(call.pointee.block)
                        }, $0)
                }
            }
        }
        sampleTime += Int64(frameCount)
    }
}

/// Stereo noise between −0.5 and 0.5, the same each time.
func noise(_ frameCount: Int) -> [[Float]] {
    var state: UInt32 = 7
    return (0..<2).map { _ in
        (0..<frameCount).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Float(Int32(bitPattern: state)) / 0x1p32
        }
    }
}
