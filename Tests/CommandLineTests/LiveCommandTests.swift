import AVFMedia
import Foundation
import Testing

/// `avf record` and `avf monitor`, with ALSA's devices that read and write files in place of cards.
@Suite struct LiveCommandTests {
    /// A folder with a microphone that hears a file, a speaker that writes one, and what ALSA must know.
    private func workshop(_ samples: [Float]) throws -> (folder: ScratchFolder, environment: [String: String])
    {
        let folder = try ScratchFolder()
        try samples.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: folder.file("in.raw")))
        try """
        </usr/share/alsa/alsa.conf>
        pcm.microphone {
            type file file "/dev/null" infile "\(folder.file("in.raw"))" format "raw" slave.pcm "null"
        }
        pcm.speaker { type file file "\(folder.file("out.raw"))" format "raw" slave.pcm "null" }
        """.write(toFile: folder.file("asound.conf"), atomically: true, encoding: .utf8)
        return (folder, ["ALSA_CONFIG_PATH": folder.file("asound.conf")])
    }

    @Test func `a recording has what the device gives, from its first frame on, and the length asked for`()
        throws
    {
        let samples = (0..<96_000).map { Float($0 + 1) / 131_072 }
        let (folder, environment) = try workshop(samples)
        let take = folder.file("take.wav")
        let run = try CommandRun(
            ["record", take, "--device", "microphone", "--duration", "0.25"], environment: environment)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("Recorded 0.25 s into"))
        let reader = try AudioFileReader(path: take)
        #expect(reader.frameCount == 12_000 && reader.format.encoding == .float32)
        let recorded = try TestSignal.read(take)
        #expect(recorded[0] == (0..<12_000).map { samples[2 * $0] })
        #expect(recorded[1] == (0..<12_000).map { samples[2 * $0 + 1] })
        let again = try CommandRun(["record", take, "--device", "microphone"], environment: environment)
        #expect(again.status == 73 && again.errors.contains("--overwrite"))
    }

    @Test func `what a microphone hears reaches the speaker through a unit`() throws {
        let (folder, environment) = try workshop([Float](repeating: 0.25, count: 960_000))
        let run = try CommandRun(
            [
                "monitor", "microphone", "--device", "speaker", "--unit", "gain:gain=6.0206", "--duration",
                "1.5",
                "--stats",
            ], environment: environment)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("dropouts:"))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("out.raw")))
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        // Not how soon: the machine may be busy with something else.
        #expect(samples.contains { abs($0 - 0.5) < 1e-3 })
        #expect(samples.allSatisfy { $0 > -0.01 && $0 < 0.6 })
    }

    @Test func `devices tell what they can do`() throws {
        let run = try CommandRun(["devices", "--json", "--capabilities"])
        let devices = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
        let null = try #require(devices.first { $0["name"] as? String == "null" })
        let abilities = try #require(null["capture"] as? [String: Any])
        #expect((abilities["maximumChannels"] as? Int ?? 0) >= 2)
        #expect((abilities["sampleRates"] as? [Double])?.contains(48_000) == true)
        #expect(try CommandRun(["devices", "--capabilities"]).output.contains(" channels; "))
    }
}
