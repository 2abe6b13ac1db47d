import CAVFDSP

/// The newest input samples of a rate converter, planar.
final class SampleHistory {
    let capacity: Int
    let channels: [UnsafeMutablePointer<Double>]
    /// Samples of each channel that are there.
    private(set) var frameCount = 0

    init(channelCount: Int, capacity: Int) {
        self.capacity = capacity
        channels = (0..<channelCount).map { _ in .allocate(capacity: capacity) }
    }

    deinit {
        for channel in channels { channel.deallocate() }
    }

    /// Forgets everything and begins with silence.
    func restart(silentFrameCount: Int) {
        frameCount = 0
        append(nil, from: 0, count: silentFrameCount)
    }

    /// Appends frames that fit, silence where there is no input.
    func append(_ input: UnsafePointer<UnsafeMutablePointer<Double>>?, from first: Int, count: Int) {
        for (index, channel) in channels.enumerated() {
            if let input {
                (channel + frameCount).update(from: input[index] + first, count: count)
            } else {
                (channel + frameCount).update(repeating: 0, count: count)
            }
        }
        frameCount += count
    }

    /// Forgets the oldest frames.
    func drop(_ count: Int) {
        for channel in channels { channel.update(from: channel + count, count: frameCount - count) }
        frameCount -= count
    }
}
