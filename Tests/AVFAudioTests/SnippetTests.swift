// Code as people write it for Apple's systems. This file imports AVFoundation and nothing else of ours but
// the device that a test drives.
import AVFDevices
import AVFoundation
import Testing

/// Apple's example of playing a file: create, connect, schedule, start, stop.
private func playFile(
    _ audioFile: AVAudioFile, _ audioEngine: AVAudioEngine = AVAudioEngine(), _ whilePlaying: () -> Void
) {
    let playerNode = AVAudioPlayerNode()
    // Attach the player node to the audio engine.
    audioEngine.attach(playerNode)
    // Connect the player node to the output node.
    audioEngine.connect(
        playerNode,
        to: audioEngine.outputNode,
        format: audioFile.processingFormat)
    playerNode.scheduleFile(
        audioFile,
        at: nil,
        completionCallbackType: .dataPlayedBack
    ) { _ in
        // Handle any work that is necessary after playback.
    }
    do {
        try audioEngine.start()
        playerNode.play()
    } catch {
        // Handle the error.
    }
    whilePlaying()
    playerNode.stop()
    audioEngine.stop()
}

/// Spellings in a synchronous function: the forms with handlers.
private func scheduling(_ p: AVAudioPlayerNode, _ b: AVAudioPCMBuffer, _ file: AVAudioFile) {
    p.scheduleBuffer(b)
    p.scheduleBuffer(b, at: nil)
    p.scheduleBuffer(b, at: nil, options: [.loops, .interrupts])
    p.scheduleBuffer(b, at: nil, options: .loops, completionHandler: nil)
    p.scheduleBuffer(b) { print("consumed") }
    p.scheduleBuffer(b, completionCallbackType: .dataRendered) { type in print(type == .dataRendered) }
    p.scheduleFile(file, at: nil)
    p.scheduleFile(file, at: nil) {}
    p.scheduleSegment(file, startingFrame: 0, frameCount: AVAudioFrameCount(file.length), at: nil)
    p.prepare(withFrameCount: 1024)
    if let last = p.lastRenderTime, let t = p.playerTime(forNodeTime: last) {
        print(Double(t.sampleTime) / t.sampleRate)
        p.play(at: AVAudioTime(sampleTime: last.sampleTime + 4410, atRate: last.sampleRate))
    }
    p.play(at: AVAudioTime(hostTime: mach_absolute_time() + AVAudioTime.hostTime(forSeconds: 0.5)))
}

/// Spellings in an asynchronous function: the forms that wait.
private func schedulingAsync(_ p: AVAudioPlayerNode, _ b: AVAudioPCMBuffer, _ file: AVAudioFile) async {
    await p.scheduleBuffer(b)
    await p.scheduleBuffer(b, at: nil, options: [])
    _ = await p.scheduleFile(file, at: nil, completionCallbackType: .dataPlayedBack)
    p.scheduleBuffer(b, at: nil, options: .loops, completionHandler: nil)
}

/// An app's main-actor code may hand a buffer to the forms that wait.
@MainActor
private func schedulingOnMain(_ p: AVAudioPlayerNode, _ b: AVAudioPCMBuffer) async {
    await p.scheduleBuffer(b)
    b.frameLength = 0
}

struct SnippetTests {
    @Test func `Apple's example of playing a file plays it`() throws {
        let folder = try ScratchFolder()
        let url = folder.file("example.wav")
        do {
            let file = try AVAudioFile(forWriting: url, settings: standardFormat(2).settings)
            try file.write(from: buffer(2000, channels: 2, ramp))
        }
        let device = VirtualClockDevice()
        let engine = AVAudioEngine(backend: device)
        try playFile(AVAudioFile(forReading: url), engine) {
            // The file is decoded on another thread: let time pass until it is heard.
            for _ in 0..<10_000 where device.playedChannels[0].allSatisfy({ $0 == 0 }) {
                device.advance(frameCount: 64)
            }
            device.advance(frameCount: 2000)
        }
        let played = try #require(device.playedChannels.first)
        #expect(Array(played.drop { $0 == 0 }.prefix(2000)) == (0..<2000).map { ramp($0) })
    }

    @Test func `the everyday spellings choose the intended forms`() async throws {
        let folder = try ScratchFolder()
        let url = folder.file("spellings.wav")
        do {
            let file = try AVAudioFile(forWriting: url, settings: standardFormat(1).settings)
            try file.write(from: buffer(100, ramp))
        }
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        try offline.engine.start()
        scheduling(player, buffer(10, ramp), try AVAudioFile(forReading: url))
        #expect(player.isPlaying)
        player.stop()
        #expect(offline.refused.all.isEmpty)
        _ = schedulingAsync
        _ = schedulingOnMain
    }
}
