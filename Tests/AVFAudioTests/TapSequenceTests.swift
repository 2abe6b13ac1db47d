import AVFAudio
import Testing

@Suite struct TapSequenceTests {
    private func playing() throws -> (offline: OfflineEngine, player: AVAudioPlayerNode) {
        let offline = try OfflineEngine(channels: 1)
        let player = offline.addPlayer()
        player.scheduleBuffer(buffer(4000, ramp))
        try offline.engine.start()
        player.play()
        return (offline, player)
    }

    @Test func `a tap's buffers come as a sequence, which ends with the tap`() async throws {
        let (offline, player) = try playing()
        let buffers = player.tapBuffers(onBus: 0, bufferSize: 100)
        _ = try offline.render(1050)
        player.removeTap(onBus: 0)
        var times: [AVAudioFramePosition] = []
        var samples: [Float] = []
        for try await piece in buffers {
            times.append(piece.time.sampleTime)
            piece.buffer.withUnsafeAudioBufferList { list in
                samples += Array(UnsafeMutableBufferPointer<Float>(list.pointee.mBuffers))
            }
        }
        #expect(times == (0..<10).map { $0 * 100 })
        #expect(samples == (0..<1000).map { ramp($0) })
    }

    @Test func `leaving the loop ends the tap, so that another may follow`() async throws {
        let (offline, player) = try playing()
        do {
            let buffers = player.tapBuffers(onBus: 0, bufferSize: 100)
            _ = try offline.render(500)
            for try await piece in buffers where piece.time.sampleTime == 200 { break }
        }
        player.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in }
        #expect(offline.refused.sentences == [])
    }

    @Test func `a sequence whose tap is gone does not take another one with it`() async throws {
        let (offline, player) = try playing()
        do {
            let buffers = player.tapBuffers(onBus: 0, bufferSize: 100)
            player.removeTap(onBus: 0)
            player.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in }
            for try await _ in buffers {}
        }
        player.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in }
        #expect(offline.refused.sentences == ["There is a tap on output bus 0 of 'player' already."])
    }

    @Test func `what a tap refuses, the sequence throws`() async throws {
        let (_, player) = try playing()
        player.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in }
        await #expect(throws: NSError.self) {
            for try await _ in player.tapBuffers(onBus: 0, bufferSize: 100) {}
        }
    }
}
