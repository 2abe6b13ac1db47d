import AVFRender
import AVFUnits
import CAVFRealtime
import Glibc

/// A sampler with MIDI at exact frames, run by hand.
final class SamplerRun {
    static let rateHz = 48_000.0

    let run: UnitRun
    let sampler: SamplerUnit
    /// Frames made so far.
    private(set) var time = 0

    /// A sampler that plays these zones.
    init(
        _ zones: [SamplerZone] = [], _ settings: [String: Float] = [:], channelCount: Int = 2,
        rateHz: Double = SamplerRun.rateHz
    ) throws {
        run = try UnitRun.of("sampler", settings, sampleRateHz: rateHz, channelCount: channelCount)
        guard let sampler = run.unit as? SamplerUnit else { throw NoSuchUnit(symbol: "sampler") }
        self.sampler = sampler
        if !zones.isEmpty { sampler.setProgram(try SamplerProgram(zones)) }
    }

    /// Sends a message to be heard so many frames from now on.
    func send(_ bytes: [UInt8], at frame: Int = 0) {
        precondition(sampler.sendMIDI(bytes, at: Int64(time + frame)))
    }

    func noteOn(_ key: UInt8, _ velocity: UInt8 = 127, channel: UInt8 = 0, at frame: Int = 0) {
        send([0x90 | channel, key, velocity], at: frame)
    }

    func noteOff(_ key: UInt8, channel: UInt8 = 0, at frame: Int = 0) {
        send([0x80 | channel, key, 0], at: frame)
    }

    func control(_ number: UInt8, _ value: UInt8, channel: UInt8 = 0, at frame: Int = 0) {
        send([0xB0 | channel, number, value], at: frame)
    }

    /// The next frames of both channels.
    func render(_ frameCount: Int, blocks: [Int] = [512]) -> [[Float]] {
        let silence = [[Float]](repeating: [Float](repeating: 0, count: frameCount), count: run.channelCount)
        time += frameCount
        return run.process(silence, blocks: blocks)
    }

    /// The next frames of the left channel.
    func left(_ frameCount: Int, blocks: [Int] = [512]) -> [Float] { render(frameCount, blocks: blocks)[0] }
}

/// Zones to play.
enum SamplerFixture {
    /// The gain of one side of a note of full level in the middle: that of the pan law and that of a flat filter.
    static let centre = 0.5.squareRoot() * pow(2, 0.25)

    /// A memory of ones: what is heard is the gain.
    static func level(_ frameCount: Int = 400_000, velocity: Bool = false) -> SamplerZone {
        var zone = SamplerZone(SamplerMemory([Float](repeating: 1, count: frameCount)), sampleRateHz: 48_000)
        zone.loop = 1000..<frameCount - 1000
        zone[.sampleMode] = 1
        zone[.volumeEnvelopeAttack] = -32_768
        zone.modulators = []
        return zone
    }

    /// A sine of whole periods in a loop.
    static func sine(
        _ frequencyHz: Double = 440, rateHz: Double = 48_000, frameCount: Int = 48_000, amplitude: Double = 1
    ) -> SamplerZone {
        let samples = (0..<frameCount).map {
            Float(amplitude * sin(2 * .pi * frequencyHz * Double($0) / rateHz))
        }
        var zone = SamplerZone(SamplerMemory(samples), sampleRateHz: rateHz)
        zone.loop = frameCount / 40..<frameCount - frameCount / 40
        zone[.sampleMode] = 1
        zone[.volumeEnvelopeAttack] = -32_768
        zone.rootKey = 69
        zone.modulators = []
        return zone
    }
}

/// What is measured on a sampler's sound.
enum SamplerMeasure {
    static func decibels(_ gain: Double) -> Double { 20 * log10(max(1e-30, abs(gain))) }

    /// The frequency of a sine, from the phases of two halves.
    static func frequencyHz(_ samples: [Float], near hertz: Double, rateHz: Double = 48_000) -> Double {
        let half = samples.count / 2
        let first = phasor(Array(samples.prefix(half)), hertz, 0, rateHz)
        let second = phasor(Array(samples.dropFirst(half).prefix(half)), hertz, half, rateHz)
        var turn = atan2(second.1, second.0) - atan2(first.1, first.0)
        while turn > .pi { turn -= 2 * .pi }
        while turn < -.pi { turn += 2 * .pi }
        return hertz + turn * rateHz / (2 * .pi * Double(half))
    }

    /// Amplitude and phase at a frequency, under a Hann window.
    static func phasor(
        _ samples: [Float], _ hertz: Double, _ start: Int, _ rateHz: Double = 48_000
    ) -> (Double, Double) {
        var (real, imaginary, weight) = (0.0, 0.0, 0.0)
        for (frame, sample) in samples.enumerated() {
            let window = 0.5 - 0.5 * cos(2 * .pi * (Double(frame) + 0.5) / Double(samples.count))
            let angle = 2 * .pi * hertz * Double(start + frame) / rateHz
            real += window * Double(sample) * cos(angle)
            imaginary -= window * Double(sample) * sin(angle)
            weight += window
        }
        return (2 * real / weight, 2 * imaginary / weight)
    }

    static func amplitude(_ samples: [Float], _ hertz: Double, rateHz: Double = 48_000) -> Double {
        let (real, imaginary) = phasor(samples, hertz, 0, rateHz)
        return hypot(real, imaginary)
    }

    static func cents(_ hertz: Double, over reference: Double) -> Double { 1200 * log2(hertz / reference) }
}
