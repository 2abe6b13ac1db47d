import AVFPluginCatalog
import AVFRender
import Foundation
import TestPlugins
import Testing

struct StateTests {
    /// A folder for restored files, instead of the user's own.
    private static let dataFolder: Locked<BundleFolder?> = {
        let folder = try? BundleFolder()
        if let folder { setenv("XDG_DATA_HOME", folder.path, 1) }
        return Locked(folder)
    }()

    init() { _ = Self.dataFolder }

    private func keeper(_ name: String = "keeper", keeping value: Float) throws -> UnitHarness {
        let harness = try UnitHarness(PluginFixture.facts(name))
        harness.set(port: 2, value)
        harness.render([1])
        return harness
    }

    @Test(arguments: ["keeper", "careful"])
    func `a plugin gets back what it stored, and its parameters`(name: String) throws {
        let bytes = try keeper(name, keeping: 7).unit.saveState().bytes
        let other = try UnitHarness(PluginFixture.facts(name))
        let gaps = try other.unit.restoreState(UnitState(bytes: bytes))
        #expect(gaps == UnitState.Gaps())
        #expect(other.value(port: 2) == 7)
        other.set(port: 2, 0)
        other.render([1])
        #expect(other.value(port: 3) == 7, "the stored number")
        #expect(other.value(port: 5) == 1, "the object with URIs in it")
        #expect(other.value(port: 6) == 7, "the answer of the job that restore asked for")
    }

    @Test func `a state holds no number that means something in this process only`() throws {
        let state = try keeper(keeping: 7).unit.saveState()
        let object = try #require(state.properties.first { $0.key == BundleFolder.uri("object") })
        let words = object.value.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
        let places = [words[1], words[2], words[5], words[6]]
        #expect(places.allSatisfy { (1...4).contains($0) })
        #expect(
            places.map { state.uris[Int($0) - 1] } == [
                BundleFolder.uri("value"), "http://lv2plug.in/ns/ext/midi#MidiEvent",
                "http://lv2plug.in/ns/ext/atom#URID", BundleFolder.uri("late"),
            ])
    }

    @Test func `two instances that sound the same have the same state`() throws {
        #expect(
            try keeper(keeping: 3).unit.saveState().bytes == keeper(keeping: 3).unit.saveState().bytes)
    }

    @Test func `a plugin's files travel with its state`() throws {
        let first = try keeper(keeping: 42)
        first.set(port: 8, 1)
        first.render([1])
        let state = try first.unit.saveState()
        let file = try #require(state.files.first)
        #expect(file.contents == Array("42".utf8))
        // Another machine: the file is not there.
        try FileManager.default.removeItem(atPath: file.path)
        let other = try UnitHarness(PluginFixture.facts("keeper"))
        #expect(try other.unit.restoreState(UnitState(bytes: state.bytes)).missingFiles.isEmpty)
        other.render([1])
        #expect(other.value(port: 4) == 42)
        // What was restored can be saved again.
        #expect(try other.unit.saveState().files.first?.contents == Array("42".utf8))
    }

    @Test func `a file that has changed since is not taken for the saved one`() throws {
        let first = try keeper(keeping: 42)
        first.set(port: 8, 1)
        first.render([1])
        let state = try first.unit.saveState()
        let path = try #require(state.files.first?.path)
        try "43".write(toFile: path, atomically: true, encoding: .utf8)
        let other = try UnitHarness(PluginFixture.facts("keeper"))
        try other.unit.restoreState(state)
        other.render([1])
        #expect(other.value(port: 4) == 42)
    }

    @Test func `a file that is nowhere is named, and all else is restored`() throws {
        var state = try keeper(keeping: 5).unit.saveState()
        state.files = [UnitState.File(name: "files/0/x", path: "/nowhere/x", contents: nil)]
        state.properties.append(
            UnitState.Property(
                key: BundleFolder.uri("file"), type: "http://lv2plug.in/ns/ext/atom#Path", flags: 3,
                value: Array("files/0/x".utf8) + [0]))
        state.parameters["p99"] = 1
        let other = try UnitHarness(PluginFixture.facts("keeper"))
        let gaps = try other.unit.restoreState(state)
        #expect(gaps.missingFiles == ["/nowhere/x"])
        #expect(gaps.unknownParameters == ["p99"])
        other.render([1])
        #expect(other.value(port: 3) == 5)
    }

    @Test func `a state of another plugin changes nothing and is named`() throws {
        let state = try keeper(keeping: 5).unit.saveState()
        let other = try UnitHarness(PluginFixture.facts("gain"))
        let error = PluginError.badState(
            .otherUnit(expected: BundleFolder.uri("gain"), found: BundleFolder.uri("keeper")))
        #expect(throws: error) { try other.unit.restoreState(state) }
        #expect(other.value(port: 2) == 1)
    }

    @Test func `a plugin that fails to save what it was given says so with its status`() throws {
        let harness = try keeper(keeping: 5)
        try harness.unit.restoreState(harness.unit.saveState())
        harness.set(port: 8, 2)
        harness.render([1])
        #expect(throws: PluginError.stateFailed(uri: BundleFolder.uri("keeper"), call: "save", status: 1)) {
            try harness.unit.saveState()
        }
    }

    @Test func `pointers are refused where plain data are promised`() throws {
        let harness = try keeper(keeping: 5)
        harness.set(port: 8, 3)
        harness.render([1])
        #expect(try harness.unit.saveState().properties.count == 2)
    }

    @Test func `a plugin is never run while it is being restored`() throws {
        let harness = try keeper(keeping: 5)
        let state = try harness.unit.saveState()
        let isDone = Locked(false)
        let unit = harness.unit
        let thread = Thread {
            for _ in 0..<200 { _ = try? unit.restoreState(state) }
            isDone.withLock { $0 = true }
        }
        thread.start()
        while !isDone.withLock({ $0 }) { harness.render([1, 2]) }
        harness.render([1, 2])
        #expect(harness.value(port: 7) == 0)
        #expect(harness.render([1, 2]) == [1, 2])
    }

    @Test func `every instance of a mono plugin gets the state`() throws {
        let state = try keeper(keeping: 9).unit.saveState()
        let wide = try UnitHarness(PluginFixture.facts("keeper"), inputs: [2], outputs: [2])
        try wide.unit.restoreState(state)
        wide.set(port: 2, 0)
        wide.render([[[1], [1]]], frameCount: 1)
        #expect(try wide.unit.saveState().properties == state.properties)
    }

    @Test func `the latency of a restored plugin is known before its first block`() throws {
        let first = try UnitHarness(PluginFixture.facts("delay"))
        first.set(port: 3, 500)
        let other = try UnitHarness(PluginFixture.facts("delay"))
        try other.unit.restoreState(first.unit.saveState())
        #expect(other.unit.latencyFrames == 500)
    }

    @Test func `a plugin that refuses what it has already has it`() throws {
        let first = try UnitHarness(PluginFixture.facts("keeper"))
        first.set(port: 8, 5)
        first.render([1])
        let state = try first.unit.saveState()
        #expect(state.properties.map(\.value) == [[0]], "an empty text")
        let same = try UnitHarness(PluginFixture.facts("keeper"))
        same.set(port: 8, 5)
        same.render([1])
        #expect(try same.unit.restoreState(state) == UnitState.Gaps())
        let other = try keeper(keeping: 3)
        other.set(port: 8, 5)
        other.render([1])
        #expect(
            throws: PluginError.stateFailed(uri: BundleFolder.uri("keeper"), call: "restore", status: 1)
        ) { try other.unit.restoreState(state) }
    }

    @Test(arguments: [2, 4] as [Float])
    func `a plugin that has nothing to store has a state, however it says so`(how: Float) throws {
        let harness = try UnitHarness(PluginFixture.facts("keeper"))
        harness.set(port: 8, how)
        harness.set(port: 2, 3)
        harness.render([1])
        let state = try harness.unit.saveState()
        #expect(state.properties.isEmpty && state.parameters["p2"] == 3)
    }
}
