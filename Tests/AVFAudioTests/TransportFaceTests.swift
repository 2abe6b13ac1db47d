import AVFAudio
import AVFEngine
import TestPlugins
import Testing

/// Tempo and transport, as programs tell them to units.
struct TransportFaceTests {
    @Test func `a plugin in an engine gets tempo, bar and frame from the program's blocks`() throws {
        let library = UnitLibrary(plugins: try PluginFixture(names: ["clock"]).catalog)
        let effect = try AVAudioUnitEffect(
            lv2URI: BundleFolder.uri("clock"), options: .loadInProcess, library: library)
        let unit = effect.auAudioUnit
        unit.musicalContextBlock = { tempo, numerator, denominator, beat, offset, downbeat in
            tempo?.pointee = 100
            numerator?.pointee = 6
            denominator?.pointee = 8
            beat?.pointee = 7
            offset?.pointee = 0
            downbeat?.pointee = 6
            return true
        }
        unit.transportStateBlock = { flags, frame, _, _ in
            flags?.pointee = [.moving]
            frame?.pointee = 201_600
            return true
        }
        let offline = try OfflineEngine()
        offline.engine.attach(effect)
        offline.engine.connect(effect, to: offline.engine.mainMixerNode, format: standardFormat(1))
        try offline.engine.start()
        _ = try offline.render(64)
        let shown = (2...7).map { (address: UInt64) -> AUValue? in
            unit.parameterTree?.parameter(withAddress: address)?.value
        }
        // 100 quarter notes are 200 eighths; the seventh quarter note is two eighths into the third bar of six.
        let expected: [AUValue?] = [1, 200, 2, 2, 1, 201_600]
        #expect(shown == expected)
        #expect(unit.musicalContextBlock != nil && unit.transportStateBlock != nil)
        unit.musicalContextBlock = nil
        unit.transportStateBlock = nil
        _ = try offline.render(64)
        #expect(unit.parameterTree?.parameter(withAddress: 2)?.value == 1)
    }
}
