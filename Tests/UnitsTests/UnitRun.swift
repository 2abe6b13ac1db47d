import AVFRender
import AVFUnits
import CAVFRealtime

/// One unit behind the door, run by hand over arrays: the judge's view of a kernel, without a graph.
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
    /// it is given, unless told otherwise. `before` is told the first frame of each block of other units.
    func process(
        _ input: [[Float]], blocks: [Int] = [512], inPlace: Bool = false, outputFrameCount: Int? = nil,
        before: (Int) -> Void = { _ in }
    ) -> [[Float]] {
        if let bridge = unit as? DomainBridge {
            return process(input, through: bridge, blocks, outputFrameCount ?? input[0].count)
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
        return (0..<channelCount).map {
            Array(UnsafeBufferPointer(start: target.channels[$0], count: frameCount))
        }
    }

    private func look(at source: SampleBuffer, _ input: [[Float]]) {
        for channel in 0..<channelCount where !hasWrittenInput {
            hasWrittenInput = input[channel].indices.contains {
                source.channels[channel][$0].bitPattern != input[channel][$0].bitPattern
            }
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
        _ input: [[Float]], through bridge: DomainBridge, _ blocks: [Int], _ frameCount: Int
    ) -> [[Float]] {
        var output = [[Float]](repeating: [], count: channelCount)
        let start = takenFrameCount
        var block = 0
        while output[0].count < frameCount {
            let count = min(blocks[block % blocks.count], frameCount - output[0].count)
            let wanted = bridge.beginBlock(frameCount: count)
            let source = SampleBuffer(channelCount: channelCount, frameCapacity: max(1, wanted, count))
            let target = SampleBuffer(channelCount: channelCount, frameCapacity: count)
            for channel in 0..<channelCount {
                for frame in 0..<wanted {
                    let place = takenFrameCount - start + frame
                    source.channels[channel][frame] = place < input[channel].count ? input[channel][place] : 0
                }
                for frame in 0..<count { target.channels[channel][frame] = .nan }
            }
            takenFrameCount += wanted
            let before = (0..<channelCount).map { channel in
                (0..<max(wanted, count)).map { source.channels[channel][$0] }
            }
            run(source, target, first: 0, count)
            look(at: source, before)
            for channel in 0..<channelCount {
                output[channel] += (0..<count).map { target.channels[channel][$0] }
            }
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

/// A deterministic noise, −0.5…0.5.
func noise(_ frameCount: Int, seed: UInt64) -> [Float] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<frameCount).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(Int32(truncatingIfNeeded: state >> 32)) / 4_294_967_296
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
