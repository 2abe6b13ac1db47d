import AVFRealtime
import AVFRender
import Synchronization
import Testing

@Suite struct PlanSlotTests {
    @Test func `a plan that is replaced before it was adopted is never heard, and let go at once`() {
        let census = CountingUnit.Census()
        do {
            let slot = PlanSlot()
            slot.publish(plan(of: CountingUnit(number: 1, census: census)))
            slot.publish(plan(of: CountingUnit(number: 2, census: census)))
            #expect(census.alive.load(ordering: .relaxed) == 1)
        }
        #expect(census.alive.load(ordering: .relaxed) == 0)
    }

    @Test func `a plan is not let go on the render thread: it waits to be collected`() {
        let renderer = Renderer()
        let census = CountingUnit.Census()
        for number in 0..<2 {
            renderer.slot.publish(plan(of: CountingUnit(number: number, census: census)))
            renderer.slot.adoptNewestPlan()
        }
        #expect(census.alive.load(ordering: .relaxed) == 2)
        renderer.slot.collect()
        #expect(census.alive.load(ordering: .relaxed) == 1)
    }

    @Test func `while the last plan has not been collected, the renderer stays with what it has`() {
        let renderer = Renderer()
        let units = (0..<3).map { CountingUnit(number: $0) }
        let output = SampleBuffer(channelCount: 1, frameCapacity: 1)
        func render() { renderer.render(output.channels, channelCount: 1, frameCount: 1, hostTime: 0) }
        func calls() -> [Int] { units.map { $0.blockCount.load(ordering: .relaxed) } }
        renderer.slot.publish(plan(of: units[0]))
        render()
        renderer.slot.publish(plan(of: units[1]))
        render()
        renderer.slot.publish(plan(of: units[2]))
        render()
        #expect(calls() == [1, 2, 0])
        renderer.slot.collect()
        render()
        #expect(calls() == [1, 2, 1])
    }

    @Test
    func `of 100000 plans through three threads none leaks, none comes after a newer one, at most five live`()
        throws
    {
        let planCount = 100_000
        let census = CountingUnit.Census()
        let newest = CountingUnit.Newest()
        try publish(planCount, census, newest)
        #expect(newest.older.load(ordering: .relaxed) == 0)
        #expect(newest.number.load(ordering: .relaxed) == planCount - 1)
        #expect(census.most.load(ordering: .relaxed) <= 5)
        #expect(census.made.load(ordering: .relaxed) == planCount)
        #expect(census.alive.load(ordering: .relaxed) == 0)
    }

    /// Publishes plans of units with these numbers while one thread renders and another one collects.
    private func publish(
        _ planCount: Int, _ census: CountingUnit.Census, _ newest: CountingUnit.Newest
    ) throws {
        let renderer = Renderer()
        let isDone = Done()
        let rendering = try NamedThread(.render) {
            let output = SampleBuffer(channelCount: 1, frameCapacity: 1)
            while !isDone.word.load(ordering: .acquiring) {
                renderer.render(output.channels, channelCount: 1, frameCount: 1, hostTime: 0)
            }
            renderer.render(output.channels, channelCount: 1, frameCount: 1, hostTime: 0)
        }
        let collecting = try NamedThread(.pump) {
            while !isDone.word.load(ordering: .acquiring) {
                renderer.slot.collect()
                Pause.briefly()
            }
        }
        for number in 0..<planCount {
            renderer.slot.publish(plan(of: CountingUnit(number: number, census: census, newest: newest)))
        }
        renderer.slot.collect()
        isDone.word.store(true, ordering: .releasing)
        collecting.join()
        renderer.slot.collect()
        rendering.join()
    }
}

private final class Done: Sendable {
    let word = Atomic<Bool>(false)
}
