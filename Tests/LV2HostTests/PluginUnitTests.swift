import AVFPluginCatalog
import AVFRender
import CAVFRealtime
import Foundation
import TestPlugins
import Testing

struct PluginUnitTests {
    // MARK: Sound

    @Test func `a plugin's output is what its run gives for the parameter's value`() throws {
        let harness = try UnitHarness(PluginFixture.facts("gain"))
        harness.set(port: 2, 0.5)
        #expect(harness.render([1, -2, 4]) == [0.5, -1, 2])
        harness.set(port: 2, 99)
        #expect(harness.render([1, -2, 4]) == [4, -8, 16], "the value is not clamped to the port's range")
        #expect(harness.value(port: 5) == 48_000)
    }

    @Test func `ports are connected before activation and rules are kept`() throws {
        let harness = try UnitHarness(PluginFixture.facts("gain"))
        harness.render([1])
        #expect(harness.value(port: 3) == 0, "input and output share memory")
        #expect(harness.value(port: 4) == 0)
        #expect(!harness.unit.allowsInPlace)
    }

    @Test func `channels keep their order, and the side chain is a bus of its own`() throws {
        let facts = try PluginFixture.facts("exchange")
        let harness = try UnitHarness(facts, inputs: [2, 1], outputs: [2])
        let output = harness.render([[[1, 2], [3, 4]], [[0.5, 0.25]]], frameCount: 2)
        #expect(output == [[[8, 6.5], [1, 2]]])
        #expect(harness.descriptor.inputBuses.map(\.channelCount) == [2, 1])
        #expect(harness.descriptor.inputBuses.map(\.isSideChain) == [false, true])
    }

    @Test func `a side chain that is not wired is silent`() throws {
        let harness = try UnitHarness(PluginFixture.facts("exchange"), inputs: [2], outputs: [2])
        #expect(harness.render([[[1, 2], [3, 4]]], frameCount: 2) == [[[3, 4], [1, 2]]])
    }

    @Test func `a mono plugin serves each channel of a wider connection by itself`() throws {
        let harness = try UnitHarness(PluginFixture.facts("delay"), inputs: [3], outputs: [3])
        var input: [[Float]] = Array(repeating: Array(repeating: 0, count: 100), count: 3)
        for channel in 0..<3 { input[channel][channel] = 1 }
        let output = harness.render([input], frameCount: 100)[0]
        #expect(output.map { $0.firstIndex(of: 1) } == [64, 65, 66])
    }

    @Test func `a plugin that is not mono refuses other channel counts with both in the sentence`() throws {
        let facts = try PluginFixture.facts("exchange")
        #expect(
            throws: PluginError.channelMismatch(
                name: "exchange", pluginInputs: 2, pluginOutputs: 2, wantedInputs: 1, wantedOutputs: 2)
        ) {
            try UnitHarness(facts, inputs: [1], outputs: [2])
        }
    }

    @Test(arguments: [0, -48_000, .nan, .infinity])
    func `a sample rate that is none is refused`(sampleRateHz: Double) throws {
        let facts = try PluginFixture.facts("gain")
        #expect(throws: PluginError.self) { try UnitHarness(facts, sampleRateHz: sampleRateHz) }
    }

    // MARK: Host

    @Test func `all features and options are there, with their types`() throws {
        let harness = try UnitHarness(
            PluginFixture.facts("options"), sampleRateHz: 44_100, maximumFrameCount: 300)
        harness.render([1])
        #expect((2...6).map { harness.value(port: $0) } == [1, 300, 300, 20_000, 44_100])
        #expect(harness.value(port: 7) == 0, "features are missing")
    }

    @Test func `an event output offers all its room but its head`() throws {
        let harness = try UnitHarness(PluginFixture.facts("options"))
        harness.render([1])
        // 20,000 bytes asked for, the sequence's head of 16 bytes on top, the atom's head of 8 not counted.
        #expect(harness.value(port: 8) == 20_008)
    }

    @Test func `neither starting nor running a plugin changes the thread's floating-point mode`() throws {
        // Which exceptions have ever occurred is no mode.
        let stickyFlags: UInt64 = 0x3f
        let before = avf_rt_fpu_read()
        let harness = try UnitHarness(PluginFixture.facts("gain"))
        #expect(avf_rt_fpu_read().value & ~stickyFlags == before.value & ~stickyFlags)
        harness.render([1])
        #expect(avf_rt_fpu_read().value & ~stickyFlags == before.value & ~stickyFlags)
    }

    @Test func `the host's switches reach the plugin's ports and are no parameters`() throws {
        let harness = try UnitHarness(PluginFixture.facts("switches"))
        #expect(!harness.descriptor.parameters.contains { !$0.spec.isReadOnly })
        harness.render([1])
        #expect([harness.value(port: 4), harness.value(port: 5)] == [1, 0])
        harness.unit.isBypassed = true
        harness.unit.rendersOffline = true
        harness.render([1])
        #expect([harness.value(port: 4), harness.value(port: 5)] == [0, 1])
        #expect(harness.unit.canBypass)
    }

    @Test func `a plugin that asks for its default state gets it`() throws {
        let harness = try UnitHarness(PluginFixture.facts("switches"))
        harness.render([1])
        #expect(harness.value(port: 7) == 0.625)
    }

    @Test func `a reset activates the plugin anew`() throws {
        let harness = try UnitHarness(PluginFixture.facts("delay"))
        harness.render([1])
        harness.unit.requestReset()
        #expect(harness.render(Array(repeating: 0, count: 100)) == Array(repeating: 0, count: 100))
    }

    // MARK: Latency

    @Test func `latency is known before the first block and sound comes that late`() throws {
        let harness = try UnitHarness(PluginFixture.facts("delay"))
        #expect(harness.unit.latencyFrames == 64)
        #expect(harness.render([1] + Array(repeating: 0, count: 99)).firstIndex(of: 1) == 64)
        #expect(harness.descriptor.parameters.map(\.address) == [3], "latency is no parameter")
    }

    @Test(arguments: [(128, 128), (-1, 64), (1e9, 64), (480_000, 480_000), (480_001, 64)] as [(Float, Int)])
    func `a latency that moves is followed if it can be believed`(told: Float, believed: Int) throws {
        let harness = try UnitHarness(PluginFixture.facts("delay"))
        harness.set(port: 3, told)
        harness.render([1])
        #expect(harness.unit.latencyFrames == believed)
    }

    // MARK: Worker

    @Test func `work is done between blocks and answered in order with the next one`() throws {
        let harness = try UnitHarness(PluginFixture.facts("worker"))
        // The job that instantiate() asked for was answered before the first block.
        harness.render([1])
        #expect(harness.value(port: 4) == 1 && harness.value(port: 6) == 1000)
        harness.render([1])
        #expect(harness.value(port: 4) == 1, "nobody did the work yet")
        harness.unit.service()
        harness.render([1])
        #expect(harness.value(port: 4) == 3 && harness.value(port: 6) == 1)
        #expect(harness.value(port: 5) > 0, "end_run is never called")
    }

    @Test func `a flood of work is refused when the queue is full, and loses nothing that was taken`() throws
    {
        let harness = try UnitHarness(PluginFixture.facts("worker"))
        harness.set(port: 2, 60_000)
        for _ in 0..<5 { harness.render([1]) }
        #expect(harness.value(port: 3) == 4)
        harness.unit.service()
        harness.set(port: 2, 4)
        harness.render([1])
        #expect(harness.value(port: 4) == 2 && harness.value(port: 6) == 0)
    }

    @Test func `requests and answers of any length arrive whole`() throws {
        let harness = try UnitHarness(PluginFixture.facts("worker"))
        // Lengths without a common measure, so that messages meet the queue's end at every byte of their
        // head.
        for size in 9000..<9200 {
            harness.set(port: 2, Float(size))
            harness.render([1])
            harness.unit.service()
        }
        harness.render([1])
        #expect(harness.value(port: 4) == 201 && harness.value(port: 6) == 199)
        #expect(harness.value(port: 3) == 0 && harness.value(port: 7) == 0)
    }

    @Test func `many threads may start plugins and look for them at once`() throws {
        let names = ["gain", "delay", "worker", "switches"]
        let catalog = try PluginFixture(names: names).catalog
        let sums = Locked<[Float]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            guard let facts = try? catalog.plugin(uri: BundleFolder.uri(names[index % 4])),
                let harness = try? UnitHarness(facts)
            else { return }
            let output = (0..<20).map { _ in harness.render([Float](repeating: 0.5, count: 64)).reduce(0, +) }
            sums.withLock { $0.append(output[1]) }
        }
        #expect(sums.withLock { $0 } == [Float](repeating: 32, count: 16))
    }

    // MARK: Events

    @Test func `a MIDI message acts on its frame`() throws {
        let harness = try UnitHarness(PluginFixture.facts("synth"), inputs: [], outputs: [1])
        #expect(harness.descriptor.acceptsMIDI)
        #expect(harness.unit.sendMIDI([0x90, 60, 127], at: 5))
        #expect(harness.unit.sendMIDI([0x80, 60, 0], at: 12))
        let first = harness.render([], frameCount: 8)[0][0]
        let second = harness.render([], frameCount: 8)[0][0]
        #expect(first + second == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0])
    }

    @Test func `a late message acts at once, before all that is not late`() throws {
        let harness = try UnitHarness(PluginFixture.facts("synth"), inputs: [], outputs: [1])
        harness.render([], frameCount: 8)
        #expect(harness.unit.sendMIDI([0x90, 60, 127], at: 10))
        #expect(harness.unit.sendMIDI([0x80, 60, 0], at: 3))
        #expect(harness.render([], frameCount: 4)[0][0] == [0, 0, 1, 1])
    }

    @Test func `messages of one time keep the order in which they were sent`() throws {
        let harness = try UnitHarness(PluginFixture.facts("synth"), inputs: [], outputs: [1])
        for status: UInt8 in [0x90, 0x80, 0x90, 0x80] {
            #expect(harness.unit.sendMIDI([status, 60, 127], at: 2))
        }
        #expect(harness.render([], frameCount: 4)[0][0] == [0, 0, 0, 0])
        for status: UInt8 in [0x90, 0x80, 0x90] { #expect(harness.unit.sendMIDI([status, 60, 127], at: 6)) }
        #expect(harness.render([], frameCount: 4)[0][0] == [0, 0, 1, 1])
    }

    @Test func `a port of the old event kind gets the same messages`() throws {
        let harness = try UnitHarness(PluginFixture.facts("synth"), inputs: [], outputs: [1])
        #expect(harness.unit.sendMIDI([0x90, 60, 101], at: 3))
        harness.render([], frameCount: 8)
        #expect(harness.value(port: 3) == 1)
        #expect(harness.value(port: 4) == 3101)
        harness.render([], frameCount: 8)
        #expect(harness.value(port: 3) == 0)
    }

    @Test func `an event output that claims more than its room is found out`() throws {
        let harness = try UnitHarness(PluginFixture.facts("synth"), inputs: [], outputs: [1])
        harness.render([], frameCount: 8)
        #expect(harness.unit.mutedBlockCount == 0)
        harness.set(port: 6, 1)
        #expect(harness.unit.sendMIDI([0x90, 60, 127]))
        #expect(harness.render([], frameCount: 4) == [[[1, 1, 1, 1]]], "its sound is what it was")
        #expect(harness.unit.unreadableBlockCount == 1 && harness.unit.mutedBlockCount == 0)
        #expect(harness.unit.takeFaults() == [.unreadableMessages])
    }

    // MARK: Guard

    @Test(arguments: [(-1, [1, 2, 3, 0]), (-2, [0, 2, 3, 4]), (3, [0, 0, 0, 0])] as [(Float, [Float])])
    func `what a plugin does not write is silence, and no trouble`(how: Float, heard: [Float]) throws {
        let harness = try UnitHarness(PluginFixture.facts("spoiler"))
        #expect(harness.render([9, 9, 9, 9]) == [9, 9, 9, 9])
        harness.set(port: 2, how)
        #expect(harness.render([1, 2, 3, 4]) == heard)
        #expect(harness.unit.mutedBlockCount == 0 && harness.unit.takeFaults() == [])
    }

    @Test(arguments: [1, 2, 4] as [Float])
    func `a sample that is not fit to be heard is silence, and its neighbours are heard`(how: Float) throws {
        let harness = try UnitHarness(PluginFixture.facts("spoiler"))
        harness.set(port: 2, how)
        #expect(harness.render([1, 2, 3, 4]) == [1, 2, 0, 4])
        #expect(harness.unit.mutedBlockCount == 1)
        #expect(harness.unit.takeFaults() == [.unfitOutput])
        harness.set(port: 2, 0)
        #expect(harness.render([1, 2, 3, 4]) == [1, 2, 3, 4])
        #expect(harness.unit.mutedBlockCount == 1)
    }
}
