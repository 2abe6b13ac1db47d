import AVFRender
import Glibc

/// How loud two channels are over time.
struct LevelTrace {
    private let windowFrameCount: Int
    let sampleRateHz: Double
    private var sums: (Double, Double) = (0, 0)
    private var frameCount = 0
    /// Mean power of each window, left and right.
    private(set) var powers: [(left: Double, right: Double)] = []

    /// A trace with one value for each 20 ms.
    init(sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        windowFrameCount = max(1, Int(0.02 * sampleRateHz))
    }

    /// Hears frames; of one channel both sides are the same.
    mutating func add(
        _ channels: UnsafePointer<UnsafePointer<Float>>, channelCount: Int, offset: Int, frameCount: Int
    ) {
        let (left, right) = (channels[0], channels[min(1, channelCount - 1)])
        for frame in offset..<offset + frameCount {
            sums.0 += Double(left[frame]) * Double(left[frame])
            sums.1 += Double(right[frame]) * Double(right[frame])
            self.frameCount += 1
            if self.frameCount == windowFrameCount { endWindow() }
        }
    }

    /// With what there is of the last window.
    func finished() -> LevelTrace {
        var trace = self
        if frameCount > 0 { trace.endWindow() }
        return trace
    }

    private mutating func endWindow() {
        powers.append((sums.0 / Double(frameCount), sums.1 / Double(frameCount)))
        sums = (0, 0)
        frameCount = 0
    }

    /// Seconds of a window.
    var windowSeconds: Double { Double(windowFrameCount) / sampleRateHz }
}
