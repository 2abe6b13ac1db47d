import CAVFDSP

/// Between one memory block per channel and interleaved samples, from an offset on.
enum PlanarLayout {
    static func interleave(
        _ interleaved: UnsafeMutablePointer<Float>, _ channels: UnsafePointer<UnsafePointer<Float>>,
        offset: Int, channelCount: Int, frameCount: Int
    ) {
        withUnsafeTemporaryAllocation(of: UnsafePointer<Float>?.self, capacity: channelCount) { sources in
            for channel in 0..<channelCount { sources[channel] = channels[channel] + offset }
            avf_dsp_interleave(interleaved, sources.baseAddress, channelCount, frameCount)
        }
    }

    static func deinterleave(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int,
        _ interleaved: UnsafePointer<Float>, channelCount: Int, frameCount: Int
    ) {
        withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>?.self, capacity: channelCount) {
            targets in
            for channel in 0..<channelCount { targets[channel] = channels[channel] + offset }
            avf_dsp_deinterleave(targets.baseAddress, interleaved, channelCount, frameCount)
        }
    }
}
