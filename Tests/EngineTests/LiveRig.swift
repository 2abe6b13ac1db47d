import AVFDevices
import AVFEngine
import Glibc
import Synchronization

/// Virtual time, which all devices of one test share.
let liveTime = Atomic<UInt64>(0)

/// A speaker and a microphone that come and go as a test says, and the streams that outlive them.
///
/// The streams have no threads: `run` turns every clock.
final class LiveRig: DeviceBackend {
    private struct State {
        var speaker: VirtualClockDevice?
        var microphone: LiveMicrophone?
        var output: FailoverStream?
        var capture: FailoverCapture?
        var playbackOpenings: [String?] = []
        var captureRequests: [DeviceStreamRequest] = []
        /// When the next periods are due, in seconds.
        var speakerSeconds = 0.0
        var microphoneSeconds = 0.0
        var seconds = 0.0
    }

    /// The machine's devices, which the streams open.
    private struct Inner: DeviceBackend {
        let rig: LiveRig

        func devices() -> [DeviceInfo] { [] }

        func openPlayback(
            _ request: DeviceStreamRequest, rendering: DeviceRendering
        ) throws(DeviceError) -> any DeviceStream {
            rig.state.withLock { $0.playbackOpenings.append(request.deviceName) }
            guard let speaker = rig.speaker else { throw LiveRig.missing(request) }
            return try speaker.openPlayback(request, rendering: rendering)
        }

        func openCapture(
            _ request: DeviceStreamRequest, capturing: DeviceCapturing
        ) throws(DeviceError) -> any DeviceStream {
            rig.state.withLock { $0.captureRequests.append(request) }
            guard let microphone = rig.microphone else { throw LiveRig.missing(request) }
            let format = DeviceStreamFormat(
                deviceName: request.shownName, sampleRateHz: rig.microphoneHz,
                channelCount: rig.microphoneChannelCount, periodFrameCount: LiveRig.microphonePeriod,
                bufferFrameCount: 4 * LiveRig.microphonePeriod)
            return microphone.open(format, capturing)
        }
    }

    static let period = 128
    static let microphonePeriod = 256
    /// What the microphone captures at: its rate as it says, and by how much its clock is fast.
    let microphoneHz: Double
    let microphoneChannelCount: Int
    let drift: Double
    private let state = Mutex(State())

    init(microphoneHz: Double = 48_000, microphoneChannelCount: Int = 1, drift: Double = 0) {
        self.microphoneHz = microphoneHz
        self.microphoneChannelCount = microphoneChannelCount
        self.drift = drift
        liveTime.store(0, ordering: .relaxed)
    }

    static func missing(_ request: DeviceStreamRequest) -> DeviceError {
        .cannotOpen(device: request.shownName, code: ENODEV, cause: "No such device")
    }

    var speaker: VirtualClockDevice? {
        get { state.withLock { $0.speaker } }
        set {
            state.withLock { state in
                state.speaker = newValue
                state.speakerSeconds = state.seconds
            }
            // As udev would say.
            state.withLock { $0.output }?.devicesHaveChanged()
        }
    }

    var microphone: LiveMicrophone? {
        get { state.withLock { $0.microphone } }
        set {
            state.withLock { state in
                state.microphone = newValue
                // The first period is whole once its time has passed.
                state.microphoneSeconds = state.seconds + Double(Self.microphonePeriod) / microphoneHz
            }
            state.withLock { $0.capture }?.devicesHaveChanged()
        }
    }

    var playbackOpenings: [String?] { state.withLock { $0.playbackOpenings } }
    var captureRequests: [DeviceStreamRequest] { state.withLock { $0.captureRequests } }

    // MARK: - Backend

    func devices() -> [DeviceInfo] { [] }

    func capabilities(
        ofDevice name: String?, _ direction: DeviceDirection
    ) throws(DeviceError) -> DeviceCapabilities {
        guard direction == .playback || microphone != nil else {
            throw Self.missing(DeviceStreamRequest(deviceName: name))
        }
        return DeviceCapabilities(
            channelCounts: 1...(direction == .capture ? microphoneChannelCount : 2),
            sampleRatesHz: [direction == .capture ? microphoneHz : 48_000], sampleFormatNames: ["FLOAT_LE"])
    }

    func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream {
        let stream = try FailoverStream(
            backend: Inner(rig: self), request: request, rendering: rendering, takesFirstFormat: true,
            clock: { liveTime.load(ordering: .relaxed) }, runsThreads: false)
        state.withLock { $0.output = stream }
        return stream
    }

    func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream {
        let stream = try FailoverCapture(
            backend: Inner(rig: self), request: request, capturing: capturing,
            clock: { liveTime.load(ordering: .relaxed) }, runsThreads: false)
        state.withLock { $0.capture = stream }
        return stream
    }

    // MARK: - Time

    /// The devices are pulled out.
    func unplugSpeaker() {
        speaker?.unplug()
        speaker = nil
    }

    func unplugMicrophone() {
        microphone?.lose()
        microphone = nil
    }

    /// Lets time pass: periods of the devices, blocks of the timer, and a look at the devices each 10 ms.
    func run(milliseconds: Int) {
        let end = state.withLock { $0.seconds } + Double(milliseconds) / 1_000
        var nextLook = state.withLock { $0.seconds }
        while true {
            let (output, capture, speaker, microphone, due) = state.withLock {
                ($0.output, $0.capture, $0.speaker, $0.microphone, ($0.speakerSeconds, $0.microphoneSeconds))
            }
            let timer = output?.tick().map { Double($0) * 1e-9 } ?? .infinity
            let speakerDue = speaker == nil ? Double.infinity : due.0
            let microphoneDue = microphone == nil ? Double.infinity : due.1
            let next = min(timer, speakerDue, microphoneDue, nextLook)
            guard next <= end else { break }
            pass(to: next)
            if next == nextLook {
                output?.supervise()
                capture?.supervise()
                nextLook += 0.01
            } else if next == microphoneDue {
                let length = Double(Self.microphonePeriod) / (microphoneHz * (1 + drift))
                microphone?.deliver(at: next - length)
                state.withLock { $0.microphoneSeconds += length }
            } else if next == speakerDue {
                state.withLock { $0.speakerSeconds += Double(Self.period) / 48_000 }
                speaker?.advance(frameCount: Self.period)
            }
        }
        pass(to: end)
    }

    private func pass(to seconds: Double) {
        let now = state.withLock { state in
            state.seconds = max(state.seconds, seconds)
            return state.seconds
        }
        liveTime.store(UInt64(now * 1e9), ordering: .relaxed)
    }
}

/// A microphone that hears a signal from its first period on.
final class LiveMicrophone: Sendable {
    private struct State {
        var stream: ScriptedCapture?
        var frameCount = 0
    }

    private let signal: @Sendable (_ frame: Int, _ channel: Int) -> Float
    private let state = Mutex(State())

    init(_ signal: @escaping @Sendable (_ frame: Int, _ channel: Int) -> Float) { self.signal = signal }

    fileprivate func open(_ format: DeviceStreamFormat, _ capturing: DeviceCapturing) -> ScriptedCapture {
        let stream = ScriptedCapture(format, capturing)
        state.withLock { $0.stream = stream }
        return stream
    }

    /// Hands over a period that began at a second; time passes without a stream too.
    fileprivate func deliver(at seconds: Double) {
        let (stream, begin) = state.withLock { state in
            defer { state.frameCount += LiveRig.microphonePeriod }
            return (state.stream, state.frameCount)
        }
        stream?.deliver(at: max(0, seconds), frameCount: LiveRig.microphonePeriod) {
            signal(begin + $0, $1)
        }
    }

    fileprivate func lose() { state.withLock { $0.stream }?.lose() }
}
