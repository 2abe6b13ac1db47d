import AVFAudio
import AVFEngine
import AVFPluginCatalog
import Foundation
import TestPlugins
import TestSupport
import Testing

struct AudioUnitFaceTests {
    private static let dataFolder: Locked<BundleFolder?> = {
        let folder = try? BundleFolder()
        if let folder { setenv("XDG_DATA_HOME", folder.path, 1) }
        return Locked(folder)
    }()

    init() { _ = Self.dataFolder }

    private func effect(_ name: String) throws -> AVAudioUnitEffect {
        let library = UnitLibrary(plugins: try PluginFixture(names: [name]).catalog)
        return try AVAudioUnitEffect(lv2URI: BundleFolder.uri(name), library: library)
    }

    private func tree(_ unit: AVAudioUnit) throws -> AUParameterTree {
        try #require(unit.auAudioUnit.parameterTree)
    }

    @Test func `a tree has the ports of a plugin with their facts`() throws {
        let unit = try effect("gain")
        let gain = try #require(tree(unit).parameter(withAddress: 2))
        #expect(gain.identifier == "p2" && gain.displayName == "Port 2" && gain.keyPath == "p2")
        #expect(gain.minValue == 0 && gain.maxValue == 4 && gain.unit == .linearGain && gain.value == 1)
        #expect(gain.flags.isSuperset(of: [.flag_IsReadable, .flag_IsWritable, .flag_CanRamp]))
        #expect(try tree(unit).allParameters.count == 4)
        let meter = try #require(tree(unit).parameter(withID: 3, scope: kAudioUnitScope_Global, element: 0))
        #expect(meter.flags.contains(.flag_MeterReadOnly) && !meter.flags.contains(.flag_IsWritable))
        #expect(try unit.auAudioUnit === unit.auAudioUnit && tree(unit) === tree(unit))
    }

    @Test func `native units and plugins have the same kind of tree`() throws {
        let unit = AVAudioUnitGain()
        let gain = try #require(tree(unit).allParameters.first)
        gain.value = -6
        #expect(unit.gain == -6 && gain.unit == .decibels)
        unit.gain = -9
        #expect(gain.value == -9)
        gain.value = 99
        #expect(gain.value == 24)
        gain.value = .nan
        #expect(gain.value == 24)
    }

    @Test func `observers are told what others set, on every level`() throws {
        let unit = try effect("gain")
        let gain = try #require(tree(unit).parameter(withAddress: 2))
        let told = Locked<[String]>([])
        let own = gain.token(byAddingParameterObserver: { address, value in
            told.withLock { $0.append("parameter \(address) \(value)") }
        })
        let above = try tree(unit).token(byAddingParameterAutomationObserver: { count, events in
            told.withLock {
                $0.append("tree \(count) \(events.pointee.eventType) \(events.pointee.hostTime)")
            }
        })
        gain.value = 2
        gain.setValue(3, originator: own)
        gain.setValue(3, originator: nil, atHostTime: 77, eventType: .touch)
        gain.removeParameterObserver(own)
        try tree(unit).removeParameterObserver(above)
        gain.value = 1
        #expect(
            told.withLock { $0 } == [
                "parameter 2 2.0", "tree 1 value 0", "tree 1 value 0", "tree 1 touch 77",
            ])
    }

    @Test func `values are text and text is values, as the unit says`() throws {
        let parameter = AUParameterTree.createParameter(
            withIdentifier: "shape", name: "Shape", address: 7, min: 0, max: 2, unit: .indexed, unitName: nil,
            flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: ["Sine", "Saw", "Noise"],
            dependentParameters: [3])
        let tree = AUParameterTree.createTree(withChildren: [
            AUParameterTree.createGroup(withIdentifier: "osc", name: "Oscillator", children: [parameter])
        ])
        #expect(parameter.keyPath == "osc.shape" && tree.parameter(withAddress: 7) === parameter)
        var one: AUValue = 1
        #expect(parameter.string(fromValue: &one) == "Saw" && parameter.string(fromValue: nil) == "Sine")
        #expect(parameter.value(from: "Noise") == 2 && parameter.value(from: "1 st") == 1)
        #expect(parameter.dependentParameters == [3])
        tree.implementorStringFromValueCallback = { _, value in "<\(value?.pointee ?? -1)>" }
        #expect(parameter.string(fromValue: &one) == "<1.0>")
        let set = Locked<[AUValue]>([])
        tree.implementorValueObserver = { _, value in set.withLock { $0.append(value) } }
        tree.implementorValueProvider = { _ in 1.5 }
        parameter.value = 2
        #expect(set.withLock { $0 } == [2] && parameter.value == 1.5)
        let copy = AUParameterTree.createGroup(
            fromTemplate: AUParameterTree.createGroupTemplate([parameter]), identifier: "b", name: "B",
            addressOffset: 100)
        #expect(copy.allParameters.map(\.address) == [107])
    }

    @Test func `a full state makes another instance sound the same, through a property list`() throws {
        let unit = try effect("keeper")
        unit[parameter: "p2"] = 5
        let state = try #require(unit.auAudioUnit.fullState)
        let data = try PropertyListSerialization.data(fromPropertyList: state, format: .xml, options: 0)
        let path = TestRoot.unused("state") + ".aupreset"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try data.write(to: URL(fileURLWithPath: path))
        let other = try effect("keeper")
        try other.loadPreset(at: URL(fileURLWithPath: path))
        #expect(other[parameter: "p2"] == 5)
        #expect(throws: NSError.self) { try effect("gain").loadPreset(at: URL(fileURLWithPath: path)) }
        try Data("no list".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: NSError.self) { try other.loadPreset(at: URL(fileURLWithPath: path)) }
        #expect(error?.code == Int(kAudioUnitErr_InvalidFile))
    }

    @Test func `user presets are numbered down from -1, found again, chosen and deleted`() throws {
        let unit = AVAudioUnitGain()
        let audioUnit = unit.auAudioUnit
        #expect(audioUnit.userPresets.isEmpty && audioUnit.supportsUserPresets)
        unit.gain = -3
        let quiet = AUAudioUnitPreset()
        quiet.name = "Quiet"
        try audioUnit.saveUserPreset(quiet)
        #expect(quiet.number == -1 && audioUnit.userPresets == [quiet])
        unit.gain = 0
        audioUnit.currentPreset = quiet
        #expect(unit.gain == -3 && audioUnit.currentPreset == quiet)
        audioUnit.parameterTree?.allParameters.first?.value = -4
        #expect(audioUnit.currentPreset == nil, "a value was set by hand")
        #expect(try audioUnit.presetState(for: quiet)["name"] as? String == "Quiet")
        try audioUnit.deleteUserPreset(quiet)
        #expect(audioUnit.userPresets.isEmpty)
        #expect(throws: NSError.self) { try audioUnit.deleteUserPreset(quiet) }
    }

    @Test func `an LV2 preset is a factory preset, by number and by file`() throws {
        let fixture = try PluginFixture(names: ["gain"])
        let uri = BundleFolder.uri("gain")
        let head = BundleFolder.prefixes + "@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"
        let bundle = try fixture.folder.add(
            "loud",
            [
                "manifest.ttl": head
                    + "<a.ttl> a pset:Preset ; lv2:appliesTo <\(uri)> ; rdfs:seeAlso <a.ttl> .",
                "a.ttl": head + "<a.ttl> a pset:Preset ; lv2:appliesTo <\(uri)> ; rdfs:label \"Loud\" ; "
                    + "lv2:port [ lv2:symbol \"p2\" ; pset:value 3 ] .",
            ])
        fixture.catalog.refresh()
        let unit = try AVAudioUnitEffect(lv2URI: uri, library: UnitLibrary(plugins: fixture.catalog))
        #expect(unit.auAudioUnit.factoryPresets?.map(\.name) == ["Loud"])
        unit.auAudioUnit.currentPreset = unit.auAudioUnit.factoryPresets?.first
        #expect(unit[parameter: "p2"] == 3)
        unit[parameter: "p2"] = 1
        try unit.loadPreset(at: URL(fileURLWithPath: bundle))
        #expect(unit[parameter: "p2"] == 3)
        let saved = fixture.folder.path + "/saved.lv2"
        unit[parameter: "p2"] = 0.25
        try unit.writeLV2Preset(toBundle: URL(fileURLWithPath: saved), name: "Mine")
        unit[parameter: "p2"] = 1
        try unit.loadPreset(at: URL(fileURLWithPath: saved + "/preset.ttl"))
        #expect(unit[parameter: "p2"] == 0.25)
    }

    @Test func `a parameter scheduled at a sample is heard there`() throws {
        let offline = try OfflineEngine()
        let player = AVAudioPlayerNode()
        let unit = try effect("gain")
        offline.engine.attach(player)
        offline.engine.attach(unit)
        offline.engine.connect(player, to: unit, format: standardFormat(1))
        offline.engine.connect(unit, to: offline.engine.mainMixerNode, format: nil)
        player.scheduleBuffer(buffer(64, ramp))
        try offline.engine.start()
        unit.auAudioUnit.scheduleParameterBlock(20, 0, 2, 2)
        player.play()
        #expect(try offline.render(64)[0] == (0..<64).map { ramp($0) * ($0 < 20 ? 1 : 2) })
    }

    @Test func `a plugin's own switch bypasses it where it has one`() throws {
        let unit = try effect("switches")
        let offline = try OfflineEngine()
        offline.engine.attach(unit)
        offline.engine.connect(unit, to: offline.engine.mainMixerNode, format: standardFormat(1))
        unit.auAudioUnit.shouldBypassEffect = true
        try offline.engine.start()
        _ = try offline.render(16)
        #expect(unit.bypass && unit[parameter: "p4"] == 0)
        unit.bypass = false
        _ = try offline.render(16)
        #expect(unit[parameter: "p4"] == 1)
    }

    @Test func `an instrument plays what it is sent, and refuses what MIDI does not have`() throws {
        let library = UnitLibrary(plugins: try PluginFixture(names: ["synth"]).catalog)
        let node = try library.makeNode(identifier: BundleFolder.uri("synth"))
        let instrument = AVAudioUnitMIDIInstrument(node: node)
        let offline = try OfflineEngine()
        offline.engine.attach(instrument)
        offline.engine.connect(instrument, to: offline.engine.mainMixerNode, format: standardFormat(1))
        try offline.engine.start()
        instrument.startNote(60, withVelocity: 127, onChannel: 0)
        #expect(try offline.render(8)[0] == [Float](repeating: 1, count: 8))
        instrument.stopNote(60, onChannel: 0)
        #expect(try offline.render(8)[0] == [Float](repeating: 0, count: 8))
        instrument.startNote(128, withVelocity: 1, onChannel: 0)
        instrument.startNote(60, withVelocity: 1, onChannel: 16)
        instrument.sendPitchBend(16_384, onChannel: 0)
        instrument.sendMIDISysExEvent(Data([0xF0, 1]))
        #expect(offline.refused.sentences.count == 4)
        instrument.sendMIDISysExEvent(Data([0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 0xF7]))
        instrument.sendProgramChange(5, bankMSB: 1, bankLSB: 2, onChannel: 3)
        instrument.sendPressure(1, onChannel: 0)
        #expect(offline.refused.sentences.count == 4)
    }

    @Test func `every node has a side of its own, the same each time, and only units have parameters`() {
        let engine = AVAudioEngine()
        let nodes: [AVAudioNode] = [AVAudioPlayerNode(), AVAudioMixerNode(), engine.outputNode]
        for node in nodes {
            #expect(node.auAudioUnit === node.auAudioUnit)
            #expect(node.auAudioUnit.parameterTree?.allParameters.isEmpty ?? true)
        }
        #expect(engine.outputNode.audioUnit == nil)
        let reverb = AVAudioUnitReverb()
        #expect((reverb as AVAudioNode).auAudioUnit === reverb.auAudioUnit)
        #expect(reverb.auAudioUnit.parameterTree?.allParameters.isEmpty == false)
    }
}
