import Foundation
import Testing

/// What `avf play` gives to a device.
@Suite struct PlayCommandTests {
    @Test(arguments: ["capture", "plugged"])
    func `a device that writes into a file gets every frame once, in the time of the sound`(
        device: String
    ) throws {
        let folder = try ScratchFolder()
        let signal = TestSignal.noise(24_000)
        try TestSignal.write(signal, to: folder.file("in.wav"))
        try """
        </usr/share/alsa/alsa.conf>
        pcm.capture { type file file "\(folder.file("out.raw"))" format "raw" slave.pcm "null" }
        pcm.plugged { type plug slave.pcm "capture" }
        """.write(toFile: folder.file("asound.conf"), atomically: true, encoding: .utf8)
        let begin = ContinuousClock.now
        let run = try CommandRun(
            ["play", folder.file("in.wav"), "--device", device],
            environment: ["ALSA_CONFIG_PATH": folder.file("asound.conf")])
        #expect(run.status == 0, "\(run.errors)")
        #expect(ContinuousClock.now - begin > .milliseconds(400))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("out.raw")))
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        let sound = Array(zip(signal[0], signal[1]).flatMap { [$0, $1] }.drop { $0 == 0 })
        let first = try #require(samples.firstIndex { $0 != 0 })
        #expect(samples[first...].starts(with: sound))
        // Silence before play() and after the end, of some periods.
        #expect(samples.count < 2 * (24_000 + 24_000))
    }
}
