import AVFAudio
import AVFEngine
import AVFPluginValidation
import AVFRender
import Foundation
import TestPlugins
import Testing

struct ComponentManagerTests {
    private func manager(_ names: [String]) throws -> (AVAudioUnitComponentManager, PluginFixture) {
        let fixture = try PluginFixture(names: names)
        return (AVAudioUnitComponentManager(library: UnitLibrary(plugins: fixture.catalog)), fixture)
    }

    /// Without what other tests of the process have registered.
    private func names(_ components: [AVAudioUnitComponent]) -> [String] {
        components.filter { $0.manufacturerName != "Workshop" }.map(\.name)
    }

    @Test func `components are found by description, with zeroes for any`() throws {
        let (manager, _) = try manager(["gain", "synth"])
        var description = AudioComponentDescription()
        #expect(names(manager.components(matching: description)).suffix(2) == ["gain", "synth"])
        description.componentType = kAudioUnitType_MusicDevice
        #expect(names(manager.components(matching: description)) == ["Sampler", "synth"])
        let component = try #require(manager.components(matching: description).last)
        #expect(manager.components(matching: component.audioComponentDescription) == [component])
    }

    @Test func `components are found by predicate and by test, which may stop`() throws {
        let (manager, _) = try manager(["gain", "synth"])
        let takesMIDI = NSPredicate { component, _ in
            (component as? AVAudioUnitComponent)?.hasMIDIInput ?? false
        }
        #expect(names(manager.components(matching: takesMIDI)) == ["MIDI Transpose", "Sampler", "synth"])
        var asked: [String] = []
        let found = manager.components { component, stop in
            asked.append(component.name)
            stop.pointee = ObjCBool(component.name == "gain")
            return component.name == "gain"
        }
        #expect(names(found) == ["gain"] && asked.last == "gain" && !asked.contains("synth"))
    }

    @Test func `a component tells what its bundle says`() throws {
        let (manager, fixture) = try manager(["exchange", "gain", "synth"])
        let all = manager.components { component, _ in component.componentURL != nil }
        let exchange = all[0]
        #expect(exchange.typeName == "Effect" && exchange.localizedTypeName == "Effect")
        #expect(exchange.componentURL?.path == fixture.folder.path + "/exchange.lv2")
        #expect(exchange.versionString == "0.0.0" && exchange.manufacturerName == "")
        #expect(exchange.supportsNumberInputChannels(2, outputChannels: 2))
        #expect(!exchange.supportsNumberInputChannels(1, outputChannels: 1))
        #expect(all[1].supportsNumberInputChannels(6, outputChannels: 6), "a mono plugin serves any number")
        #expect(!all[1].supportsNumberInputChannels(1, outputChannels: 2))
        #expect(all[2].typeName == "Music Device" && all[2].hasMIDIInput && !all[2].hasMIDIOutput)
        #expect(
            all[0].audioComponent == exchange.audioComponent && all[0].audioComponent != all[1].audioComponent
        )
        #expect(!exchange.passesAUVal, "nobody has validated it")
    }

    @Test(arguments: [(0, 1), (0, 2), (1, 2), (2, 1), (2, 2), (3, 5)])
    func `a component has the channels of its bundle on each side`(inputs: Int, outputs: Int) throws {
        let fixture = try PluginFixture(names: [])
        try fixture.folder.add("odd", body: BundleFolder.body(inputs: inputs, outputs: outputs))
        let component = try #require(
            AVAudioUnitComponentManager(library: UnitLibrary(plugins: fixture.catalog))
                .components { component, _ in component.name == "Odd" }.first)
        let counts = component.configurationDictionary["ChannelConfigurations"] as? [[Int]]
        #expect(counts == [[inputs, outputs]])
        for (given, taken) in [(inputs, outputs), (inputs + 1, outputs), (inputs, outputs + 1)] {
            let fits = component.supportsNumberInputChannels(given, outputChannels: taken)
            #expect(fits == (given == inputs && taken == outputs))
        }
    }

    @Test func `a user's tags are kept, and their change is told`() throws {
        let (manager, _) = try manager(["gain"])
        let component = try #require(manager.components { component, _ in component.name == "gain" }.first)
        let told = Locked<[String]>([])
        let token = NotificationCenter.default.addObserver(
            forName: .AVAudioUnitComponentTagsDidChange, object: component, queue: nil
        ) { note in told.withLock { $0 += (note.object as? AVAudioUnitComponent)?.userTagNames ?? [] } }
        component.userTagNames = ["warm", "warm", "old"]
        component.userTagNames = ["warm", "old"]
        NotificationCenter.default.removeObserver(token)
        #expect(told.withLock { $0 } == ["warm", "old"])
        #expect(manager.components { component, _ in component.allTagNames.contains("old") } == [component])
        #expect(manager.tagNames.contains("warm"))
    }

    @Test func `a plugin that is installed while the program runs is told and found`() throws {
        let (manager, fixture) = try manager(["gain"])
        // Other tests register components of this process meanwhile, which every manager has.
        func plugins() -> [String] {
            manager.components { component, _ in component.componentURL != nil }.map(\.name)
        }
        #expect(plugins() == ["gain"])
        let isTold = DispatchSemaphore(value: 0)
        let token = NotificationCenter.default.addObserver(
            forName: AVAudioUnitComponentManager.registrationsChangedNotification, object: manager, queue: nil
        ) { _ in isTold.signal() }
        defer { NotificationCenter.default.removeObserver(token) }
        try fixture.folder.add("late", body: BundleFolder.plainBody)
        #expect(isTold.wait(timeout: .now() + 30) == .success)
        // A bundle that is written slowly is told of again when it is whole.
        while plugins().count < 2, isTold.wait(timeout: .now() + 30) == .success {}
        #expect(plugins() == ["gain", "Plain"])
    }

    @Test func `a verdict counts as long as the binary is the one that was judged`() throws {
        let fixture = try PluginFixture(names: ["gain"])
        let plugin = try #require(fixture.catalog.plugins().first)
        let path = fixture.folder.path + "/lv2.validation"
        ValidationRecords(path: path).remember([(plugin, .warn)])
        #expect(ValidationRecords(path: path).verdict(of: plugin) == .warn)
        var other = plugin
        other.binary = "/bin/sh"
        #expect(ValidationRecords(path: path).verdict(of: other) == nil)
    }

    @Test func `a plugin runs in this process when it has passed, until its bundle changes`() throws {
        let fixture = try PluginFixture(names: ["gain"])
        let plugin = try #require(fixture.catalog.plugins().first)
        let path = fixture.folder.path + "/lv2.validation"
        func placement() throws -> PluginPlacement? {
            let policy = PluginPolicy(ValidationRecords(path: path))
            let library = UnitLibrary(plugins: fixture.catalog, policy: policy)
            return try library.makeNode(identifier: plugin.uri).placement
        }
        #expect(try placement() == .outOfProcess)
        for (verdict, place) in [
            (ValidationVerdict.pass, PluginPlacement.inProcess), (.warn, .inProcess), (.fail, .outOfProcess),
            (.crash, .outOfProcess), (.pass, .inProcess),
        ] {
            ValidationRecords(path: path).remember([(plugin, verdict)])
            #expect(try placement() == place, "\(verdict)")
        }
        let manifest = try FileHandle(forWritingTo: URL(fileURLWithPath: plugin.bundle + "/manifest.ttl"))
        try manifest.seekToEnd()
        try manifest.write(contentsOf: Data("# changed\n".utf8))
        try manifest.close()
        #expect(try placement() == .outOfProcess)
    }
}
