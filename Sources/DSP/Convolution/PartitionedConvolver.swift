import CAVFDSP

/// A way from an input channel to an output channel, and its impulse response.
package struct ConvolutionPath: Sendable {
    /// The input channel.
    package var input: Int
    /// The output channel.
    package var output: Int
    /// The impulse response: tap k is heard k frames late.
    package var taps: [Float]

    /// A path.
    package init(input: Int, output: Int, taps: [Float]) {
        self.input = input
        self.output = output
        self.taps = taps
    }
}

/// Convolves channels with long impulse responses, without latency and with the same work for each block.
///
/// The first taps are summed directly; the rest is cut into partitions of three sizes, each eight times the
/// one before (W. Gardner, "Efficient Convolution without Input-Output Delay", 1995; G. García, "Optimal
/// Filter Partition for Efficient Convolution with Short Input/Output Delay", 2002). All grids begin at frame
/// 0, so that the samples do not depend on how the stream is cut.
package struct PartitionedConvolver: ~Copyable {
    /// Sizes of partitions: each level begins where one block has passed, or two if it takes its time.
    private static let sizes: [(size: Int, firstTap: Int)] = [(64, 64), (512, 1024), (4096, 8192)]
    private static var stepFrameCount: Int { @_noLocks get { PartitionLevel.stepFrameCount } }

    /// Frames after which nothing of an input frame is heard any more.
    package let tapCount: Int
    private let channelCount: Int
    private let levels: UnsafeMutablePointer<PartitionLevel>
    private let levelCount: Int
    /// The first taps of each path, output by output; nil where there is none.
    private let heads: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
    /// Of each channel the step before and the step that comes in.
    private let history: ChannelRows
    private var filledFrameCount = 0

    /// A convolver for paths between `channelCount` channels; paths of other channels are left out. [control]
    ///
    /// An output without a path is silent.
    package init(_ allPaths: [ConvolutionPath], channelCount: Int) {
        let channels = 0..<max(0, channelCount)
        let paths = allPaths.filter { channels.contains($0.input) && channels.contains($0.output) }
        let tapCount = paths.map { $0.taps.count }.max() ?? 0
        self.tapCount = tapCount
        self.channelCount = channels.count
        history = ChannelRows(channelCount: channels.count, frameCount: 2 * Self.stepFrameCount)
        let used = Self.sizes.filter { $0.firstTap < tapCount }
        levels = .allocate(capacity: max(1, used.count))
        levelCount = used.count
        for (index, level) in used.enumerated() {
            let end = index + 1 < used.count ? used[index + 1].firstTap : tapCount
            (levels + index).initialize(
                to: PartitionLevel(
                    size: level.size, isPatient: level.firstTap > level.size, paths: paths,
                    channelCount: channels.count, firstTap: level.firstTap,
                    partitionCount: (end - level.firstTap + level.size - 1) / level.size))
        }
        heads = .allocate(capacity: max(1, channels.count * channels.count))
        heads.initialize(repeating: nil, count: max(1, channels.count * channels.count))
        for path in paths { heads[path.output * channels.count + path.input] = Self.head(of: path) }
    }

    deinit {
        levels.deinitialize(count: levelCount)
        levels.deallocate()
        for path in 0..<channelCount * channelCount { heads[path]?.deallocate() }
        heads.deallocate()
    }

    private static func head(of path: ConvolutionPath) -> UnsafeMutablePointer<Float> {
        let head = UnsafeMutablePointer<Float>.allocate(capacity: stepFrameCount)
        for tap in 0..<stepFrameCount {
            (head + tap).initialize(to: tap < path.taps.count ? path.taps[tap] : 0)
        }
        return head
    }

    /// Forgets what was heard.
    @_noLocks
    package mutating func reset() {
        filledFrameCount = 0
        for channel in 0..<channelCount { avf_dsp_clear(history[channel], 2 * Self.stepFrameCount) }
        for level in 0..<levelCount { (levels + level).pointee.reset() }
    }

    /// Convolves a block; input and output may be the same channels.
    @_noLocks
    package mutating func process(
        input: UnsafePointer<UnsafeMutablePointer<Float>>, output: UnsafePointer<UnsafeMutablePointer<Float>>,
        frameCount: Int
    ) {
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, Self.stepFrameCount - filledFrameCount)
            for channel in 0..<channelCount {
                avf_dsp_copy(newest(channel), input[channel] + done, count)
            }
            for channel in 0..<channelCount { make(channel, output[channel] + done, count) }
            filledFrameCount += count
            done += count
            if filledFrameCount == Self.stepFrameCount { step() }
        }
    }

    @_noLocks
    private func newest(_ channel: Int) -> UnsafeMutablePointer<Float> {
        history[channel] + Self.stepFrameCount + filledFrameCount
    }

    @_noLocks
    private func make(_ channel: Int, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
        avf_dsp_clear(output, count)
        for input in 0..<channelCount {
            guard let head = heads[channel * channelCount + input] else { continue }
            avf_dsp_convolve_taps(output, newest(input), head, count)
        }
        for level in 0..<levelCount {
            avf_dsp_add(output, levels[level].ready(channel) + filledFrameCount, count)
        }
    }

    @_noLocks
    private mutating func step() {
        filledFrameCount = 0
        for level in 0..<levelCount {
            (levels + level).pointee.step(history, offset: Self.stepFrameCount)
        }
        for channel in 0..<channelCount {
            avf_dsp_copy(history[channel], history[channel] + Self.stepFrameCount, Self.stepFrameCount)
        }
    }
}
