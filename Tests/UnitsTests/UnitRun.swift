import AVFRender
import AVFUnits
import CAVFDSP
import CAVFRealtime
import Glibc

/// One unit in the real-time context, run by hand over arrays: the judge's view of a kernel, without a graph.
final class UnitRun {
    let unit: RenderUnit
    let parameters: ParameterBlock
    let channelCount: Int
    private let hasInput: Bool
    private var sampleTime: Int64 = 0

    init(
        _ entry: UnitEntry, sampleRateHz: Double = 48_000, channelCount: Int = 2,
        maximumFrameCount: Int = 4096
    ) {
        let descriptor = entry.descriptor
        hasInput = !descriptor.inputBuses.isEmpty
        self.channelCount = channelCount
        parameters = ParameterBlock(descriptor)
        unit = entry.make(
            UnitConfiguration(
                sampleRateHz: sampleRateHz, inputChannelCounts: hasInput ? [channelCount] : [],
                outputChannelCounts: [channelCount], maximumFrameCount: maximumFrameCount,
                sectionCount: entry.defaultSectionCount), parameters)
    }

    /// Frames of input that a time effect has asked for.
    private(set) var takenFrameCount = 0

    /// Whether the unit has written to an input that was not its output too.
    private(set) var hasWrittenInput = false

    /// The output for an input by channel, made in blocks of these sizes, again and again.
    ///
    /// A time effect gets its input as it asks for it, and silence behind the end; it makes as many frames as
    /// it is given, unless told otherwise. `before` is told the first frame of each block.
    func process(
        _ input: [[Float]], blocks: [Int] = [512], inPlace: Bool = false, outputFrameCount: Int? = nil,
        before: (Int) -> Void = { _ in }
    ) -> [[Float]] {
        if let bridge = unit as? DomainBridge {
            return process(input, through: bridge, blocks, outputFrameCount ?? input[0].count, before)
        }
        let frameCount = input[0].count
        let source = SampleBuffer(channelCount: channelCount, frameCapacity: frameCount)
        let target = inPlace ? source : SampleBuffer(channelCount: channelCount, frameCapacity: frameCount)
        for channel in 0..<channelCount {
            source.channels[channel].update(from: input[channel], count: frameCount)
            if !inPlace { target.channels[channel].update(repeating: .nan, count: frameCount) }
        }
        var done = 0
        var block = 0
        while done < frameCount {
            let count = min(blocks[block % blocks.count], frameCount - done)
            before(done)
            run(source, target, first: done, count)
            done += count
            block += 1
        }
        if !inPlace { look(at: source, input) }
        return target.samples(frameCount)
    }

    private func look(at source: SampleBuffer, _ input: [[Float]]) {
        for channel in 0..<channelCount where !hasWrittenInput {
            let byteCount = input[channel].count * MemoryLayout<Float>.stride
            hasWrittenInput = memcmp(source.channels[channel], input[channel], byteCount) != 0
        }
    }

    /// The output for one channel that goes to all, of which the first is looked at.
    func processMono(
        _ input: [Float], blocks: [Int] = [512], before: (Int) -> Void = { _ in }
    ) -> [Float] {
        let all = [[Float]](repeating: input, count: channelCount)
        return process(all, blocks: blocks, before: before)[0]
    }

    private struct Call {
        let unit: RenderUnit
        let block: RenderBlock
    }

    private func process(
        _ input: [[Float]], through bridge: DomainBridge, _ blocks: [Int], _ frameCount: Int,
        _ before: (Int) -> Void
    ) -> [[Float]] {
        var output = [[Float]](repeating: [], count: channelCount)
        let start = takenFrameCount
        var block = 0
        while output[0].count < frameCount {
            let count = min(blocks[block % blocks.count], frameCount - output[0].count)
            before(output[0].count)
            let wanted = bridge.beginBlock(frameCount: count)
            let source = SampleBuffer(channelCount: channelCount, frameCapacity: max(1, wanted, count))
            let target = SampleBuffer(channelCount: channelCount, frameCapacity: count)
            for channel in 0..<channelCount {
                let piece = input[channel].dropFirst(takenFrameCount - start).prefix(wanted)
                source.channels[channel].update(repeating: 0, count: source.frameCapacity)
                piece.withUnsafeBufferPointer { piece in
                    guard let first = piece.baseAddress else { return }
                    source.channels[channel].update(from: first, count: piece.count)
                }
                target.channels[channel].update(repeating: .nan, count: count)
            }
            takenFrameCount += wanted
            let given = source.samples(max(wanted, count))
            run(source, target, first: 0, count)
            look(at: source, given)
            for (channel, samples) in target.samples(count).enumerated() { output[channel] += samples }
            block += 1
        }
        return output
    }

    private func run(_ source: SampleBuffer, _ target: SampleBuffer, first: Int, _ count: Int) {
        let table = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2 * channelCount)
        defer { table.deallocate() }
        for channel in 0..<channelCount {
            (table + channel).initialize(to: source.channels[channel] + first)
            (table + channelCount + channel).initialize(to: target.channels[channel] + first)
        }
        let input = AudioBus(channels: UnsafePointer(table), channelCount: channelCount)
        let output = AudioBus(channels: UnsafePointer(table + channelCount), channelCount: channelCount)
        withUnsafePointer(to: input) { input in
            withUnsafePointer(to: output) { output in
                var call = Call(
                    unit: unit,
                    block: RenderBlock(
                        inputs: input, inputCount: hasInput ? 1 : 0, outputs: output, outputCount: 1,
                        frameCount: count, sampleTime: sampleTime))
                withUnsafeMutablePointer(to: &call) {
                    avf_rt_enter(
                        { context in
                            guard let call = context?.assumingMemoryBound(to: Call.self) else { return }
                            call.pointee.unit.process(call.pointee.block)
                        }, $0)
                }
            }
        }
        sampleTime += Int64(count)
    }
}

// Whole arrays at a time: in a debug build closures for each sample would take most of the tests' time.

extension SampleBuffer {
    /// The first frames of each channel.
    fileprivate func samples(_ frameCount: Int) -> [[Float]] {
        (0..<channelCount).map { Array(UnsafeBufferPointer(start: channels[$0], count: frameCount)) }
    }
}

/// Whether every sample is a finite number.
func areFinite(_ channels: [[Float]]) -> Bool {
    var peak: Float = 0
    return channels.allSatisfy { avf_dsp_is_finite($0, $0.count, &peak) }
}

/// A deterministic noise, −0.5…0.5.
func noise(_ frameCount: Int, seed: UInt64) -> [Float] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return Array(unsafeUninitializedCapacity: frameCount) { samples, count in
        while count < frameCount {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            samples[count] = Float(Int32(truncatingIfNeeded: state >> 32)) / 4_294_967_296
            count += 1
        }
    }
}

extension UnitRun {
    /// Sets a parameter by its symbol; one that does not exist is a mistake of the test.
    func set(_ symbol: String, _ value: Float, in entry: UnitEntry) {
        guard let index = entry.descriptor.index(ofSymbol: symbol) else {
            preconditionFailure("no parameter \(symbol)")
        }
        parameters.store(value, at: index)
    }

    /// A native unit with these settings.
    static func of(
        _ symbol: String, _ settings: [String: Float] = [:], sampleRateHz: Double = 48_000,
        channelCount: Int = 1
    ) throws -> UnitRun {
        guard let entry = UnitCatalog[symbol] else { throw NoSuchUnit(symbol: symbol) }
        let run = UnitRun(entry, sampleRateHz: sampleRateHz, channelCount: channelCount)
        for (symbol, value) in settings { run.set(symbol, value, in: entry) }
        return run
    }
}

/// The catalog has no unit of that symbol.
struct NoSuchUnit: Error {
    let symbol: String
}
