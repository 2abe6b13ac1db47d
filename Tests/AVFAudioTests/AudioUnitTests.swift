import AVFAudio
import AVFEngine
import AVFPluginCatalog
import Testing

struct AudioUnitTests {
    private static let unknown = AudioComponentDescription(
        componentType: kAudioUnitType_Effect, componentSubType: 0x3F3F_3F3F,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)

    @Test func `an effect by component has its unit's facts and parameters`() throws {
        let effect = AVAudioUnitEffect(audioComponentDescription: gain)
        #expect(effect.name == "Gain" && effect.manufacturerName == "Apple" && effect.version == 0x1_0000)
        #expect(effect.audioComponentDescription == gain && effect.loadError == nil)
        #expect(effect.parameterIdentifiers == ["gain", "pan"])
        #expect(effect.name(forInputBus: 0) == "Input" && effect.name(forOutputBus: 1) == nil)
        effect[parameter: "gain"] = 99
        #expect(effect[parameter: "gain"] == 24)
        effect[parameter: "gain"] = nil
        #expect(effect[parameter: "gain"] == 0 && effect[parameter: "colour"] == nil)
        #expect(throws: NSError.self) { try effect.loadPreset(at: URL(fileURLWithPath: "/x.aupreset")) }
    }

    @Test func `an effect changes the sound, and bypassed it is transparent to the bit`() throws {
        for isBypassed in [false, true] {
            let offline = try OfflineEngine()
            let player = AVAudioPlayerNode()
            let effect = AVAudioUnitEffect(audioComponentDescription: gain)
            effect.bypass = isBypassed
            effect[parameter: "gain"] = -96
            offline.engine.attach(player)
            offline.engine.attach(effect)
            offline.engine.connect(player, to: effect, format: standardFormat(1))
            offline.engine.connect(effect, to: offline.engine.mainMixerNode, format: nil)
            player.scheduleBuffer(buffer(64, ramp))
            try offline.engine.start()
            player.play()
            #expect(effect.bypass == isBypassed)
            #expect(try offline.render(64)[0] == (0..<64).map { isBypassed ? ramp($0) : 0 })
        }
    }

    @Test func `an unknown component passes its input on, and says so when it is attached`() throws {
        let offline = try OfflineEngine()
        let player = AVAudioPlayerNode()
        let effect = AVAudioUnitEffect(audioComponentDescription: Self.unknown)
        #expect((effect.loadError as NSError?)?.code == -3000)
        offline.engine.attach(player)
        offline.engine.attach(effect)
        #expect(
            offline.refused.sentences == [
                "There is no unit with the component description 'aufx' '????' 'appl'."
            ])
        offline.engine.connect(player, to: effect, format: standardFormat(1))
        offline.engine.connect(effect, to: offline.engine.mainMixerNode, format: nil)
        player.scheduleBuffer(buffer(64, ramp))
        try offline.engine.start()
        player.play()
        #expect(try offline.render(64)[0] == (0..<64).map { ramp($0) })
        #expect(throws: NSError.self) {
            try offline.engine.performChanges {
                offline.engine.attach(AVAudioUnitEffect(audioComponentDescription: Self.unknown))
            }
        }
        #expect(offline.engine.attachedNodes.count == 3)
    }

    @Test func `a missing LV2 plugin is named in the error, with where it was looked for`() throws {
        let library = UnitLibrary(
            plugins: PluginCatalog(searchPath: SearchPath("/nonexistent"), cachePath: nil))
        let error = #expect(throws: NSError.self) {
            try AVAudioUnitEffect(lv2URI: "urn:example:none", library: library)
        }
        let sentence = error?.localizedDescription ?? ""
        #expect(error?.code == -3000)
        #expect(sentence.contains("urn:example:none") && sentence.contains("/nonexistent"))
    }

    private static let amplifier = "/usr/lib/lv2/eg-amp.lv2"

    @Test(.enabled(if: FileManager.default.fileExists(atPath: amplifier)))
    func `an LV2 plugin is an effect with its ports as parameters`() throws {
        let folder = try ScratchFolder()
        let link = folder.file("eg-amp.lv2")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: Self.amplifier)
        let path = SearchPath(link.deletingLastPathComponent().path)
        let library = UnitLibrary(plugins: PluginCatalog(searchPath: path, cachePath: nil))
        let effect = try AVAudioUnitEffect(lv2URI: "http://lv2plug.in/plugins/eg-amp", library: library)
        #expect(effect.parameterIdentifiers == ["gain"])
        effect[parameter: "gain"] = 20
        let offline = try OfflineEngine()
        let player = AVAudioPlayerNode()
        offline.engine.attach(player)
        offline.engine.attach(effect)
        offline.engine.connect(player, to: effect, format: standardFormat(1))
        offline.engine.connect(effect, to: offline.engine.mainMixerNode, format: nil)
        player.scheduleBuffer(buffer(64, ramp))
        try offline.engine.start()
        player.play()
        let output = try offline.render(64)[0]
        #expect(output.indices.allSatisfy { abs(output[$0] - 10 * ramp($0)) < 1e-5 })
    }

    @Test func `instantiate gives the class that fits the component, or its error`() async throws {
        let unit = try await AVAudioUnit.instantiate(with: gain, options: [])
        #expect(unit is AVAudioUnitEffect)
        await #expect(throws: NSError.self) { try await AVAudioUnit.instantiate(with: Self.unknown) }
        let told = Told<Int>()
        AVAudioUnit.instantiate(with: gain) { unit, error in told.add(unit != nil && error == nil ? 1 : 0) }
        AVAudioUnit.instantiate(with: Self.unknown, options: .loadOutOfProcess) { unit, error in
            told.add(unit == nil && error != nil ? 1 : 0)
        }
        #expect(told.wait(for: 2) == [1, 1])
    }
}
