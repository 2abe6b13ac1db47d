import AVFLV2Host
import AVFPluginCatalog
import AVFPluginSandbox
import AVFRender
import Foundation
import TestPlugins
import TestSupport
import Testing

/// Parameters of plugins that are no ports.
struct PropertyTests {
    private static func harness(isolated: Bool) throws -> UnitHarness {
        try UnitHarness(PluginFixture.facts("knobs"), isolation: isolated ? .patient : nil)
    }

    private static func file(_ number: String) throws -> (BundleFolder, String) {
        let folder = try BundleFolder()
        let path = folder.path + "/number.txt"
        try number.write(toFile: path, atomically: true, encoding: .utf8)
        return (folder, path)
    }

    @Test func `a bundle's properties are known by URI, symbol, type and range`() throws {
        let facts = try PluginFixture.facts("knobs")
        #expect(facts.properties.map(\.symbol) == ["count", "number_file", "large", "level", "switch"])
        #expect(facts.properties.map(\.kind) == [.int, .path, .long, .float, .bool])
        #expect(facts.properties.map(\.isWritable) == [false, true, true, true, true])
        let level = try #require(facts.property("level"))
        #expect(level.name == "Level" && level.summary == "How loud." && level.isReadable)
        #expect(level.minimum == 0 && level.maximum == 2 && level.defaultText == "1.0")
        #expect(facts.property(BundleFolder.uri("level")) == level)
    }

    @Test(arguments: [false, true])
    func `a property that is set before the first block holds for it, with what the plugin loads`(
        isolated: Bool
    ) throws {
        let harness = try Self.harness(isolated: isolated)
        let (folder, path) = try Self.file("3")
        try harness.unit.setProperty("level", .double(0.5))
        try harness.unit.setProperty("number_file", .path(path))
        #expect(harness.render([2, 4]) == [4, 5])
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: [false, true])
    func `a property that is set later holds from the next block on`(isolated: Bool) throws {
        let harness = try Self.harness(isolated: isolated)
        #expect(harness.render([1]) == [1])
        try harness.unit.setProperty(BundleFolder.uri("level"), .double(0.25))
        #expect(harness.render([1]) == [0.25])
        #expect(try harness.unit.property("level") == .double(0.25))
    }

    @Test(arguments: [false, true])
    func `values of every type come back as they were set`(isolated: Bool) throws {
        let unit = try Self.harness(isolated: isolated).unit
        let (folder, path) = try Self.file("1")
        let values: [(String, PropertyValue)] = [
            ("level", .double(1.5)), ("large", .int(1 << 40 + 1)), ("switch", .bool(true)),
            ("number_file", .path(path)),
        ]
        for (name, value) in values { try unit.setProperty(name, value) }
        for (name, value) in values { #expect(try unit.property(name) == value) }
        withExtendedLifetime(folder) {}
    }

    @Test func `a plugin that was never told anything says what it has`() throws {
        let harness = try Self.harness(isolated: false)
        #expect(try harness.unit.property("level") == .double(1))
        #expect(try harness.unit.property("count") == .int(2), "two questions so far, this one included")
        #expect(harness.render([1]) == [1], "and they have changed nothing")
    }

    @Test(arguments: [false, true])
    func `a state carries properties that the plugin does not store, files included`(isolated: Bool) throws {
        let first = try Self.harness(isolated: isolated).unit
        let (folder, path) = try Self.file("3")
        try first.setProperty("level", .double(0.5))
        try first.setProperty("number_file", .path(path))
        let bytes = try first.saveState().bytes
        let second = try Self.harness(isolated: isolated)
        #expect(try second.unit.restoreState(UnitState(bytes: bytes)) == UnitState.Gaps())
        #expect(second.render([2]) == [4])
        #expect(try second.unit.saveState().bytes == bytes)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: [false, true])
    func `values that a property cannot have are refused with a reason`(isolated: Bool) throws {
        let harness = try Self.harness(isolated: isolated)
        let refusals: [(String, PropertyValue, String)] = [
            ("level", .double(.nan), "nan is not finite"), ("level", .double(2.5), "2.5 is above 2.0"),
            ("level", .double(-.infinity), "-inf is not finite"), ("level", .string("x"), "x is no Float"),
            ("level", .int(-1), "-1.0 is below 0.0"), ("switch", .int(2), "2 is no Bool"),
            ("large", .double(0.5), "0.5 is no Long"), ("count", .int(1), "it can only be read"),
            ("number_file", .path(String(repeating: "x", count: 5000)), "more than 4096"),
            ("number_file", .path("/a\0b"), "a zero in it"),
        ]
        for (name, value, reason) in refusals {
            let error = #expect(throws: PluginError.self) { try harness.unit.setProperty(name, value) }
            #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        }
        #expect(throws: PluginError.self) { try harness.unit.setProperty("nothing", .int(1)) }
        #expect(throws: PluginError.self) { try harness.unit.property("strange") }
        #expect(harness.render([1]) == [1])
    }

    @Test func `a plugin that nobody renders refuses messages when its queue is full, and loses none`() throws
    {
        let harness = try Self.harness(isolated: false)
        harness.render([1])
        var count: Float = 0
        while (try? harness.unit.setProperty("level", .double(Double(count + 1) / 4096))) != nil {
            count += 1
        }
        #expect(count > 500)
        for _ in 0..<Int(count) { harness.render([1]) }
        #expect(harness.render([1]) == [count / 4096])
        #expect(try harness.unit.property("level") == .double(Double(count) / 4096))
    }

    @Test func `a plugin that is started again has the properties that were set`() throws {
        var options = IsolationOptions.patient
        options.restartsPerMinute = 1
        let harness = try UnitHarness(PluginFixture.facts("knobs"), isolation: options)
        try harness.unit.setProperty("level", .double(0.5))
        let isolated = try #require(harness.unit as? IsolatedUnit)
        kill(try #require(isolated.processID), SIGKILL)
        var faults: [PluginFault] = []
        wait(until: {
            faults += isolated.takeFaults()
            return faults.contains(.restarted)
        })
        try #require(faults.contains(.restarted))
        #expect(harness.render([Float](repeating: 1, count: 512)).last == 0.5)
    }

    // MARK: - Installed plugins: what `make deps` installs

    private static func installed(_ name: String) throws -> PluginFacts {
        try InstalledBundle.facts(name, uri: "http://lv2plug.in/plugins/\(name)")
    }

    @Test(arguments: [false, true])
    func `LV2's own example takes a value of every type, and stores it`(isolated: Bool) throws {
        let facts = try Self.installed("eg-params")
        func harness() throws -> UnitHarness {
            try UnitHarness(facts, inputs: [], outputs: [], isolation: isolated ? .patient : nil)
        }
        let first = try harness()
        #expect(try first.unit.property("string") == .string("Hello, world"))
        let values: [(String, PropertyValue)] = [
            ("bool", .bool(true)), ("int", .int(-7)), ("long", .int(1 << 40)), ("float", .double(0.75)),
            ("double", .double(1e-300)), ("string", .string("Grüße")), ("path", .path("/etc/hostname")),
        ]
        for (name, value) in values { try first.unit.setProperty(name, value) }
        let second = try harness()
        try second.unit.restoreState(first.unit.saveState())
        for (name, value) in values {
            #expect(try first.unit.property(name) == value)
            #expect(try second.unit.property(name) == value)
        }
    }

    @Test(arguments: [false, true])
    func `LV2's own sampler plays the file it is given from its first frame on`(isolated: Bool) throws {
        let facts = try Self.installed("eg-sampler")
        let click = facts.summary.bundle + "/click.wav"
        let folder = try BundleFolder()
        let silent = folder.path + "/silence.wav"
        var bytes = try Data(contentsOf: URL(fileURLWithPath: click))
        // Unsigned samples of 8 bits behind a head of 44 bytes: their middle is 0x80.
        bytes.replaceSubrange(44..<bytes.count, with: [UInt8](repeating: 0x80, count: bytes.count - 44))
        try bytes.write(to: URL(fileURLWithPath: silent))
        func peak(_ file: String) throws -> Float {
            let harness = try UnitHarness(
                facts, inputs: [], outputs: [1], isolation: isolated ? .patient : nil)
            try harness.unit.setProperty("sample", .path(file))
            #expect(try harness.unit.property("sample") == .path(file))
            _ = harness.unit.sendMIDI([0x90, 60, 127])
            return harness.render([], frameCount: 512)[0][0].reduce(0) { max($0, abs($1)) }
        }
        #expect(try peak(silent) == 0)
        #expect(try peak(click) > 0.1)
    }
}
