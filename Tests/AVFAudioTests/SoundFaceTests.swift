import AVFAudio
import AVFDevices
import AVFEngine
import Foundation
import Synchronization
import Testing

private final class Listener: NSObject, AVAudioPlayerDelegate {
    private let told = Mutex<[Bool]>([])
    private let signal = DispatchSemaphore(value: 0)

    var all: [Bool] { told.withLock { $0 } }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        told.withLock { $0.append(flag) }
        signal.signal()
    }

    /// Waits for the end of a sound, at most ten seconds.
    func wait() { #expect(signal.wait(timeout: .now() + 10) == .success) }
}

@Suite struct SoundFaceTests {
    /// A tenth of a second of stereo at 44.1 kHz.
    private func sound() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "sound-\(UUID().uuidString).wav")
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
        let file = try AVAudioFile(forWriting: url, settings: format.settings)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4_410))
        buffer.frameLength = 4_410
        try file.write(from: buffer)
        file.close()
        return url
    }

    private func shared() -> SharedSoundEngine { SharedSoundEngine(AudioEngine(backend: NullBackend())) }

    @Test func `a player knows its sound, clamps what it is told, and tells its delegate of the end once`()
        throws
    {
        let url = try sound()
        defer { try? FileManager.default.removeItem(at: url) }
        let player = try AVAudioPlayer(contentsOf: url, shared: shared())
        let listener = Listener()
        player.delegate = listener
        #expect(player.url == url && player.data == nil)
        #expect(player.duration == 0.1 && player.numberOfChannels == 2)
        #expect(player.format.sampleRate == 44_100)
        #expect(player.settings[AVNumberOfChannelsKey] as? Int == 2)
        #expect(!player.isPlaying && player.currentTime == 0 && player.numberOfLoops == 0)
        #expect(player.volume == 1 && player.pan == 0 && player.rate == 1 && !player.enableRate)
        player.volume = 2
        player.pan = -3
        player.rate = 0.1
        #expect(player.volume == 1 && player.pan == -1 && player.rate == 0.5)
        player.currentTime = 7
        #expect(player.currentTime == 0.1)
        player.currentTime = 0
        #expect(player.prepareToPlay() && player.play() && player.isPlaying)
        listener.wait()
        #expect(listener.all == [true])
        #expect(!player.isPlaying && player.currentTime == 0)
        player.isMeteringEnabled = true
        player.updateMeters()
        #expect(player.averagePower(forChannel: 0) == -160 && player.peakPower(forChannel: 9) == -160)
    }

    @Test func `a player of data loops, starts at a time of the device's clock, and can be stopped`() throws {
        let url = try sound()
        defer { try? FileManager.default.removeItem(at: url) }
        let player = try AVAudioPlayer(data: try Data(contentsOf: url), shared: shared())
        let listener = Listener()
        player.delegate = listener
        #expect(player.url == nil && player.data != nil)
        player.numberOfLoops = 1
        #expect(player.prepareToPlay())
        let begin = player.deviceCurrentTime
        #expect(player.play(atTime: begin + 0.02))
        listener.wait()
        #expect(player.deviceCurrentTime - begin > 0.15)
        player.numberOfLoops = -1
        #expect(player.play())
        player.pause()
        player.setVolume(0, fadeDuration: 1)
        player.stop()
        #expect(!player.isPlaying && !player.play(atTime: .nan))
        #expect(listener.all == [true])
    }

    @Test func `what is no sound is refused with its name`() throws {
        #expect(throws: NSError.self) { try AVAudioPlayer(contentsOf: URL(fileURLWithPath: "/none.wav")) }
        #expect(throws: NSError.self) { try AVAudioPlayer(data: Data("words".utf8)) }
        #expect(throws: NSError.self) {
            try AVAudioPlayer(contentsOf: try #require(URL(string: "https://x/y.wav")), fileTypeHint: nil)
        }
    }

    @Test func `a task waits for the end of a sound, and one that is cancelled stops it`() async throws {
        let url = try sound()
        defer { try? FileManager.default.removeItem(at: url) }
        let player = try AVAudioPlayer(contentsOf: url, shared: shared())
        #expect(try await player.playToEnd())
        #expect(!player.isPlaying && player.isAudible)
        player.numberOfLoops = -1
        let endless = Task { try await player.playToEnd() }
        while !player.isPlaying { await Task.yield() }
        endless.cancel()
        #expect(try await endless.value == false)
        #expect(!player.isPlaying)
        // A sound that is stopped has not been heard to its end.
        let stopped = Task { try await player.playToEnd() }
        while !player.isPlaying { await Task.yield() }
        player.stop()
        #expect(try await stopped.value == false)
        try FileManager.default.removeItem(at: url)
        let lost = try? AVAudioPlayer(contentsOf: url, shared: shared())
        #expect(lost == nil)
    }

    @Test func `a device that does not open, and channels that there are not, change nothing and say why`()
        throws
    {
        let url = try sound()
        defer { try? FileManager.default.removeItem(at: url) }
        let player = try AVAudioPlayer(contentsOf: url, shared: shared())
        player.currentDevice = "hw:77,7"
        #expect(player.currentDevice == nil)
        #expect(player.lastError?.localizedDescription.contains("hw:77,7") == true)
        player.currentDevice = "null"
        #expect(player.currentDevice == "null")
        #expect(player.channelAssignments == nil)
        player.channelAssignments = [AVAudioSessionChannelDescription(channelNumber: 1)]
        #expect(player.channelAssignments == nil)
        #expect(player.lastError?.localizedDescription.contains("each of the 2") == true)
        let foreign = AVAudioSessionChannelDescription(channelNumber: 1, owningPortUID: "other")
        player.channelAssignments = [foreign, AVAudioSessionChannelDescription(channelNumber: 2)]
        #expect(player.lastError?.localizedDescription.contains("“other”") == true)
        let swapped = [2, 1].map { AVAudioSessionChannelDescription(channelNumber: $0) }
        player.channelAssignments = swapped
        #expect(player.channelAssignments == swapped)
        player.isLoudnessMeteringEnabled = true
        #expect(player.isLoudnessMeteringEnabled)
        player.updateMeters()
        #expect(player.loudness.integrated == -120 && player.loudness.truePeak == -120)
    }
}
