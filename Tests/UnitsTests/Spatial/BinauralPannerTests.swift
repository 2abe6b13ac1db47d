import AVFSpatial
import AVFUnits
import Glibc
import TestSupport
import Testing

/// The binaural panner, against the formulas of the sphere.
@Suite struct BinauralPannerTests {
    private static let rate = 48_000.0

    /// Values by the parameters' places: azimuth, elevation, distance, width, algorithm.
    private func run(_ values: [Float], channels: Int = 2) throws -> UnitRun {
        let run = UnitRun(try #require(UnitCatalog["binauralPanner"]), channelCount: channels)
        for (place, value) in values.enumerated() { run.parameters.store(value, at: place) }
        return run
    }

    private func tone(_ hz: Double, _ count: Int) -> [Float] {
        (0..<count).map { Float(sin(2 * .pi * hz / Self.rate * Double($0))) }
    }

    /// What an ear hears of a tone: level and phase, as a number of the plane.
    private func response(_ signal: [Float], _ hz: Double) -> (real: Double, imaginary: Double) {
        var (real, imaginary) = (0.0, 0.0)
        let frames = signal.count - 4800..<signal.count
        for frame in frames {
            let angle = 2 * .pi * hz / Self.rate * Double(frame)
            real += Double(signal[frame]) * sin(angle) * 2 / 4800
            imaginary += Double(signal[frame]) * cos(angle) * 2 / 4800
        }
        return (real, imaginary)
    }

    @Test(arguments: [(0.0, 0.0), (45, 0), (-90, 0), (135, 30), (20, -60)])
    func `each ear hears the sphere's delay and shadow`(azimuth: Double, elevation: Double) throws {
        let head = SphericalHead()
        let direction = HeadDirection(azimuthDegrees: azimuth, elevationDegrees: elevation)
        for hz in [500.0, 2000, 6000] {
            let run = try run([Float(azimuth), Float(elevation), 1])
            let sound = tone(hz, 9600)
            let found = run.process([sound, sound])
            let middle = Double(run.unit.latencyFrames)
            for (ear, channel) in [SphericalHead.Ear.left, .right].enumerated() {
                let incidence = head.incidence(channel, direction)
                let shelf = head.shadow(incidence: incidence, sampleRateHz: Self.rate)
                let angle = 2 * .pi * hz / Self.rate
                let above = (shelf.b0 + shelf.b1 * cos(angle), -shelf.b1 * sin(angle))
                let below = (1 + shelf.a1 * cos(angle), -shelf.a1 * sin(angle))
                let level = hypot(above.0, above.1) / hypot(below.0, below.1) * 0.5.squareRoot()
                let delay = middle + head.delay(incidence: incidence) * Self.rate
                let phase = atan2(above.1, above.0) - atan2(below.1, below.0) - angle * delay
                let heard = response(found[ear], hz)
                // The short delay filter: −50 dB.
                let error = hypot(heard.real - level * cos(phase), heard.imaginary - level * sin(phase))
                #expect(error < 0.004 * level, "\(hz) Hz, ear \(ear)")
            }
        }
    }

    @Test(arguments: [(0.0, 0.707_107, 0.707_107), (30, 0.5, 0.866_025), (-45, 0.923_880, 0.382_683)])
    func `by gains it is the law of equal power, and half as loud at twice the distance`(
        azimuth: Float, left: Float, right: Float
    ) throws {
        let sound = (0..<2000).map { _ in Float(1) }
        for distance: Float in [1, 2, 0.5] {
            let found = try run([azimuth, 0, distance, 0, 1]).process([sound, sound])
            #expect(abs(found[0][1000] - left / distance) < 1e-5)
            #expect(abs(found[1][1000] - right / distance) < 1e-5)
        }
    }

    @Test func `the sides of a stereo signal stand apart by the width`() throws {
        let (one, none) = ([Float](repeating: 1, count: 2000), [Float](repeating: 0, count: 2000))
        let found = try run([0, 0, 1, 180, 1]).process([one, none])
        #expect(abs(found[0][1000] - 0.5) < 1e-5 && abs(found[1][1000]) < 1e-5)
        let other = try run([0, 0, 1, 180, 1]).process([none, one])
        #expect(abs(other[1][1000] - 0.5) < 1e-5 && abs(other[0][1000]) < 1e-5)
    }

    @Test func `movement and another algorithm do not click`() throws {
        let run = try run([-80, 0, 1])
        let sound = tone(300, 24_000)
        var found = [[Float]](repeating: [], count: 2)
        for part in 0..<3 {
            if part == 1 { run.parameters.store(80, at: 0) }
            if part == 2 { run.parameters.store(1, at: 4) }
            let piece = Array(sound[part * 8000..<(part + 1) * 8000])
            for (channel, samples) in run.process([piece, piece]).enumerated() { found[channel] += samples }
        }
        for channel in found {
            let steps = zip(channel, channel.dropFirst()).map { abs($1 - $0) }
            let calm = (steps[4000..<7900] + steps[20_000...]).max() ?? 0
            #expect((steps[4000...].max() ?? 1) < calm + 2.0 / 64)
        }
    }

    @Test func `one channel passes untouched`() throws {
        let sound = noise(3000, seed: 5)
        #expect(try run([90, 0, 4], channels: 1).process([sound]) == [sound])
    }
}
