import AVFDSP
import CAVFDSP

/// Makes promised frames of what a device captures: other channels, another rate.
///
/// Used by the device's thread only.
struct CaptureConverter: ~Copyable {
    private let device: DeviceStreamFormat
    private let promised: DeviceStreamFormat
    private let matrix: ChannelMixMatrix
    private var resampler: VariableRateResampler
    private let mixed: ChannelRoom
    private let made: ChannelRoom
    private var madeFrameCount = 0
    private let isSameRate: Bool
    /// Whether frames are handed on as they are.
    let isIdentity: Bool
    /// Promised frames by which what is handed on is late.
    let latencyFrameCount: Int

    private static let reach = 48
    private static var chunkFrameCount: Int { 256 }

    /// A converter with nothing in it.
    init(device: DeviceStreamFormat, promised: DeviceStreamFormat) {
        let pace = device.sampleRateHz / promised.sampleRateHz
        self.device = device
        self.promised = promised
        isSameRate = pace == 1
        isIdentity = isSameRate && device.channelCount == promised.channelCount
        matrix = ChannelMixMatrix(
            inputChannelCount: device.channelCount, outputChannelCount: promised.channelCount)
        resampler = VariableRateResampler(channelCount: promised.channelCount, reach: Self.reach)
        resampler.follow(pace, over: 0)
        mixed = ChannelRoom(channelCount: promised.channelCount, frameCapacity: Self.chunkFrameCount)
        made = ChannelRoom(
            channelCount: promised.channelCount, frameCapacity: max(1, promised.periodFrameCount))
        let reach = Int((Double(Self.reach) * max(1, pace) / pace).rounded(.up))
        latencyFrameCount = isSameRate ? 0 : reach + promised.periodFrameCount
    }

    /// Takes a period of the device, and hands on what it completes; `hostTimeNanoseconds` is when its first
    /// frame was captured.
    mutating func convert(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int, hostTimeNanoseconds: UInt64,
        to target: DeviceCapturing
    ) {
        var done = 0
        while done < frameCount {
            let begin = hostTimeNanoseconds + device.nanoseconds(ofFrames: done)
            done +=
                isSameRate
                ? copy(channels, from: done, to: frameCount, begin, target)
                : resample(channels, from: done, to: frameCount, begin, target)
        }
    }

    /// Mixes the next frames into place; returns how many.
    private func mix(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int, frameCount: Int
    ) {
        for out in 0..<promised.channelCount {
            avf_dsp_clear(mixed.channels[out], frameCount)
            for channel in 0..<device.channelCount {
                let gain = matrix[output: out, input: channel]
                guard gain != 0 else { continue }
                avf_dsp_accumulate(mixed.channels[out], channels[channel] + first, gain, frameCount)
            }
        }
    }

    private func copy(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int, to end: Int,
        _ begin: UInt64, _ target: DeviceCapturing
    ) -> Int {
        let count = min(end - first, Self.chunkFrameCount)
        mix(channels, from: first, frameCount: count)
        target.callback(
            target.context, mixed.channels, Int32(promised.channelCount), Int32(count), begin)
        return count
    }

    private mutating func resample(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int, to end: Int,
        _ begin: UInt64, _ target: DeviceCapturing
    ) -> Int {
        let wanted = resampler.inputFrameCount(forOutput: made.frameCapacity - madeFrameCount)
        let count = min(wanted, end - first, Self.chunkFrameCount)
        mix(channels, from: first, frameCount: count)
        madeFrameCount += resampler.process(
            input: mixed.channels, inputFrameCount: count, output: made.channels, from: madeFrameCount,
            outputFrameCount: made.frameCapacity)
        guard madeFrameCount == made.frameCapacity else { return count }
        madeFrameCount = 0
        // The next output frame lies so much before the end of what was taken, and this block before it.
        let behind = resampler.exactAheadFrameCount / device.sampleRateHz * 1e9
        let length = promised.nanoseconds(ofFrames: made.frameCapacity)
        let taken = begin + device.nanoseconds(ofFrames: count)
        let early = length + UInt64(max(0, behind))
        target.callback(
            target.context, made.channels, Int32(promised.channelCount), Int32(made.frameCapacity),
            taken - min(taken, early))
        return count
    }
}
