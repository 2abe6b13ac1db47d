import AVFSpatial
import AVFSpatialData
import CAVFShimsSOFA
import Foundation
import Testing

/// Files of measured heads.
///
/// Debian's file is looked at where it is installed.
@Suite struct SOFAFileTests {
    private static var hasFile: Bool {
        avf_shim_sofa_unavailable() == nil && FileManager.default.fileExists(atPath: SOFAFile.defaultPath)
    }

    private func scratch(_ bytes: [UInt8]) throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sofa").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test(.enabled(if: hasFile, "libmysofa1 and its file are not installed"))
    func `the head of KEMAR has 710 directions and a pinna on each side`() throws {
        let measurement = try SOFAFile.measurement(at: SOFAFile.defaultPath)
        #expect(measurement.directions.count == 710)
        #expect(measurement.frameCount == 512)
        #expect(measurement.sampleRateHz == 44_100)
    }

    // Excess phase from 300 to 1500 Hz of the raw file, computed independently.
    @Test(
        .enabled(if: hasFile, "libmysofa1 and its file are not installed"),
        arguments: [(30.0, 0.0, 238.8), (90, 0, 641.3), (32.5, 0, 257.9), (0, 85, 0)])
    func `the prepared set has the delays of the file`(
        azimuth: Double, elevation: Double, microseconds: Double
    ) throws {
        let set = try #require(Self.set)
        // Counter-clockwise: the left ear is the earlier one.
        let direction = HeadDirection(azimuthDegrees: -azimuth, elevationDegrees: elevation)
        let place = set.view.place(of: direction.unit)
        #expect(abs(Double(place.rightDelay - place.leftDelay) / 48_000 * 1e6 - microseconds) < 3)
    }

    private static let set = hasFile ? try? prepared() : nil

    private static func prepared() throws -> HRTFSet {
        try HRTFSet(
            SOFAFile.measurement(at: SOFAFile.defaultPath), HRTFSettings(sampleRateHz: 48_000))
    }

    @Test(.enabled(if: avf_shim_sofa_unavailable() == nil, "libmysofa1 is not installed"))
    func `files that are none are refused`() throws {
        #expect(throws: SOFAError.unreadable(path: "/nonexistent.sofa")) {
            try SOFAFile.measurement(at: "/nonexistent.sofa")
        }
        #expect(throws: SOFAError.unreadable(path: "/tmp")) { try SOFAFile.measurement(at: "/tmp") }
        let noise = try scratch((0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7919 >> 3) })
        defer { unlink(noise) }
        #expect(throws: SOFAError.self) { try SOFAFile.measurement(at: noise) }
    }

    @Test(.enabled(if: hasFile, "libmysofa1 and its file are not installed"))
    func `damaged files do no harm, whatever they do to their reader`() throws {
        let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: SOFAFile.defaultPath)))
        var state: UInt64 = 7
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        var refusedCount = 0
        for round in 0..<24 {
            var bytes = whole
            // Of the tables at the beginning most, of the rest some.
            for _ in 0..<20 {
                bytes[random(round % 2 == 0 ? 30_000 : bytes.count)] = UInt8(truncatingIfNeeded: random(256))
            }
            let path = try scratch(bytes)
            defer { unlink(path) }
            do { _ = try SOFAFile.measurement(at: path) } catch { refusedCount += 1 }
        }
        #expect(refusedCount > 0)
        #expect(try SOFAFile.measurement(at: SOFAFile.defaultPath).directions.count == 710)
    }

    @Test(.enabled(if: hasFile, "libmysofa1 and its file are not installed"))
    func `a file that was cut off is refused`() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: SOFAFile.defaultPath))
        let path = try scratch([UInt8](whole.prefix(600_000)))
        defer { unlink(path) }
        #expect(throws: SOFAError.self) { try SOFAFile.measurement(at: path) }
    }
}
