import AVFAudio
import AVFEngine
import Foundation
import TestPlugins
import Testing

/// Plugins' parameters that are no ports, as programs meet them.
struct PropertyFaceTests {
    private func effect() throws -> AVAudioUnitEffect {
        let library = UnitLibrary(plugins: try PluginFixture(names: ["knobs"]).catalog)
        return try AVAudioUnitEffect(lv2URI: BundleFolder.uri("knobs"), library: library)
    }

    @Test func `properties are listed beside the tree, set, read and part of the full state`() throws {
        let first = try effect()
        #expect(first.auAudioUnit.parameterTree?.allParameters.isEmpty == true)
        let level = try #require(first.properties.first { $0.symbol == "level" })
        #expect(level.kind == .double && level.isWritable && level.minimum == 0 && level.maximum == 2)
        try first.setProperty(level.identifier, to: .double(0.5))
        try first.setProperty("large", to: .int(1 << 50))
        let second = try effect()
        second.auAudioUnit.fullState = first.auAudioUnit.fullState
        #expect(try second.property("level") == .double(0.5))
        #expect(try second.property("large") == .int(1 << 50))
    }

    @Test func `a value that a property cannot have is an error that names it, and changes nothing`() throws {
        let unit = try effect()
        let error = #expect(throws: (any Error).self) { try unit.setProperty("level", to: .double(3)) }
        #expect(error?.localizedDescription.contains("3.0 is above 2.0") == true)
        #expect(throws: (any Error).self) { try unit.setProperty("none", to: .bool(true)) }
        #expect(try unit.property("level") == .double(1))
        let native = AVAudioUnitReverb()
        #expect(native.properties.isEmpty)
        #expect(throws: (any Error).self) { try native.setProperty("level", to: .double(1)) }
    }
}
