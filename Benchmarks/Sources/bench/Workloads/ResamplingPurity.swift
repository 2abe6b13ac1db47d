import AVFAudio
import Foundation

/// W6-purity: ten seconds from 44.1 to 48 kHz with every quality there is: speed beside purity.
func purityWorkloads() -> [Workload] {
    [
        Workload(
            name: "W6-purity-44100-48000", audioSeconds: 10,
            floor: .convolution(seconds: 10, frameCount: 200, sampleRateHz: 44_100)
        ) {
            let qualities: [(String, AVAudioQuality)] = [
                ("low", .low), ("medium", .medium), ("high", .high), ("max", .max),
            ]
            return try qualities.map(ours) + (try ratePeers().contenders(quality: purity))
        }
    ]
}

private let from = 44_100.0
private let to = 48_000.0

private func ratePeers() -> [Peer] {
    let settings = [
        ("soxr", "LQ"), ("soxr", "MQ"), ("soxr", "HQ"), ("soxr", "VHQ"), ("samplerate", "fastest"),
        ("samplerate", "medium"), ("speexdsp", "3"), ("speexdsp", "5"), ("speexdsp", "8"),
        ("swresample", "default"), ("swresample", "long"),
    ]
    return settings.map { library, quality in
        Peer("\(library)-\(quality)", "rates", [library, quality, "44100", "48000", "10"])
    } + [Peer("samplerate-best", "rates", ["samplerate", "best", "44100", "48000", "2"], share: 1 / 5)]
}

private func purity(_ peer: PeerProcess) throws -> [(String, Double)] {
    try measured { tone in try peer.convert(tone).map(Sound.left) }
}

/// A tone at 997 Hz and one at 15 kHz against the rest, and how loud 20 kHz comes through.
private func measured(_ convert: ([Float]) throws -> [Double]?) throws -> [(String, Double)] {
    func tone(_ hertz: Double) throws -> Purity.Tone? {
        guard let output = try convert(Sound.tone(hertz: hertz, seconds: 2, sampleRateHz: from)) else {
            return nil
        }
        return Purity.tone(output[output.count / 4..<output.count * 3 / 4], hertz: hertz, sampleRateHz: to)
    }
    guard let low = try tone(997), let high = try tone(15_000), let highest = try tone(20_000) else {
        return []
    }
    return [
        ("sinadDecibels", low.signalToRestDecibels), ("sinad15kDecibels", high.signalToRestDecibels),
        ("gain20kDecibels", 20 * log10(highest.amplitude / low.amplitude)),
    ]
}

private func ours(_ name: String, _ quality: AVAudioQuality) throws -> Contender {
    let noise = try Noise.buffer(frameCount: 441_000, channelCount: 1)
    guard let samples = noise.floatChannelData?[0] else { throw BenchError.noBuffer }
    let sound = (0..<441_000).flatMap { [samples[$0], samples[$0]] }
    let conversion = try Conversion(quality)
    let found = try measured { try Conversion(quality).run($0).map(Double.init) }
    return Contender(who: "avfaudio-\(name)", values: { _ in found }) { timed in
        try timed { _ = try conversion.run(sound) }
    }
}

/// A converter of interleaved stereo in blocks of 512.
private final class Conversion {
    private let converter: AVAudioConverter
    private let input: AVAudioPCMBuffer
    private let output: AVAudioPCMBuffer

    init(_ quality: AVAudioQuality) throws {
        func format(_ rate: Double) -> AVAudioFormat? {
            AVAudioFormat(commonFormat: .pcmFormatFloat32, sampleRate: rate, channels: 2, interleaved: true)
        }
        guard let from = format(from), let to = format(to),
            let converter = AVAudioConverter(from: from, to: to),
            let input = AVAudioPCMBuffer(pcmFormat: from, frameCapacity: 512),
            let output = AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 1024)
        else { throw BenchError.noBuffer }
        converter.sampleRateConverterQuality = quality.rawValue
        (self.converter, self.input, self.output) = (converter, input, output)
        input.frameLength = 512
    }

    /// The left channel of what becomes of a sound.
    func run(_ sound: [Float]) throws -> [Float] {
        converter.reset()
        var (next, left) = (0, [Float]())
        let input = input
        while true {
            let status = converter.convert(to: output, error: nil) { _, status in
                guard next + 1024 <= sound.count, let into = input.floatChannelData?[0] else {
                    status.pointee = .endOfStream
                    return nil
                }
                sound.withUnsafeBufferPointer { sound in
                    if let base = sound.baseAddress { into.update(from: base + next, count: 1024) }
                }
                next += 1024
                status.pointee = .haveData
                return input
            }
            guard status == .haveData, let made = output.floatChannelData?[0] else { return left }
            for frame in 0..<Int(output.frameLength) { left.append(made[2 * frame]) }
        }
    }
}
