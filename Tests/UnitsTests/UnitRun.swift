import AVFRender

/// One unit, run by hand over arrays: the judge's view of a kernel, without a graph.
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

    /// The output for an input by channel, made in blocks of these sizes, again and again.
    func process(_ input: [[Float]], blocks: [Int] = [512], inPlace: Bool = false) -> [[Float]] {
        let frameCount = input[0].count
        let source = SampleBuffer(channelCount: channelCount, frameCapacity: frameCount)
        let target = inPlace ? source : SampleBuffer(channelCount: channelCount, frameCapacity: frameCount)
        for channel in 0..<channelCount {
            for frame in 0..<frameCount { source.channels[channel][frame] = input[channel][frame] }
            if !inPlace { for frame in 0..<frameCount { target.channels[channel][frame] = .nan } }
        }
        var done = 0
        var block = 0
        while done < frameCount {
            let count = min(blocks[block % blocks.count], frameCount - done)
            run(source, target, first: done, count)
            done += count
            block += 1
        }
        return (0..<channelCount).map { channel in (0..<frameCount).map { target.channels[channel][$0] } }
    }

    private func run(_ source: SampleBuffer, _ target: SampleBuffer, first: Int, _ count: Int) {
        let table = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2 * channelCount)
        defer { table.deallocate() }
        for channel in 0..<channelCount {
            (table + channel).initialize(to: source.channels[channel] + first)
            (table + channelCount + channel).initialize(to: target.channels[channel] + first)
        }
        var input = AudioBus(channels: UnsafePointer(table), channelCount: channelCount)
        var output = AudioBus(channels: UnsafePointer(table + channelCount), channelCount: channelCount)
        unit.process(
            RenderBlock(
                inputs: &input, inputCount: hasInput ? 1 : 0, outputs: &output, outputCount: 1,
                frameCount: count, sampleTime: sampleTime))
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
