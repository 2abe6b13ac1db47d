import AVFAudio
import Foundation
import References

/// W10: a minute of stereo from a file, as interleaved floats.
func decodingWorkloads() -> [Workload] {
    let kinds: [(name: String, file: String, id: AudioFormatID, bits: Int)] = [
        ("wav16", "a.wav", kAudioFormatLinearPCM, 16), ("wav24", "b.wav", kAudioFormatLinearPCM, 24),
        ("flac", "c.flac", kAudioFormatFLAC, 16), ("vorbis", "d.ogg", kAudioFormatVorbis, 0),
        ("opus", "e.opus", kAudioFormatOpus, 0), ("mp3", "f.mp3", kAudioFormatMPEGLayer3, 0),
        ("aac", "g.m4a", kAudioFormatMPEG4AAC, 0), ("alac", "h.m4a", kAudioFormatAppleLossless, 16),
    ]
    return kinds.map { kind in
        // Nothing is added to what libsndfile does; it does not know MPEG-4.
        let isKnown = !kind.file.hasSuffix("m4a")
        return Workload(name: "W10-\(kind.name)", audioSeconds: 60, limit: isKnown ? 1.1 : nil) {
            let file = try MusicFile(kind.file, kind.id, bits: kind.bits)
            return [engineDecoding(file)] + (isKnown ? [referenceDecoding(file)] : [])
        }
    }
}

/// A minute of tones with some noise in a file that goes with this object.
private final class MusicFile: Sendable {
    let url: URL

    init(_ name: String, _ id: AudioFormatID, bits: Int) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "bench-\(getpid())-\(name)")
        var settings: [String: Any] = [
            AVFormatIDKey: id, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 2,
        ]
        if id == kAudioFormatLinearPCM { settings[AVLinearPCMBitDepthKey] = bits }
        if bits > 0 { settings[AVEncoderBitDepthHintKey] = bits }
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let second = try Noise.buffer(frameCount: 48_000, channelCount: 2)
        for channel in 0..<2 {
            guard let samples = second.floatChannelData?[channel] else { throw BenchError.noBuffer }
            for frame in 0..<48_000 {
                let time = Double(frame) / 48_000
                let chord = [220.0, 277, 330, 1760].reduce(0) { $0 + sin(2 * .pi * $1 * time) }
                samples[frame] = Float(chord) * 0.1 + samples[frame] * 0.1
            }
        }
        for _ in 0..<60 { try file.write(from: second) }
        file.close()
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

private func engineDecoding(_ file: MusicFile) -> Contender {
    Contender(who: "avfaudio") { timed in
        try timed {
            let source = try AVAudioFile(
                forReading: file.url, commonFormat: .pcmFormatFloat32, interleaved: true)
            guard let buffer = AVAudioPCMBuffer(pcmFormat: source.processingFormat, frameCapacity: 4096)
            else {
                throw BenchError.noBuffer
            }
            while source.framePosition < source.length { try source.read(into: buffer) }
        }
    }
}

private func referenceDecoding(_ file: MusicFile) -> Contender {
    var block = [Float](repeating: 0, count: 2 * 4096)
    return Contender(who: "libsndfile", isReference: true, isPeer: true) { timed in
        try timed { _ = reference_decode(file.url.path, &block, 4096) }
    }
}
