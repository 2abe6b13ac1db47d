import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
import TestPlugins
import Testing

struct UnitNodeStateTests {
    private func node(_ name: String) throws -> UnitNode {
        let library = UnitLibrary(plugins: try PluginFixture(names: [name]).catalog)
        return try library.makeNode(identifier: BundleFolder.uri(name), placement: .inProcess)
    }

    private func value(_ node: UnitNode, _ symbol: String) -> Float? {
        node.descriptor.index(ofSymbol: symbol).map { node.parameters.load($0) }
    }

    @Test func `a native unit's state is its parameters`() throws {
        let gain = try #require(UnitCatalog["gain"])
        let node = UnitNode(native: gain)
        node.parameters.store(-7, at: 0)
        let bytes = try node.saveState().bytes
        let other = UnitNode(native: gain)
        #expect(try other.restoreState(bytes: bytes) == UnitState.Gaps())
        #expect(other.parameters.load(0) == -7)
    }

    @Test func `a state of another unit or no state is refused, and nothing changes`() throws {
        let node = UnitNode(native: try #require(UnitCatalog["gain"]))
        var state = try node.saveState()
        state.identifier = "tone"
        state.parameters["gain"] = -9
        #expect(throws: EngineError.self) { try node.restoreState(state) }
        #expect(throws: EngineError.self) { try node.restoreState(bytes: [1, 2, 3]) }
        #expect(node.parameters.load(0) == 0)
    }

    @Test func `a plugin can be restored before it is connected, and keeps that through other formats`()
        throws
    {
        let source = try node("keeper")
        var state = try source.saveState()
        let key = BundleFolder.uri("value")
        state.properties = state.properties.filter { $0.key == key }.map {
            UnitState.Property(
                key: $0.key, type: $0.type, flags: $0.flags,
                value: withUnsafeBytes(of: Float(6.5).bitPattern.littleEndian) { Array($0) })
        }
        let restored = try node("keeper")
        try restored.restoreState(state)
        for rate in [48_000.0, 96_000] {
            let engine = AudioEngine()
            let renderer = try OfflineRenderer(engine, rate: rate, channels: 1)
            try engine.attach(restored)
            try engine.connect(restored, to: engine.outputNode, format: format(1, rate: rate))
            try engine.start()
            _ = try renderer.render(16)
            #expect(value(restored, "p3") == 6.5, "at \(rate) Hz")
            engine.stop()
            try engine.detach(restored)
        }
    }
}
