import AVFDevices
import AVFEngine
import AVFMedia
import AVFRender
import Glibc
import Synchronization
import Testing

@Suite struct RecorderTests {
    /// A folder of its own for each test.
    private final class Folder {
        let path: String

        init() {
            var template = Array("/tmp/avf-recorder-XXXXXX".utf8CString)
            path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
        }

        deinit {
            for name in ["a.wav", "a.caf", "a.aiff", "a.flac", "a.m4a", "a.opus"] {
                unlink(path + "/" + name)
            }
            rmdir(path)
        }

        func callAsFunction(_ name: String = "a.wav") -> String { path + "/" + name }
    }

    /// What a recorder tells.
    private final class Teller: Sendable {
        private let told = Mutex<[String]>([])

        init(_ recorder: Recorder) {
            recorder.setEventHandler { [self] event in
                let text =
                    switch event {
                    case .finished(let isComplete): isComplete ? "finished" : "broken off"
                    case .failed: "failed"
                    case .deviceChanged: "device"
                    }
                told.withLock { $0.append(text) }
            }
        }

        var all: [String] { told.withLock { $0 } }
    }

    private let folder = Folder()

    private func makeRecorder(
        _ microphone: ScriptedMicrophone, name: String = "a.wav", encoding: AudioEncoding? = .float32,
        rate: Double = 48_000, channels: Int = 1
    ) throws -> Recorder {
        let format = try AudioFileFormat(
            path: folder(name), encoding: encoding, sampleRateHz: rate, channelCount: channels)
        return try Recorder(path: folder(name), format: format, backend: microphone, runsThreads: false)
    }

    private func read(_ name: String = "a.wav") throws -> [[Float]] {
        let reader = try AudioFileReader(path: folder(name))
        let buffer = SampleBuffer(
            channelCount: reader.format.channelCount, frameCapacity: reader.frameCount + 1)
        let count = try reader.read(into: buffer.channels, frameCount: reader.frameCount)
        return (0..<buffer.channelCount).map {
            Array(UnsafeBufferPointer(start: buffer.channels[$0], count: count))
        }
    }

    @Test func `a recording holds what was captured, to the bit, and ends when it is told`() throws {
        let microphone = ScriptedMicrophone(channelCount: 2)
        let recorder = try makeRecorder(microphone, channels: 2)
        let teller = Teller(recorder)
        try recorder.record()
        let stream = try #require(microphone.stream)
        for second in 0..<3 {
            stream.run(from: Double(second), seconds: 1) { ramp($0, 0) * ($1 == 0 ? 1 : -1) }
            recorder.write()
        }
        #expect(recorder.phase == .recording && recorder.recordedSeconds == 3)
        recorder.stop()
        let expected = (0..<144_000).map { ramp($0, 0) }
        #expect(try read() == [expected, expected.map { -$0 }])
        #expect(teller.all == ["finished"])
        #expect(recorder.recordedSeconds == 0 && recorder.lengthSeconds == 3)
        #expect(recorder.phase == .stopped && stream.state == .closed)
        #expect(recorder.missingFrameCount == 0)
        recorder.stop()
        #expect(teller.all == ["finished"])
    }

    @Test func `a duration ends by itself on its frame; what comes after is not in the file`() throws {
        let microphone = ScriptedMicrophone()
        let recorder = try makeRecorder(microphone)
        let teller = Teller(recorder)
        try recorder.record(durationSeconds: 0.5001)
        microphone.stream?.run(seconds: 1, ramp)
        recorder.write()
        #expect(teller.all == ["finished"])
        #expect(try read() == [(0..<24_005).map { ramp($0, 0) }])
        #expect(recorder.phase == .stopped)
    }

    @Test func `a recording that begins at a time begins with the first sample at or after it`() throws {
        let microphone = ScriptedMicrophone()
        let recorder = try makeRecorder(microphone)
        try recorder.record(atHostTime: 100_510_000, durationSeconds: 0.01)
        microphone.stream?.run(seconds: 1, ramp)
        recorder.write()
        // 0.10051 s are 4824.48 frames.
        #expect(try read() == [(4_825..<5_305).map { ramp($0, 0) }])
    }

    @Test func `a pause leaves out what is captured meanwhile`() throws {
        let microphone = ScriptedMicrophone()
        let recorder = try makeRecorder(microphone)
        try recorder.record()
        let stream = try #require(microphone.stream)
        stream.run(seconds: 1, ramp)
        recorder.pause()
        stream.run(from: 1, seconds: 1, ramp)
        #expect(recorder.phase == .paused && recorder.recordedSeconds == 1)
        try recorder.record()
        stream.run(from: 2, seconds: 1, ramp)
        recorder.stop()
        #expect(try read() == [((0..<48_000).map { $0 } + (96_000..<144_000).map { $0 }).map { ramp($0, 0) }])
        #expect(recorder.missingFrameCount == 0)
    }

    @Test func `what a device does not deliver is silence of that length`() throws {
        let microphone = ScriptedMicrophone()
        let recorder = try makeRecorder(microphone)
        try recorder.record()
        let stream = try #require(microphone.stream)
        stream.run(seconds: 0.5) { _, _ in 0.5 }
        // Gone for 1.7 seconds; the last 200 ms late, but whole.
        stream.run(from: 2.2, seconds: 0.5) { _, _ in 0.25 }
        recorder.stop()
        let frames = try read()[0]
        #expect(frames.count == Int(2.7 * 48_000))
        #expect(frames[..<24_000].allSatisfy { $0 == 0.5 })
        #expect(frames[24_000..<105_600].allSatisfy { $0 == 0 })
        #expect(frames[105_600...].allSatisfy { $0 == 0.25 })
        #expect(recorder.missingFrameCount == 0, "asked after the end")
    }

    @Test func `a disk that is too slow costs silence and no order`() throws {
        let microphone = ScriptedMicrophone()
        let recorder = try makeRecorder(microphone)
        try recorder.record()
        let stream = try #require(microphone.stream)
        // Nothing is written for 20 seconds: more than there is room for.
        stream.run(seconds: 20, ramp)
        let missing = recorder.missingFrameCount
        #expect(missing > 0)
        recorder.write()
        stream.run(from: 20, seconds: 1, ramp)
        recorder.stop()
        let frames = try read()[0]
        let kept = 20 * 48_000 - missing
        #expect(frames.count == 21 * 48_000)
        #expect(frames[..<kept].elementsEqual((0..<kept).map { ramp($0, 0) }))
        #expect(frames[kept..<960_000].allSatisfy { $0 == 0 })
        #expect(frames[960_000...].elementsEqual((960_000..<1_008_000).map { ramp($0, 0) }))
    }

    @Test(arguments: ["a.wav", "a.caf", "a.aiff", "a.flac"])
    func `another rate and other channels are converted`(name: String) throws {
        let microphone = ScriptedMicrophone(sampleRateHz: 44_100, channelCount: 1)
        let recorder = try makeRecorder(microphone, name: name, encoding: .int24, rate: 48_000, channels: 2)
        try recorder.record()
        let stream = try #require(microphone.stream)
        stream.run(seconds: 1) { frame, _ in Float(0.5 * sin(2 * .pi * 441 * Double(frame) / 44_100)) }
        recorder.stop()
        let channels = try read(name)
        #expect(channels.count == 2 && channels[0].count == 48_000)
        #expect(channels[0] == channels[1])
        for frame in 4_800..<43_200 {
            let expected = 0.5 * sin(2 * .pi * 441 * Double(frame) / 48_000)
            guard abs(Double(channels[0][frame]) - expected) > 1e-4 else { continue }
            Issue.record("frame \(frame) of \(name): \(channels[0][frame]) and not \(expected)")
            return
        }
    }

    @Test func `a full disk ends the recording with an error, once`() throws {
        let microphone = ScriptedMicrophone()
        let format = AudioFileFormat(
            container: .wav, encoding: .float32, sampleRateHz: 48_000, channelCount: 1)
        #expect(throws: EngineError.self) {
            try Recorder(path: "/dev/full", format: format, backend: microphone, runsThreads: false).prepare()
        }
        #expect(microphone.stream?.state == .closed)
        let file = try AudioFileFormat(
            path: folder(), encoding: .float32, sampleRateHz: 48_000, channelCount: 1)
        let recorder = try Recorder(
            path: folder(), format: file, byteLimit: 65_536, backend: microphone, runsThreads: false)
        let teller = Teller(recorder)
        try recorder.record()
        microphone.stream?.run(seconds: 1, ramp)
        recorder.write()
        #expect(teller.all == ["failed", "broken off"])
        #expect(recorder.phase == .stopped)
        let frames = try read()[0]
        #expect(frames.count > 15_000 && frames == (0..<frames.count).map { ramp($0, 0) })
    }

    @Test func `what cannot be recorded is refused, and no file is made`() throws {
        let microphone = ScriptedMicrophone()
        #expect(throws: EngineError.self) { try makeRecorder(microphone, name: "a.caf", encoding: .alac16) }
        let recorder = try makeRecorder(microphone)
        #expect(throws: EngineError.self) { try recorder.record(durationSeconds: -1) }
        #expect(throws: EngineError.self) { try recorder.record(durationSeconds: .nan) }
        microphone.remove()
        #expect(throws: EngineError.self) { try recorder.record() }
        #expect(access(folder(), F_OK) != 0)
        #expect(recorder.phase == .new)
        #expect(!recorder.deleteFile())
    }

    @Test func `a recorder that finds no device says so, though its stream would wait for one`() throws {
        let format = try AudioFileFormat(
            path: folder(), encoding: .float32, sampleRateHz: 48_000, channelCount: 1)
        let microphone = ScriptedMicrophone()
        microphone.remove()
        let recorder = try Recorder(
            path: folder(), format: format, backend: FailoverBackend(microphone, watch: { nil }),
            runsThreads: false)
        #expect(throws: EngineError.self) { try recorder.record() }
        #expect(recorder.phase == .new && access(folder(), F_OK) != 0)
    }

    @Test func `a file can be deleted once its recording has ended`() throws {
        let microphone = ScriptedMicrophone()
        let recorder = try makeRecorder(microphone)
        try recorder.prepare()
        #expect(access(folder(), F_OK) == 0)
        #expect(!recorder.deleteFile())
        try recorder.record()
        microphone.stream?.run(seconds: 0.1, ramp)
        recorder.stop()
        #expect(recorder.deleteFile())
        #expect(access(folder(), F_OK) != 0)
        // It may begin anew.
        try recorder.record()
        microphone.stream?.run(seconds: 0.2, ramp)
        recorder.stop()
        #expect(try read()[0].count == 9_600)
    }

    @Test func `a sine's mean power is 3 dB below its peak, and silence is −160`() throws {
        let microphone = ScriptedMicrophone(channelCount: 2)
        let recorder = try makeRecorder(microphone, channels: 2)
        recorder.isMetering = true
        try recorder.record()
        let stream = try #require(microphone.stream)
        stream.run(seconds: 2) { $1 == 0 ? Float(sin(2 * .pi * 1_000 * Double($0) / 48_000)) : 0 }
        #expect(recorder.level(ofChannel: 0) == .silence)
        recorder.updateLevels()
        #expect(abs(recorder.level(ofChannel: 0).averageDecibels + 3.0103) < 0.01)
        #expect(abs(recorder.level(ofChannel: 0).peakDecibels) < 0.001)
        #expect(recorder.level(ofChannel: 1) == .silence)
        #expect(recorder.level(ofChannel: -1) == .silence && recorder.level(ofChannel: 2) == .silence)
        // The peak stays for half a second and falls by 20 dB in a second then.
        stream.run(from: 2, seconds: 0.5) { _, _ in 0 }
        recorder.updateLevels()
        #expect(abs(recorder.level(ofChannel: 0).peakDecibels) < 0.21)
        stream.run(from: 2.5, seconds: 1) { _, _ in 0 }
        recorder.updateLevels()
        #expect(abs(recorder.level(ofChannel: 0).peakDecibels + 20) < 0.21)
        // The mean falls by a factor of e in a tenth of a second: 43.4 dB in a second.
        #expect(abs(recorder.level(ofChannel: 0).averageDecibels + 3.01 + 1.5 * 43.43) < 0.1)
        recorder.stop()
    }

    @Test func `a recorder's own thread writes, and a recorder that goes away closes its file`() throws {
        let microphone = ScriptedMicrophone()
        let format = try AudioFileFormat(
            path: folder(), encoding: .float32, sampleRateHz: 48_000, channelCount: 1)
        let ended = Signal()
        var recorder: Recorder? = try Recorder(path: folder(), format: format, backend: microphone)
        recorder?.setEventHandler { event in
            if case .finished = event { ended.signal() }
        }
        try recorder?.record(durationSeconds: 0.5)
        microphone.stream?.run(seconds: 1, ramp)
        ended.wait()
        #expect(try read()[0].count == 24_000)
        try recorder?.record()
        microphone.stream?.run(seconds: 0.3, ramp)
        recorder = nil
        #expect(try read()[0].count == 14_400)
    }
}
