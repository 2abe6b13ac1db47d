import AVFLV2Host
import AVFRender
import AVFUnits
import Foundation
import TestSupport
import Testing

/// Files that our own plugins work with.
@Suite struct PluginSoundTests {
    /// How a file holds its samples.
    enum Encoding: CaseIterable, Sendable {
        case wave8, wave16, wave24, wave32, waveFloat, waveDouble, aiff16, aiff24, aiffSwapped, aiffFloat
    }

    private static let response: [[Float]] = [[0.5, 0, -0.25, 0.125], [0.25, 0.5, 0, -0.5]]

    private func bytes(_ value: UInt64, _ count: Int, big: Bool) -> [UInt8] {
        let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return big ? little.reversed() : little
    }

    private func sample(_ value: Float, _ encoding: Encoding) -> [UInt8] {
        let integer = UInt64(bitPattern: Int64(Double(value) * 0x1p31))
        return switch encoding {
        case .wave8: [UInt8(truncatingIfNeeded: (integer >> 24) ^ 0x80)]
        case .wave16, .aiffSwapped: bytes(integer >> 16, 2, big: false)
        case .wave24: bytes(integer >> 8, 3, big: false)
        case .wave32: bytes(integer, 4, big: false)
        case .waveFloat: bytes(UInt64(value.bitPattern), 4, big: false)
        case .waveDouble: bytes(Double(value).bitPattern, 8, big: false)
        case .aiff16: bytes(integer >> 16, 2, big: true)
        case .aiff24: bytes(integer >> 8, 3, big: true)
        case .aiffFloat: bytes(UInt64(value.bitPattern), 4, big: true)
        }
    }

    private func file(_ encoding: Encoding) throws -> String {
        let frames = Self.response[0].count
        let data = (0..<frames).flatMap { frame in
            Self.response.flatMap { sample($0[frame], encoding) }
        }
        let (count, width) = (UInt64(data.count), UInt64(data.count / frames / 2))
        var file: [UInt8]
        switch encoding {
        case .wave8, .wave16, .wave24, .wave32, .waveFloat, .waveDouble:
            let isFloat = encoding == .waveFloat || encoding == .waveDouble
            file = Array("RIFF".utf8) + bytes(36 + count, 4, big: false) + Array("WAVEfmt ".utf8)
            for (value, size) in [
                (16, 4), (isFloat ? 3 : 1, 2), (2, 2), (48_000, 4), (96_000 * width, 4), (2 * width, 2),
                (8 * width, 2),
            ] as [(UInt64, Int)] { file += bytes(value, size, big: false) }
            file += Array("data".utf8) + bytes(count, 4, big: false) + data
        case .aiff16, .aiff24, .aiffSwapped, .aiffFloat:
            let kind = [.aiffSwapped: "sowt", .aiffFloat: "fl32"][encoding]
            // 48,000 as an extended number of 80 bits.
            var facts = bytes(2, 2, big: true) + bytes(UInt64(frames), 4, big: true)
            facts += bytes(8 * width, 2, big: true) + [0x40, 0x0e, 0xbb, 0x80, 0, 0, 0, 0, 0, 0]
            if let kind { facts += Array(kind.utf8) + [0, 0] }
            file = Array("FORM".utf8) + bytes(0, 4, big: true) + Array((kind == nil ? "AIFF" : "AIFC").utf8)
            file += Array("COMM".utf8) + bytes(UInt64(facts.count), 4, big: true) + facts
            file += Array("SSND".utf8) + bytes(8 + count, 4, big: true) + bytes(0, 8, big: true) + data
        }
        let path = TestRoot.unused("response")
        try Data(file).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func plugin(_ symbol: String) throws -> (PluginUnit, UnitHarness) {
        let uri = try #require(UnitCatalog[symbol]).descriptor.pluginURI
        let facts = try BuiltPlugins.shared.get().catalog.plugin(uri: uri)
        var made: PluginUnit?
        let harness = try UnitHarness(facts.descriptor(sampleRateHz: 48_000)) {
            let unit = try PluginUnit(facts, $0, parameters: $1)
            made = unit
            return unit
        }
        return (try #require(made), harness)
    }

    private func impulse(_ harness: UnitHarness) -> [[Float]] {
        let one: [Float] = [1, 0, 0, 0, 0, 0, 0, 0]
        return harness.render([one, one], blocks: [8]).map { Array($0.prefix(4)) }
    }

    @Test(arguments: Encoding.allCases)
    func `a convolution plugin takes its impulse response from a file`(encoding: Encoding) throws {
        let (unit, harness) = try plugin("convolution")
        let path = try file(encoding)
        try unit.setProperty("sound", .path(path))
        #expect(impulse(harness) == Self.response)
        #expect(try unit.property("sound") == .path(path))
    }

    @Test func `its state holds the file`() throws {
        let (unit, _) = try plugin("convolution")
        try unit.setProperty("sound", .path(try file(.wave24)))
        let state = try unit.saveState()
        let (other, harness) = try plugin("convolution")
        _ = try other.restoreState(state)
        #expect(impulse(harness) == Self.response)
    }

    @Test func `a file that cannot be read changes nothing, and no file is none`() throws {
        let (unit, harness) = try plugin("convolution")
        try unit.setProperty("sound", .path(try file(.wave16)))
        let short = TestRoot.unused("short")
        try Data("RIFF....WAVEfmt ".utf8).write(to: URL(fileURLWithPath: short))
        for path in ["/nowhere.wav", "/tmp", short] { try? unit.setProperty("sound", .path(path)) }
        #expect(impulse(harness) == Self.response)
        let (emptied, passing) = try plugin("convolution")
        try emptied.setProperty("sound", .path(try file(.wave16)))
        try emptied.setProperty("sound", .path(""))
        #expect(impulse(passing) == [[1, 0, 0, 0], [1, 0, 0, 0]])
    }

    @Test func `a wavetable plugin takes its cycles from a file`() throws {
        let (unit, harness) = try plugin("wavetable")
        let silence = [[Float](repeating: 0, count: 480), [Float](repeating: 0, count: 480)]
        try unit.setProperty("sound", .path(try file(.waveFloat)))
        let entry = try #require(UnitCatalog["wavetable"])
        let native = try UnitHarness(entry.descriptor) {
            let unit = entry.make($0, $1)
            try unit.use(UnitSound(path: "", sampleRateHz: 48_000, channels: Self.response))
            return unit
        }
        #expect(harness.render(silence, blocks: [64]) == native.render(silence, blocks: [64]))
    }
}
