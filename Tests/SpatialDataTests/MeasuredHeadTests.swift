import AVFSpatial
import AVFSpatialData
import CAVFShimsSOFA
import Foundation
import Testing

private let hasFile =
    avf_shim_sofa_unavailable() == nil && FileManager.default.fileExists(atPath: SOFAFile.defaultPath)

/// What becomes of the head that libmysofa brings along: differences between its ears, and its filters.
///
/// The expected numbers were computed of the file by other means (NumPy, double precision).
@Suite(.enabled(if: hasFile, "libmysofa1 and its file are not installed"))
struct MeasuredHeadTests {
    private static let measurement = try? SOFAFile.measurement(at: SOFAFile.defaultPath)
    private static let set = measurement.flatMap { try? HRTFSet($0, HRTFSettings(sampleRateHz: 48_000)) }

    /// A direction by an azimuth counter-clockwise, as SOFA counts.
    private func place(_ set: HRTFSet, _ azimuth: Double, _ elevation: Double = 0) -> HRTFPlace {
        set.view.place(of: HeadDirection(azimuthDegrees: -azimuth, elevationDegrees: elevation).unit)
    }

    private func filter(_ set: HRTFSet, _ place: HRTFPlace, ear: Int) -> [Double] {
        var taps = [Float](repeating: 0, count: set.view.tapCount)
        set.view.taps(place, ear: ear, gain: 1, into: &taps)
        return taps.map { Double($0) }
    }

    private func power(_ filter: [Double], atHz hz: Double) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (tap, value) in filter.enumerated() {
            real += value * cos(2 * .pi * hz / 48_000 * Double(tap))
            imaginary -= value * sin(2 * .pi * hz / 48_000 * Double(tap))
        }
        return real * real + imaginary * imaginary
    }

    // The delay of the excess phase of the raw responses from 300 to 1500 Hz.
    @Test(arguments: [
        (15.0, 117.3), (30, 238.8), (45, 356.9), (60, 472.9), (75, 575.1), (90, 641.3), (105, 593.1),
        (120, 460.0), (135, 365.4), (150, 255.0),
    ])
    func `around the head the ears' delays are the file's within 10 µs`(
        azimuth: Double, microseconds: Double
    ) throws {
        let set = try #require(Self.set)
        for side in [1.0, -1] {
            let place = place(set, side * azimuth)
            let found = side * Double(place.rightDelay - place.leftDelay) / 48_000 * 1e6
            #expect(abs(found - microseconds) < 10, "\(found) µs")
        }
    }

    // Of the equalised responses, whose octaves weigh frequencies otherwise than those of the raw ones.
    @Test(
        arguments: zip(
            [30.0, 90, 32.5],
            [[3.4, 6.6, 6.8, 10.0, 13.1], [5.2, 6.0, 7.2, 10.3, 19.8], [3.6, 7.0, 7.1, 10.7, 13.9]]))
    func `the ears' levels differ by octaves as the file's, within half a decibel`(
        azimuth: Double, decibels: [Double]
    ) throws {
        let set = try #require(Self.set)
        let place = place(set, azimuth)
        let filters = [0, 1].map { filter(set, place, ear: $0) }
        for (centre, expected) in zip([500.0, 1000, 2000, 4000, 8000], decibels) {
            let steps = stride(from: centre / 2.squareRoot(), to: centre * 2.squareRoot(), by: centre / 200)
            let powers = filters.map { filter in steps.reduce(0) { $0 + power(filter, atHz: $1) } }
            let found = 10 * log10(powers[0] / powers[1])
            #expect(abs(found - expected) < 0.5, "\(centre) Hz: \(found) dB")
        }
    }

    @Test func `filters of 128 taps are those of 256 within 0.2 dB`() throws {
        let set = try #require(Self.set)
        var settings = HRTFSettings(sampleRateHz: 48_000)
        #expect(settings.tapCount == 128)
        settings.tapCount = 256
        let long = try HRTFSet(try #require(Self.measurement), settings)
        var (sum, count) = (0.0, 0.0)
        for azimuth in stride(from: 0.0, to: 360, by: 30) {
            for elevation in [-30.0, 0, 40] {
                let places = [set, long].map { place($0, azimuth, elevation) }
                for ear in 0..<2 {
                    let filters = [filter(set, places[0], ear: ear), filter(long, places[1], ear: ear)]
                    for hz in stride(from: 100.0, to: 16_000, by: 250) {
                        let difference = 10 * log10(power(filters[0], atHz: hz) / power(filters[1], atHz: hz))
                        (sum, count) = (sum + difference * difference, count + 1)
                    }
                }
            }
        }
        #expect((sum / count).squareRoot() < 0.2, "\((sum / count).squareRoot()) dB")
    }

    @Test func `a file of another convention is refused by its name`() throws {
        var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: SOFAFile.defaultPath)))
        let name = Array("SimpleFreeFieldHRIR".utf8)
        var changedCount = 0
        for first in 0..<bytes.count - name.count where bytes[first] == name[0] {
            guard bytes[first..<first + name.count].elementsEqual(name) else { continue }
            bytes.replaceSubrange(first..<first + name.count, with: Array("GeneralFIRx12345678".utf8))
            changedCount += 1
        }
        try #require(changedCount > 0)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sofa").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        #expect(throws: SOFAError.convention(path: path, name: "GeneralFIRx12345678")) {
            try SOFAFile.measurement(at: path)
        }
    }
}
