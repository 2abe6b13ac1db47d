import AVFPluginSandbox
import AVFRender
import TestPlugins
import TestSupport
import Testing

struct AutomationTests {
    private func gain() throws -> UnitHarness { try UnitHarness(PluginFixture.facts("gain")) }

    /// Schedules the level; false if it is refused.
    private func schedule(
        _ harness: UnitHarness, _ value: Float, at time: Int64, ramp: Int64 = 0
    ) -> Bool {
        harness.unit.schedule(parameter: 0, value: value, at: time, rampFrameCount: ramp)
    }

    private func render(_ harness: UnitHarness, _ frameCount: Int, blocks: [Int]) -> [Float] {
        var output: [Float] = []
        var block = 0
        while output.count < frameCount {
            let count = min(blocks[block % blocks.count], frameCount - output.count)
            output += harness.render([Float](repeating: 1, count: count))
            block += 1
        }
        return output
    }

    @Test func `a step is heard at its sample, wherever that is`() throws {
        let harness = try gain()
        var generator = SeededGenerator(seed: 7)
        var level: Float = 1
        for _ in 0..<1000 {
            let start = harness.sampleTime
            let offset = Int.random(in: 0..<64, using: &generator)
            let next: Float = level == 1 ? 2 : 1
            #expect(schedule(harness, next, at: start + Int64(offset)))
            let output = harness.render([Float](repeating: 1, count: 64))
            let expected = (0..<64).map { $0 < offset ? level : next }
            #expect(output == expected)
            level = next
        }
        #expect(harness.value(port: 2) == level, "the target follows")
    }

    @Test func `a ramp goes from the value that is there to its end, the same for every block size`() throws {
        let results = try [[512], [1], [7, 64, 3], [16]].map { blocks in
            let harness = try gain()
            #expect(schedule(harness, 3, at: 100, ramp: 200))
            return render(harness, 400, blocks: blocks)
        }
        let output = results[0]
        #expect(output[99] == 1 && output[300] == 3)
        for frame in 100..<300 {
            let line = 1 + 2 * Float(frame - 100) / 200
            #expect(
                output[frame] <= line + 1e-5 && output[frame] >= line - 0.01 * 16 - 1e-5, "frame \(frame)")
        }
        #expect(results.allSatisfy { $0 == output })
    }

    @Test func `changes are made in the order of time, and a newer one ends a ramp`() throws {
        let harness = try gain()
        #expect(schedule(harness, 4, at: 30, ramp: 1000))
        #expect(schedule(harness, 2, at: 10))
        #expect(schedule(harness, 0, at: 40))
        let output = render(harness, 64, blocks: [64])
        #expect(output[9] == 1 && output[10] == 2 && output[30] == 2 && output[39] > 2)
        #expect(output[40...] == ArraySlice(repeating: 0, count: 24))
    }

    /// `dense` are more changes than one hand-over has room for.
    @Test(arguments: [false, true])
    func `changes sound the same in a process of the plugin's own`(dense: Bool) throws {
        let facts = try PluginFixture.facts("gain")
        var counts: [UInt32] = []
        let outputs = try [nil, IsolationOptions.patient].map { isolation in
            let harness = try UnitHarness(facts, isolation: isolation)
            harness.unit.rendersOffline = true
            var generator = SeededGenerator(seed: 11)
            for index in 0..<(dense ? 1000 : 60) {
                let time = dense ? Int64(index / 2) : Int64.random(in: 0..<4000, using: &generator)
                let ramp = index % 3 == 0 ? Int64.random(in: 0..<400, using: &generator) : 0
                let value = Float.random(in: 0...4, using: &generator)
                #expect(schedule(harness, value, at: time, ramp: ramp))
            }
            defer { counts += [(harness.unit as? IsolatedUnit)?.handOverCount].compactMap { $0 } }
            return render(harness, 4096, blocks: dense ? [512] : [500, 41, 283])
        }
        #expect(outputs[0] == outputs[1])
        #expect(Set(outputs[0]).count > 60)
        #expect(dense ? counts[0] > 500 : counts[0] == 15, "\(counts)")
    }

    @Test func `as soon as possible is the next block, with frames added`() throws {
        let harness = try gain()
        _ = harness.render([1, 1])
        #expect(schedule(harness, 2, at: RenderEvent.immediately + 3))
        #expect(harness.render([1, 1, 1, 1, 1]) == [1, 1, 1, 2, 2])
    }

    @Test func `what no parameter can be is refused`() throws {
        let harness = try gain()
        #expect(!schedule(harness, .nan, at: 0))
        #expect(!harness.unit.schedule(parameter: 99, value: 1, at: 0))
        #expect(!harness.unit.schedule(parameter: 1, value: 1, at: 0), "a meter")
        #expect(schedule(harness, .infinity, at: 0))
        #expect(harness.render([1]) == [4])
        let taken = (0..<3000).count { _ in schedule(harness, 1, at: 1 << 40) }
        #expect(taken == 1024)
        #expect(harness.render([1]) == [4])
    }

    @Test func `messages of any length go through a plugin whole and at their frames`() throws {
        let harness = try UnitHarness(
            PluginFixture.facts("echo"), inputs: [], outputs: [1], listens: true)
        let long: [UInt8] = [0xF0] + (0..<61).map { UInt8($0) } + [0xF7]
        let sent = [[0x90, 60, 1], long, [0xC0, 5], Array(long.prefix(15)) + [0xF7]]
        for message in sent { #expect(harness.unit.sendMIDI(message, at: harness.sampleTime + 5)) }
        _ = harness.render([], frameCount: 16)
        #expect(harness.messages.map(\.bytes) == sent)
        #expect(harness.messages.allSatisfy { $0.sampleTime == 5 })
        #expect(!harness.unit.sendMIDI([UInt8](repeating: 0, count: 17_000)), "longer than the queue")
    }
}
