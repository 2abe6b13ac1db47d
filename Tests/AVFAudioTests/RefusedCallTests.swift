import AVFAudio
import AVFEngine
import Testing

/// The errors that nothing else reaches, each by the call of a program that is wrong.
struct RefusedCallTests {
    @Test func `rendering from within a block is refused, and the outer call goes on`() throws {
        let offline = try OfflineEngine()
        let engine = offline.engine
        let answers = Told<AVAudioEngineManualRenderingStatus?>()
        let inner = try #require(AVAudioPCMBuffer(pcmFormat: standardFormat(2), frameCapacity: 16))
        nonisolated(unsafe) let target = inner  // Only the one block uses it.
        let source = AVAudioSourceNode(format: standardFormat(1)) { [weak engine] isSilence, _, _, _ in
            isSilence.pointee = true
            answers.add(try? engine?.renderOffline(16, to: target))
            return noErr
        }
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: standardFormat(1))
        try engine.start()
        _ = try offline.render(64, block: 64)
        #expect(answers.all == [.cannotDoInCurrentContext])
    }

    @Test func `segments before a file's start are refused`() throws {
        let folder = try ScratchFolder()
        let url = folder.file("a.wav")
        do {
            let file = try AVAudioFile(forWriting: url, settings: standardFormat(1).settings)
            try file.write(from: buffer(100, ramp))
        }
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let file = try AVAudioFile(forReading: url)
        player.scheduleSegment(file, startingFrame: -1, frameCount: 10, at: nil)
        #expect(offline.refused.codes == [Int(kAudio_ParamError)])
        #expect(offline.refused.sentences == ["'player' cannot play 10 frames from frame -1."])
    }

    @Test func `what only a unit of another kind could do is refused by name`() throws {
        let offline = try OfflineEngine()
        let width = AVAudioUnitStereoWidth()
        offline.engine.attach(width)
        width[parameter: "nonsense"] = 1
        #expect(offline.refused.sentences == ["'Stereo Width' has no parameter “nonsense”."])
        #expect(throws: NSError.self) {
            try width.writeLV2Preset(toBundle: URL(fileURLWithPath: "/nowhere"), name: "a")
        }
        let effect = AVAudioUnitMIDIInstrument(audioComponentDescription: width.audioComponentDescription)
        offline.engine.attach(effect)
        effect.startNote(60, withVelocity: 64, onChannel: 0)
        #expect(offline.refused.sentences.last == "'Stereo Width' takes no MIDI.")
    }

    @Test func `channels that an effect cannot have are refused when the engine starts`() throws {
        let offline = try OfflineEngine()
        let player = AVAudioPlayerNode()
        let reverb = AVAudioUnitReverb()
        for node in [player, reverb] { offline.engine.attach(node) }
        offline.engine.connect(player, to: reverb, format: standardFormat(2))
        offline.engine.connect(reverb, to: offline.engine.mainMixerNode, format: standardFormat(3))
        let error = #expect(throws: NSError.self) { try offline.engine.start() }
        #expect(error?.code == Int(kAudioUnitErr_FormatNotSupported))
        #expect(
            error?.localizedDescription == "'Reverb' cannot work with 2 input and 3 output channels.")
        #expect(!offline.engine.isRunning)
    }

    @Test func `a connection point whose node is gone is refused`() throws {
        let offline = try OfflineEngine()
        let player = AVAudioPlayerNode()
        offline.engine.attach(player)
        let point = AVAudioConnectionPoint(node: AVAudioMixerNode(), bus: 0)
        offline.engine.connect(player, to: [point], fromBus: 0, format: nil)
        #expect(offline.refused.sentences == ["'a node that is gone' is not attached to this engine."])
    }
}
