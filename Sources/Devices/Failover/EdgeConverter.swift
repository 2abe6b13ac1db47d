import AVFDSP
import CAVFDSP

/// Makes a device's periods of a graph's blocks: other sizes, rates and channels.
///
/// At equal rates frames are copied. Used by the device's thread only.
struct EdgeConverter: ~Copyable {
    private let graph: DeviceStreamFormat
    private let device: DeviceStreamFormat
    private let matrix: ChannelMixMatrix
    private var resampler: VariableRateResampler
    private var feed: BlockFeed
    private let input: ChannelRoom
    private let made: ChannelRoom
    private let isSameRate: Bool
    /// Frames of the graph that lie between its last block and what the device gets, at most.
    let latencyFrameCount: Int

    private static let reach = 48
    private static let chunkFrameCount = 256

    /// Whether the rates are at most two octaves apart.
    static func converts(_ graph: DeviceStreamFormat, to device: DeviceStreamFormat) -> Bool {
        DriftSettings.paces.contains(graph.sampleRateHz / device.sampleRateHz)
    }

    /// A converter with nothing in it.
    init(graph: DeviceStreamFormat, device: DeviceStreamFormat) {
        let pace = graph.sampleRateHz / device.sampleRateHz
        self.graph = graph
        self.device = device
        isSameRate = graph.sampleRateHz == device.sampleRateHz
        matrix = ChannelMixMatrix(
            inputChannelCount: graph.channelCount, outputChannelCount: device.channelCount)
        resampler = VariableRateResampler(channelCount: graph.channelCount, reach: Self.reach)
        resampler.follow(pace, over: 0)
        feed = BlockFeed(graph)
        input = ChannelRoom(channelCount: graph.channelCount, frameCapacity: Self.chunkFrameCount)
        made = ChannelRoom(channelCount: graph.channelCount, frameCapacity: device.periodFrameCount)
        let isWhole = isSameRate && device.periodFrameCount % graph.periodFrameCount == 0
        let reach = isSameRate ? 0 : Int(Double(Self.reach) * max(1, pace))
        latencyFrameCount = isWhole ? 0 : graph.periodFrameCount + reach
    }

    /// Fills a period; returns the frames that were made before `renderer` had another leader.
    mutating func fill(
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int, _ turn: EdgeTurn
    ) -> Int {
        let count = min(frameCount, made.frameCapacity)
        let filled = isSameRate ? feed.take(into: made, count, turn) : resample(count, turn)
        mix(output, frameCount: filled)
        return filled
    }

    private mutating func resample(_ frameCount: Int, _ turn: EdgeTurn) -> Int {
        var done = 0
        while done < frameCount {
            let wanted = resampler.inputFrameCount(forOutput: frameCount - done)
            let taken = feed.take(into: input, min(wanted, Self.chunkFrameCount), turn)
            done += resampler.process(
                input: input.channels, inputFrameCount: taken, output: made.channels, from: done,
                outputFrameCount: frameCount)
            if taken == 0, done < frameCount { break }
        }
        return done
    }

    private func mix(_ output: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) {
        for out in 0..<device.channelCount {
            avf_dsp_clear(output[out], frameCount)
            for channel in 0..<graph.channelCount {
                let gain = matrix[output: out, input: channel]
                guard gain != 0 else { continue }
                avf_dsp_accumulate(output[out], made.channels[channel], gain, frameCount)
            }
        }
    }
}

/// The graph's frames, one after the other, whatever the size of its blocks.
struct BlockFeed: ~Copyable {
    private let graph: DeviceStreamFormat
    private let block: PlanarBuffer
    private var usedFrameCount: Int

    /// A feed that begins with the next block.
    init(_ graph: DeviceStreamFormat) {
        self.graph = graph
        block = PlanarBuffer(channelCount: graph.channelCount, frameCapacity: graph.periodFrameCount)
        usedFrameCount = graph.periodFrameCount
    }

    /// Takes frames of the graph, and has blocks rendered when there are none left.
    mutating func take(
        into room: borrowing ChannelRoom, _ frameCount: Int, _ turn: EdgeTurn
    ) -> Int {
        var done = 0
        while done < frameCount {
            if usedFrameCount == graph.periodFrameCount {
                guard turn.render(into: block) else { break }
                usedFrameCount = 0
            }
            let count = min(frameCount - done, graph.periodFrameCount - usedFrameCount)
            for channel in 0..<graph.channelCount {
                avf_dsp_copy(room.channels[channel] + done, block[channel] + usedFrameCount, count)
            }
            usedFrameCount += count
            done += count
        }
        return done
    }
}

/// One call of a device: who asks, and when.
struct EdgeTurn {
    let renderer: BlockRenderer
    let leader: Int
    let now: UInt64
    let hostTimeNanoseconds: UInt64

    func render(into buffer: PlanarBuffer) -> Bool {
        renderer.render(by: leader, into: buffer, now: now, hostTimeNanoseconds: hostTimeNanoseconds)
    }
}
