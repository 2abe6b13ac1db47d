import AVFRender
import Synchronization

/// Writes the sample time of each frame, and counts its blocks, its longest one and how many of it are alive.
package final class CountingUnit: RenderUnit, @unchecked Sendable {  // Proof: its state is atomic.
    /// How many units are alive, for one test.
    final class Census: Sendable {
        let alive = Atomic<Int>(0)
        let most = Atomic<Int>(0)
        let made = Atomic<Int>(0)
    }

    let blockCount = Atomic<Int>(0)
    let longestBlock = Atomic<Int>(0)
    let number: Int
    private let newest: Newest?
    private let census: Census?

    /// The number of the newest unit that was ever called; `older` counts calls of older ones after that.
    final class Newest: Sendable {
        let number = Atomic<Int>(-1)
        let older = Atomic<Int>(0)
    }

    init(number: Int = 0, census: Census? = nil, newest: Newest? = nil) {
        self.number = number
        self.census = census
        self.newest = newest
        super.init(latencyFrames: 0)
        guard let census else { return }
        census.made.add(1, ordering: .relaxed)
        let alive = census.alive.add(1, ordering: .relaxed).newValue
        census.most.max(alive, ordering: .relaxed)
    }

    deinit { census?.alive.subtract(1, ordering: .relaxed) }

    package override func process(_ block: RenderBlock) {
        blockCount.add(1, ordering: .relaxed)
        longestBlock.max(block.frameCount, ordering: .relaxed)
        if let newest {
            let previous = newest.number.max(number, ordering: .relaxed).oldValue
            if number < previous { newest.older.add(1, ordering: .relaxed) }
        }
        for channel in 0..<block.output.channelCount {
            for frame in 0..<block.frameCount {
                block.output[channel][frame] = Float(block.sampleTime + Int64(frame))
            }
        }
    }
}

/// A plan of one source that writes straight into the caller's channels.
func plan(
    of unit: RenderUnit, channelCount: Int = 1, maximumFrameCount: Int = 512
) -> RenderPlan {
    var buses = PlanBuses()
    let step = buses.step(of: unit, inputs: [], outputs: [(0..<channelCount).map(PlanBuffer.output)])
    return RenderPlan(
        steps: [step], buses: buses,
        domains: [PlanDomain(parent: 0, bridge: nil)], arenaBufferCount: 0, outputChannelCount: channelCount,
        maximumFrameCount: maximumFrameCount, bufferFrameCapacity: maximumFrameCount)
}
