import AVFRealtime
import AVFRender
import Synchronization
import Testing

@Suite struct RenderClockTests {
    @Test func `a clock shows nothing before its first tick and after it was cleared`() {
        let clock = RenderClock()
        #expect(clock.now == nil)
        clock.publish(sampleTime: 3, hostTime: 4)
        #expect(clock.now == RenderInstant(sampleTime: 3, hostTime: 4))
        clock.clear()
        #expect(clock.now == nil)
        clock.publish(sampleTime: 0, hostTime: 0)
        #expect(clock.now == RenderInstant(sampleTime: 0, hostTime: 0))
    }

    @Test func `a reader never sees the sample time of one tick with the host time of another`() throws {
        let ticking = SharedClock()
        let writer = try TickingThread(ticking)
        var torn = 0
        var seen: Set<Int64> = []
        var looks = 0
        while looks < 200_000 || seen.count < 2 {
            guard let now = ticking.clock.now else { continue }
            looks += 1
            if now.hostTime != UInt64(now.sampleTime) &* 3 { torn += 1 }
            if seen.count < 10 { seen.insert(now.sampleTime) }
        }
        writer.stop()
        #expect(torn == 0)
    }
}

private final class SharedClock: Sendable {
    let clock = RenderClock()
}

/// A thread that ticks as fast as it can until it is stopped.
private final class TickingThread: Sendable {
    private final class Stop: Sendable { let word = Atomic<Bool>(false) }
    private let isStopped = Stop()
    private let thread: NamedThread

    init(_ shared: SharedClock) throws {
        thread = try NamedThread(.render) { [isStopped] in
            var time: Int64 = 0
            while !isStopped.word.load(ordering: .relaxed) {
                shared.clock.publish(sampleTime: time, hostTime: UInt64(time) &* 3)
                time += 1
            }
        }
    }

    func stop() {
        isStopped.word.store(true, ordering: .relaxed)
        thread.join()
    }
}
