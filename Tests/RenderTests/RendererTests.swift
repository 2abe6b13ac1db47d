import AVFRender
import Testing

@Suite struct RendererTests {
    /// Renders one call into memory that held rubbish.
    private func render(
        _ renderer: Renderer, _ frameCount: Int, channelCount: Int = 1, offset: Int = 0
    ) -> [[Float]] {
        let output = SampleBuffer(channelCount: channelCount, frameCapacity: offset + frameCount)
        for channel in 0..<channelCount {
            output.channels[channel].update(repeating: 99, count: offset + frameCount)
        }
        renderer.render(
            output.channels, offset: offset, channelCount: channelCount, frameCount: frameCount, hostTime: 5)
        return (0..<channelCount).map { channel in
            (0..<offset + frameCount).map { output.channels[channel][$0] }
        }
    }

    private func withRenderer(_ body: (Renderer) throws -> Void) rethrows {
        try body(Renderer())
    }

    @Test func `without a plan there is silence, and time goes on`() {
        withRenderer { renderer in
            #expect(
                render(renderer, 100, channelCount: 2)
                    == [[Float]](repeating: [Float](repeating: 0, count: 100), count: 2))
            #expect(renderer.position == 100)
            #expect(renderer.clock.now == RenderInstant(sampleTime: 0, hostTime: 5))
        }
    }

    @Test func `a plan that writes no output is silence`() {
        withRenderer { renderer in
            var buses = PlanBuses()
            let step = buses.step(of: CountingUnit(), inputs: [], outputs: [[.arena(0)]])
            renderer.slot.publish(
                RenderPlan(
                    steps: [step], buses: buses, domains: [PlanDomain(parent: 0, bridge: nil)],
                    arenaBufferCount: 1, outputChannelCount: 1, maximumFrameCount: 16,
                    bufferFrameCapacity: 16))
            #expect(render(renderer, 40) == [[Float](repeating: 0, count: 40)])
        }
    }

    @Test func `a plan without a step is silence`() {
        withRenderer { renderer in
            renderer.slot.publish(
                RenderPlan(
                    steps: [], buses: PlanBuses(), domains: [PlanDomain(parent: 0, bridge: nil)],
                    arenaBufferCount: 0, outputChannelCount: 1, maximumFrameCount: 16,
                    bufferFrameCapacity: 16))
            #expect(render(renderer, 40) == [[Float](repeating: 0, count: 40)])
        }
    }

    @Test func `silence is written from the offset on, and nothing before it`() {
        let none = RenderPlan(
            steps: [], buses: PlanBuses(), domains: [PlanDomain(parent: 0, bridge: nil)],
            arenaBufferCount: 0, outputChannelCount: 1, maximumFrameCount: 16, bufferFrameCapacity: 16)
        for candidate in [nil, none, plan(of: CountingUnit(), channelCount: 2)] {
            withRenderer { renderer in
                if let candidate { renderer.slot.publish(candidate) }
                let expected = [Float](repeating: 99, count: 7) + [Float](repeating: 0, count: 40)
                #expect(render(renderer, 40, offset: 7) == [expected])
            }
        }
    }

    @Test func `a plan for other channels is silence`() {
        withRenderer { renderer in
            renderer.slot.publish(plan(of: CountingUnit(), channelCount: 1))
            #expect(render(renderer, 4, channelCount: 2) == [[0, 0, 0, 0], [0, 0, 0, 0]])
        }
    }

    @Test(arguments: [1, 15, 16, 17, 100])
    func `more frames than a plan has room for are made in slices, with time going on`(frameCount: Int) {
        withRenderer { renderer in
            let unit = CountingUnit()
            renderer.slot.publish(plan(of: unit, maximumFrameCount: 16))
            #expect(render(renderer, frameCount) == [(0..<frameCount).map(Float.init)])
            #expect(unit.blockCount.load(ordering: .relaxed) == (frameCount + 15) / 16)
            #expect(unit.longestBlock.load(ordering: .relaxed) == min(16, frameCount))
            #expect(render(renderer, 2) == [[Float(frameCount), Float(frameCount + 1)]])
        }
    }

    @Test func `an offset leaves what is before it alone`() {
        withRenderer { renderer in
            renderer.slot.publish(plan(of: CountingUnit(), maximumFrameCount: 2))
            #expect(render(renderer, 3, offset: 2) == [[99, 99, 0, 1, 2]])
        }
    }

    @Test func `a restart begins time anew with the next block`() {
        withRenderer { renderer in
            renderer.slot.publish(plan(of: CountingUnit()))
            _ = render(renderer, 10)
            renderer.restart()
            #expect(renderer.position == 0)
            #expect(render(renderer, 3) == [[0, 1, 2]])
            #expect(renderer.position == 3)
            #expect(renderer.clock.now?.sampleTime == 0)
        }
    }

    @Test func `processing times are booked only while profiling`() {
        withRenderer { renderer in
            let unit = CountingUnit()
            renderer.slot.publish(plan(of: unit))
            _ = render(renderer, 512)
            #expect(unit.processingTimeNanoseconds == 0)
            renderer.isProfiling = true
            for _ in 0..<100 { _ = render(renderer, 512) }
            #expect(unit.processingTimeNanoseconds > 0)
        }
    }

    @Test func `a request to reset is taken once`() {
        let unit = CountingUnit()
        #expect(!unit.takeResetRequest())
        unit.requestReset()
        #expect(unit.takeResetRequest())
        #expect(!unit.takeResetRequest())
    }
}
