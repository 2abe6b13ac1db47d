import AVFAudio
import Synchronization
import Testing

@Suite struct SinkNodeTests {
    /// What a sink has heard.
    private final class Recorder: Sendable {
        private let state = Mutex<(times: [Int], channels: [[Float]])>(([], []))

        var times: [Int] { state.withLock { $0.times } }
        var channels: [[Float]] { state.withLock { $0.channels } }

        func hear(
            _ time: UnsafePointer<AudioTimeStamp>, _ count: AVAudioFrameCount,
            _ list: UnsafePointer<AudioBufferList>
        ) -> OSStatus {
            let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
            state.withLock { state in
                if state.channels.isEmpty { state.channels = buffers.map { _ in [] } }
                state.times.append(Int(time.pointee.mSampleTime))
                for (channel, buffer) in buffers.enumerated() {
                    state.channels[channel] += Array(UnsafeMutableBufferPointer<Float>(buffer))
                }
            }
            return noErr
        }
    }

    // player ─ sink
    @Test(arguments: [1, 17, 512])
    func `a sink hears every frame that feeds it, in order and at its time`(block: Int) throws {
        let offline = try OfflineEngine(channels: 1)
        let recorder = Recorder()
        let sink = AVAudioSinkNode { recorder.hear($0, $1, $2) }
        let player = AVAudioPlayerNode()
        offline.engine.attach(sink)
        offline.engine.attach(player)
        offline.engine.connect(player, to: sink, format: standardFormat(2))
        player.scheduleBuffer(buffer(300, channels: 2, ramp))
        try offline.engine.start()
        player.play()
        let output = try offline.render(400, block: block)[0]
        #expect(
            recorder.channels == (0..<2).map { channel in (0..<400).map { $0 < 300 ? ramp($0, channel) : 0 } }
        )
        #expect(recorder.times == Array(stride(from: 0, to: 400, by: block)))
        #expect(output.allSatisfy { $0 == 0 })
        #expect(offline.refused.sentences == [])
    }

    // player (44.1 kHz) ─┬─ mixer ─ out (48 kHz)          player ─ sink, out
    //                    └─ sink
    @Test(arguments: [true, false])
    func `a sink at another rate than the output hears the frames as they are`(isHeard: Bool) throws {
        let offline = try OfflineEngine(channels: 1)
        let recorder = Recorder()
        let sink = AVAudioSinkNode { recorder.hear($0, $1, $2) }
        let player = AVAudioPlayerNode()
        offline.engine.attach(sink)
        offline.engine.attach(player)
        let mixer = offline.engine.mainMixerNode
        let points =
            [AVAudioConnectionPoint(node: sink, bus: 0)]
            + (isHeard ? [AVAudioConnectionPoint(node: mixer, bus: 0)] : [])
        offline.engine.connect(player, to: points, fromBus: 0, format: standardFormat(1, rate: 44_100))
        player.scheduleBuffer(buffer(4410, rate: 44_100, ramp))
        try offline.engine.start()
        player.play()
        _ = try offline.render(9600)
        #expect(offline.refused.sentences == [])
        let heard = try #require(recorder.channels.first)
        #expect((8820...9100).contains(heard.count))
        #expect(Array(heard.prefix(4410)) == (0..<4410).map { ramp($0) })
        #expect(heard.dropFirst(4410).allSatisfy { $0 == 0 })
        #expect(sink.inputFormat(forBus: 0).sampleRate == 44_100)
    }

    // first player (44.1 kHz) ─ sink          out (48 kHz)
    // second player (32 kHz) ─ sink
    @Test func `two sinks hear two players, each at its own rate`() throws {
        let offline = try OfflineEngine(channels: 1)
        let recorders = [Recorder(), Recorder()]
        let rates = [44_100.0, 32_000]
        var players: [AVAudioPlayerNode] = []
        for (recorder, rate) in zip(recorders, rates) {
            let sink = AVAudioSinkNode { recorder.hear($0, $1, $2) }
            let player = AVAudioPlayerNode()
            offline.engine.attach(sink)
            offline.engine.attach(player)
            offline.engine.connect(player, to: sink, format: standardFormat(1, rate: rate))
            player.scheduleBuffer(buffer(20_000, rate: rate, ramp))
            players.append(player)
        }
        try offline.engine.start()
        players.forEach { $0.play() }
        _ = try offline.render(9600)
        for (recorder, rate) in zip(recorders, rates) {
            let heard = try #require(recorder.channels.first)
            // As many as the output lasts, and what a conversion would reach ahead.
            #expect((0...280).contains(heard.count - Int(rate / 5)), "\(rate) Hz")
            #expect(heard == heard.indices.map { ramp($0, 0) })
        }
        #expect(offline.refused.sentences == [])
    }

    @Test func `a sink has no output, so that it can have no tap`() throws {
        let offline = try OfflineEngine()
        let sink = AVAudioSinkNode { _, _, _ in noErr }
        offline.engine.attach(sink)
        #expect(sink.numberOfOutputs == 0)
        #expect(sink.numberOfInputs == 1)
        sink.installTap(onBus: 0, bufferSize: 100, format: nil) { _, _ in }
        #expect(offline.refused.sentences == ["'sink' has no output bus 0: it has 0 output buses."])
    }

    // input ─┬─ mixer ─ out
    //        └─ sink
    @Test func `what the input node gets in manual rendering reaches a sink and the output`() throws {
        let offline = try OfflineEngine(channels: 1)
        let recorder = Recorder()
        let sink = AVAudioSinkNode { recorder.hear($0, $1, $2) }
        let input = offline.engine.inputNode
        nonisolated(unsafe) let data = buffer(4096, ramp)  // One thread renders.
        let done = Atomic<Int>(0)
        nonisolated(unsafe) let part = AVAudioPCMBuffer(pcmFormat: standardFormat(1), frameCapacity: 4096)!
        #expect(
            input.setManualRenderingInputPCMFormat(standardFormat(1)) { count in
                let first = done.add(Int(count), ordering: .relaxed).oldValue
                part.floatChannelData![0].update(from: data.floatChannelData![0] + first, count: Int(count))
                part.frameLength = count
                return part.audioBufferList
            })
        offline.engine.attach(sink)
        offline.engine.connect(
            input, to: [.init(node: offline.engine.mainMixerNode, bus: 0), .init(node: sink, bus: 0)],
            fromBus: 0, format: nil)
        try offline.engine.start()
        let output = try offline.render(1000, block: 300)[0]
        #expect(output == (0..<1000).map { ramp($0) })
        #expect(recorder.channels == [output])
        #expect(offline.refused.sentences == [])
    }
}
