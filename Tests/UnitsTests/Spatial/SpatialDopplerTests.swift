import AVFSpatial
import AVFUnits
import Glibc
import Testing

/// Sources that are heard as late as their sound travels.
@Suite struct SpatialDopplerTests {
    /// What the filter that reads the sound sees of the future.
    private static let filterFrames = 98.0
    private static let speed = SphericalHead.speedOfSound

    /// A source to the right that is as loud wherever it is.
    private func run(factor: Float = 1) -> SpatialRun {
        let run = SpatialRun(headphones: false, set: nil)
        run.mixer.settings.attenuation = DistanceAttenuation(.inverse, rolloffFactor: 0)
        run.sources[0].settings.dopplerFactor = factor
        return run
    }

    @Test(arguments: [(0.5, 1.0), (34.3, 1), (100, 1), (34.3, 2), (400, 1), (34.3, 0.25)])
    func `a source at rest is heard as late as its way takes`(metres: Double, factor: Double) {
        let run = run(factor: Float(factor))
        run.place(0, azimuthDegrees: 90, distance: metres)
        let found = run.process([[sine(1000, 96_000)]])[1]
        let way = min(metres * factor / Self.speed, 1) * SpatialRun.rate + Self.filterFrames
        let expected = (0..<96_000).map { sin(2 * .pi * 1000 / SpatialRun.rate * (Double($0) - way)) }
        #expect(found[..<Int(way - 60)].allSatisfy { $0 == 0 })
        // Places are kept in single precision: 4 µm at 34 m.
        #expect(errorDecibels(found, expected, from: Int(way) + 200) < -85)
    }

    /// The frequency of a tone in its last second, by the phase that it gains against one within 50 Hz of it.
    private func frequency(_ signal: [Float], near hz: Double) -> Double {
        func phase(from first: Int) -> Double {
            var (real, imaginary) = (0.0, 0.0)
            for frame in 0..<4800 {
                // Hann, so that the tone's mirror image does not count.
                let weight = 1 - cos(2 * .pi * (Double(frame) + 0.5) / 4800)
                let angle = 2 * .pi * hz * Double(first + frame) / SpatialRun.rate
                real += weight * Double(signal[first + frame]) * cos(angle)
                imaginary -= weight * Double(signal[first + frame]) * sin(angle)
            }
            return atan2(imaginary, real)
        }
        let starts = stride(from: signal.count - 48_000, through: signal.count - 4800, by: 480).map(phase)
        let turns = zip(starts.dropFirst(), starts).map { remainder($0 - $1, 2 * .pi) }
        return hz + turns.reduce(0, +) / Double(turns.count) / (2 * .pi) * SpatialRun.rate / 480
    }

    /// What is heard of 1 kHz while both move along the line between them, at metres a second to the right,
    /// in parts of what is expected.
    private func heard(
        source: Double, listener: Double, from start: Double, every step: Int = 64, expected: Double
    ) -> Double {
        let run = run()
        let found = run.process([[sine(1000, 144_000)]], blocks: [512], step: step) { frame in
            let seconds = Double(frame) / SpatialRun.rate
            run.place(0, azimuthDegrees: 90, distance: start + source * seconds)
            _ = run.mixer.settings.listener.move(to: Vector3(listener * seconds, 0, 0))
        }
        return frequency(found[1], near: 1000 * expected) / (1000 * expected)
    }

    @Test(arguments: [20.0, -20, 80, -80])
    func `a source that comes closer at v sounds at f·c/(c − v)`(speed: Double) {
        let expected = Self.speed / (Self.speed - speed)
        let found = heard(source: -speed, listener: 0, from: speed > 0 ? 300 : 10, expected: expected)
        #expect(abs(found - 1) < 2e-5)
    }

    @Test(arguments: [20.0, -20])
    func `a listener that comes closer at v hears f·(c + v)/c`(speed: Double) {
        let expected = (Self.speed + speed) / Self.speed
        let found = heard(source: 0, listener: speed, from: speed > 0 ? 200 : 10, expected: expected)
        #expect(abs(found - 1) < 2e-5)
    }

    @Test func `both follow one formula, and what moves together is not heard to move`() {
        let ratio = Doppler.ratio(sourceSpeed: 30, listenerSpeed: 10)
        #expect(abs(heard(source: -30, listener: 10, from: 300, expected: ratio) - 1) < 2e-5)
        #expect(abs(heard(source: 30, listener: 30, from: 20, expected: 1) - 1) < 2e-5)
    }

    @Test func `places that are told 60 times a second are one movement`() {
        let expected = Self.speed / (Self.speed - 20)
        let found = heard(source: -20, listener: 0, from: 200, every: 800, expected: expected)
        #expect(abs(found - 1) < 1e-4)
    }

    @Test func `jumps, and the option's beginning and end, do not click`() {
        let run = run(factor: 0)
        run.place(0, azimuthDegrees: 90, distance: 10)
        let found = run.process([[sine(500, 96_000)]], step: 512) { frame in
            if frame == 9728 { run.sources[0].settings.dopplerFactor = 1 }
            if frame == 24_064 { run.place(0, azimuthDegrees: 90, distance: 60) }
            if frame == 48_128 { run.place(0, azimuthDegrees: 90, distance: 2) }
            if frame == 72_192 { run.sources[0].settings.dopplerFactor = 0 }
        }[1]
        let calm = bends(Array(found[2000..<9000])).max() ?? 0
        // Two tones of any phase while they fade, and the bends of the fade itself.
        #expect((bends(Array(found[9000...])).max() ?? 1) < 1.1 * calm + 1e-4)
        #expect(abs(Double(found[9000] - sine(500, 96_000)[9000])) < 1e-6)
        #expect(Array(found[80_000..<90_000]) == Array(sine(500, 96_000)[80_000..<90_000]))
    }

    @Test func `any block size gives the same bits`() {
        func render(_ blocks: [Int]) -> [UInt32] {
            let run = run()
            let input = spatialNoise(96_000, seed: 3)
            let found = run.process([[input]], blocks: blocks, step: 1600) { frame in
                let metres = 40 + 30 * sin(Double(frame) / 5000) + (frame > 48_000 ? 20 : 0)
                run.place(0, azimuthDegrees: Double(frame) / 100, distance: metres)
                run.sources[0].settings.dopplerFactor = frame / 1600 % 20 < 15 ? 1 : 0
            }
            return found.joined().map(\.bitPattern)
        }
        let expected = render([1600])
        #expect(render([64]) == expected)
        #expect(render([1, 63, 17, 200]) == expected)
        #expect(Set(expected).count > 100_000)
    }

    @Test func `what is on its way is heard after the source has ended, and then there is silence`() {
        let run = run()
        run.place(0, azimuthDegrees: 90, distance: 171.5)
        var input = [Float](repeating: 0, count: 144_000)
        for frame in [1000, 110_000] { input[frame] = 1 }
        let found = run.process([[input]])[1]
        // Half a second.
        for frame in [1000, 110_000] {
            let around = found[frame + 24_000..<frame + 24_200]
            #expect(around.indices.max { abs(found[$0]) < abs(found[$1]) } == frame + 24_098)
        }
        #expect(found[26_000..<130_000].allSatisfy { $0 == 0 })
    }

    @Test(arguments: [Float.nan, -1, 100])
    func `factors out of range are clamped, and none is none`(factor: Float) {
        let run = run(factor: 0.5)
        run.sources[0].settings.dopplerFactor = factor
        #expect(run.sources[0].settings.dopplerFactor == (factor.isNaN ? 0.5 : max(0, min(4, factor))))
    }
}
