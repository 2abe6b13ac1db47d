import Foundation
import TestSupport
import Testing

/// Recordings whose process is killed without warning, judged by the readers that people use.
///
/// AVF_RECORD_KILLS=1000 makes so many of them; 20 unless it is set.
@Suite struct RecordKillTests {
    private static let killCount =
        ProcessInfo.processInfo.environment["AVF_RECORD_KILLS"].flatMap(Int.init) ?? 20

    /// What each reader says of a kind of file: FFmpeg reads all, sox no M4A, libsndfile neither M4A.
    private struct Kind {
        let name: String
        var encoding: String?
        var readers = ["ffmpeg", "sox"]
    }

    private static let kinds = [
        Kind(name: "a.wav"), Kind(name: "b.wav", encoding: "int16"), Kind(name: "a.aiff", encoding: "int24"),
        Kind(name: "a.caf"), Kind(name: "a.flac"), Kind(name: "a.opus", readers: ["ffmpeg"]),
        Kind(name: "a.m4a", readers: ["ffmpeg"]),
        Kind(name: "b.m4a", encoding: "alac16", readers: ["ffmpeg"]),
    ]

    /// Seconds of sound that a reader finds; nil where it is not installed.
    private func seconds(_ path: String, by reader: String) throws -> Double? {
        let program = "/usr/bin/" + reader
        guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
        let raw = path + ".raw"
        defer { try? FileManager.default.removeItem(atPath: raw) }
        let line =
            reader == "ffmpeg"
            ? "ffmpeg -v quiet -y -i \"$1\" -ac 1 -ar 48000 -f s16le \"$2\""
            : "sox -V0 \"$1\" -t s16 -r 48000 -c 1 \"$2\""
        _ = try CommandRun.shell(line, [path, raw])
        let size = try? FileManager.default.attributesOfItem(atPath: raw)[.size] as? Int
        return Double(size ?? 0) / 2 / 48_000
    }

    @Test func `a recording that is killed opens in every reader, with all but its last second`() throws {
        let folder = try ScratchFolder()
        // ALSA's device that reads a file has no clock of its own: real time is kept in front of it.
        try [Float](repeating: 0.25, count: 96_000 * 8).withUnsafeBytes { Data($0) }
            .write(to: URL(fileURLWithPath: folder.file("in.raw")))
        try """
        </usr/share/alsa/alsa.conf>
        pcm.microphone {
            type file file "/dev/null" infile "\(folder.file("in.raw"))" format "raw" slave.pcm "null"
        }
        """.write(toFile: folder.file("asound.conf"), atomically: true, encoding: .utf8)
        var generator = SeededGenerator(seed: 17)
        var worst = 0.0
        for number in 0..<Self.killCount {
            let kind = Self.kinds[number % Self.kinds.count]
            let path = folder.file("\(number)-\(kind.name)")
            // From the first update of a header on.
            let patience = 1 + Double(generator.next() % 1_500) / 1_000
            let recorded = try kill(path, kind.encoding, after: patience, folder)
            for reader in kind.readers {
                guard let read = try seconds(path, by: reader) else { continue }
                worst = max(worst, recorded - read)
                #expect(read > recorded - 1, "\(kind.name) after \(recorded) s: \(reader) reads \(read) s")
            }
            let own = try CommandRun(["info", path])
            #expect(own.status == 0 || own.status == 3, "\(kind.name): \(own.errors)")
            try? FileManager.default.removeItem(atPath: path)
        }
        Figure.note("seconds lost of a recording that is killed", worst, limit: "1 s")
    }

    /// Records until a moment, and returns how long it had been recording then.
    private func kill(
        _ path: String, _ encoding: String?, after patience: Double, _ folder: ScratchFolder
    ) throws -> Double {
        var begin: ContinuousClock.Instant?
        var recorded = 0.0
        let arguments =
            ["record", path, "--device", "microphone"] + (encoding.map { ["--encoding", $0] } ?? [])
        _ = try CommandRun.ended(
            by: SIGKILL, arguments, environment: ["ALSA_CONFIG_PATH": folder.file("asound.conf")]
        ) { _ in
            if begin == nil, FileManager.default.fileExists(atPath: path) { begin = .now }
            guard let begin else { return false }
            let duration = (ContinuousClock.now - begin).components
            recorded = Double(duration.seconds) + Double(duration.attoseconds) * 1e-18
            return recorded > patience
        }
        return recorded
    }
}
