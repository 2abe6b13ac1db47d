import AVFDevices
import AVFRealtime
import AVFRender
import AVFUnits
import CAVFDSP
import Synchronization

/// What a player tells its voice.
struct VoiceCommand: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
        /// Plays from a sample time on.
        case play
        /// Stands still.
        case pause
        /// Goes on with another feed, or with none.
        case exchange
        /// Moves the gain in a straight line.
        case fade
    }

    let kind: Kind
    var sampleTime: Int64 = .min
    var feed: Unmanaged<SoundFeed>?
    var gain: Float = 1
    var frameCount = 0
}

/// The render side of a `SoundPlayer`: plays a feed at its sample, fades, and measures.
///
/// `@unchecked Sendable`: commands and feeds that are done pass through rings; the state is the render
/// thread's own.
final class SoundVoice: FrameSource, @unchecked Sendable {
    let meter: LevelMeter
    let loudness: LoudnessFollower
    private let commands = Ring<VoiceCommand>(minimumCapacity: 256)
    /// Feeds that the render side has let go of.
    private let retired = Ring<Unmanaged<SoundFeed>>(minimumCapacity: 256)
    private let state: OwnedCell<VoiceState>

    /// A voice of so many channels, which go to those of the request by their places, or to `targets`.
    init(channelCount: Int, sampleRateHz: Double, targets: [Int]? = nil) {
        meter = LevelMeter(channelCount: channelCount, sampleRateHz: sampleRateHz)
        loudness = LoudnessFollower(channelCount: channelCount, sampleRateHz: sampleRateHz)
        state = OwnedCell(VoiceState(channelCount: channelCount, targets: targets))
    }

    deinit {
        collect()
        for feed in [state.pointer.pointee.feed, state.pointer.pointee.former] { feed?.release() }
        while let command = commands.reader.pop() { command.feed?.release() }
    }

    /// Sends a command; false if there is no room now. [control, one at a time]
    func send(_ command: VoiceCommand) -> Bool { commands.writer.push(command) }

    /// Frees what the render side has let go of. [control, one at a time]
    func collect() {
        while let feed = retired.reader.pop() { feed.release() }
    }

    /// Plays. [render]
    func fill(_ request: FrameRequest) -> FrameAnswer {
        state.pointer.pointee.obey(commands.reader, retired.writer)
        let channels = state.pointer.pointee.channels(of: request)
        let isHeard = state.pointer.pointee.play(channels, request, retired.writer)
        meter.take(channels, frameCount: request.frameCount)
        loudness.take(channels, frameCount: request.frameCount)
        return isHeard ? .filled : .silent
    }
}

/// A voice between two blocks.
struct VoiceState: ~Copyable {
    private(set) var feed: Unmanaged<SoundFeed>?
    /// The feed before that one, which is faded out.
    private(set) var former: Unmanaged<SoundFeed>?
    private var fadedFrameCount = 0
    private var isPlaying = false
    private var startTime = Int64.min
    private var gain: Float = 1
    private var target: Float = 1
    private var step: Float = 0
    private var leftFrameCount = 0
    private let room: ChannelRoom
    private let channelCount: Int
    /// The request's channels that the sound's go to; empty for the same ones.
    private let targets: OwnedBuffer<Int>
    private let rows: OwnedBuffer<UnsafeMutablePointer<Float>>

    private static var crossfadeFrameCount: Int { @_noLocks get { 192 } }

    init(channelCount: Int, targets: [Int]? = nil) {
        self.channelCount = channelCount
        let room = ChannelRoom(channelCount: channelCount, frameCapacity: Self.crossfadeFrameCount)
        self.targets = OwnedBuffer(count: targets?.count ?? 0) { targets?[$0] ?? $0 }
        let channels = room.channels
        rows = OwnedBuffer(count: targets?.count ?? 0) { channels[$0] }
        self.room = room
    }

    /// Where the sound's channels go; the request's others are silent then.
    @_noLocks
    func channels(of request: FrameRequest) -> UnsafePointer<UnsafeMutablePointer<Float>> {
        guard targets.count > 0 else { return request.channels }
        for channel in 0..<request.channelCount {
            avf_dsp_clear(request.channels[channel], request.frameCount)
        }
        for channel in 0..<targets.count {
            rows.pointer[channel] = request.channels[targets.pointer[channel]]
        }
        return UnsafePointer(rows.pointer)
    }

    @_noLocks
    mutating func obey(_ commands: RingReader<VoiceCommand>, _ retired: RingWriter<Unmanaged<SoundFeed>>) {
        // A feed that cannot be given back must not be replaced.
        while retired.room >= 2, let command = commands.pop() {
            switch command.kind {
            case .play: (isPlaying, startTime) = (true, command.sampleTime)
            case .pause: isPlaying = false
            case .exchange: exchange(command.feed, retired)
            case .fade: fade(to: command.gain, over: command.frameCount)
            }
        }
    }

    @_noLocks
    private mutating func exchange(
        _ next: Unmanaged<SoundFeed>?, _ retired: RingWriter<Unmanaged<SoundFeed>>
    ) {
        if let former { _ = retired.push(former) }
        former = nil
        if isPlaying, next != nil {
            former = feed
            fadedFrameCount = 0
        } else if let feed {
            _ = retired.push(feed)
        }
        feed = next
    }

    @_noLocks
    private mutating func fade(to gain: Float, over frameCount: Int) {
        target = gain
        leftFrameCount = max(1, frameCount)
        step = (gain - self.gain) / Float(leftFrameCount)
    }

    /// False for silence.
    @_noLocks
    mutating func play(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ request: FrameRequest,
        _ retired: RingWriter<Unmanaged<SoundFeed>>
    ) -> Bool {
        guard isPlaying, let feed else { return false }
        let early = startTime > request.sampleTime ? startTime - request.sampleTime : 0
        guard early < Int64(request.frameCount) else { return false }
        startTime = .min
        let first = Int(early)
        let count = feed._withUnsafeGuaranteedRef {
            $0.take(into: channels, from: first, frameCount: request.frameCount - first)
        }
        crossfade(channels, first, count, retired)
        amplify(channels, first, count)
        return true
    }

    /// Lets the former feed's next frames end while those of the new one begin.
    @_noLocks
    private mutating func crossfade(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ first: Int, _ count: Int,
        _ retired: RingWriter<Unmanaged<SoundFeed>>
    ) {
        guard let former else { return }
        let wanted = min(count, Self.crossfadeFrameCount - fadedFrameCount)
        let old = room.channels
        let got = former._withUnsafeGuaranteedRef { $0.take(into: old, from: 0, frameCount: wanted) }
        for channel in 0..<channelCount {
            let (new, former) = (channels[channel] + first, old[channel])
            for frame in 0..<wanted {
                let share = Float(fadedFrameCount + frame) / Float(Self.crossfadeFrameCount)
                new[frame] = share * new[frame] + (frame < got ? (1 - share) * former[frame] : 0)
            }
        }
        fadedFrameCount += wanted
        guard fadedFrameCount == Self.crossfadeFrameCount else { return }
        _ = retired.push(former)
        self.former = nil
    }

    @_noLocks
    private mutating func amplify(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ first: Int, _ count: Int
    ) {
        let moving = min(leftFrameCount, count)
        for channel in 0..<channelCount {
            let samples = channels[channel] + first
            for frame in 0..<moving { samples[frame] *= gain + Float(frame + 1) * step }
            guard target != 1 else { continue }
            for frame in moving..<max(moving, count) { samples[frame] *= target }
        }
        leftFrameCount -= moving
        gain = leftFrameCount == 0 ? target : gain + Float(moving) * step
    }
}
