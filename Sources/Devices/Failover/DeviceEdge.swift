import AVFRealtime
import Synchronization

/// What one device's thread gets as its context: it renders while its device leads, and is silent else.
///
/// `@unchecked Sendable`: set up before the device starts; then used by its thread only, but for the atomic
/// word. The stream is its owner's, and outlives its thread.
final class DeviceEdge: @unchecked Sendable {
    /// The number by which the device leads.
    let leader: Int
    private let renderer: BlockRenderer
    private let clock: HostClock
    private let parts = LazyCell<Parts>()
    private let playedWord = Atomic<Int>(0)
    private var hasBegun = false
    private unowned(unsafe) var stream: (any DeviceStream)?
    private var seenXrunCount = 0
    private var isHeard = false

    struct Parts: ~Copyable {
        var converter: EdgeConverter
        var tail: FadeTail
    }

    init(_ renderer: BlockRenderer, leader: Int, clock: @escaping HostClock) {
        self.renderer = renderer
        self.leader = leader
        self.clock = clock
    }

    /// Gets ready for an open device, which the owner keeps; false if it cannot be converted to.
    func configure(_ stream: any DeviceStream) -> Bool {
        let (graph, format) = (renderer.format, stream.format)
        guard EdgeConverter.converts(graph, to: format) else { return false }
        self.stream = stream
        _ = parts.pointer {
            Parts(
                converter: EdgeConverter(graph: graph, device: format),
                tail: FadeTail(channelCount: format.channelCount, sampleRateHz: format.sampleRateHz))
        }
        return true
    }

    /// Frames that the device has asked for. [any]
    var playedFrameCount: Int { playedWord.load(ordering: .relaxed) }

    /// Graph's frames between a block and the device, at most.
    var latencyFrameCount: Int { parts.pointer?.pointee.converter.latencyFrameCount ?? 0 }

    var rendering: DeviceRendering {
        DeviceRendering(context: Unmanaged.passUnretained(self).toOpaque()) {
            context, channels, _, frameCount, hostTime in
            guard let context else { return }
            Unmanaged<DeviceEdge>.fromOpaque(context)._withUnsafeGuaranteedRef {
                $0.render(channels, Int(frameCount), hostTime)
            }
        }
    }

    private func render(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int, _ hostTime: UInt64
    ) {
        guard let parts = parts.pointer else { return }
        followXruns()
        let filled = fill(parts, channels, frameCount, hostTime)
        followLead(parts, filled)
        parts.pointee.tail.play(channels, frameCount: filled)
        parts.pointee.tail.rest(channels, from: filled, frameCount: frameCount)
        playedWord.store(playedFrameCount + frameCount, ordering: .relaxed)
    }

    // What goes on in the middle fades in; what begins here is heard from its first frame on.
    private func followLead(_ parts: UnsafeMutablePointer<Parts>, _ filled: Int) {
        if filled > 0, !isHeard, !renderer.wasTakenOver { parts.pointee.tail.begin() }
        isHeard = filled > 0
    }

    // After an interruption the device's buffer is filled in one go.
    private func followXruns() {
        guard let count = stream?.xrunCount, count != seenXrunCount else { return }
        seenXrunCount = count
        if renderer.leader == leader { renderer.noteDisturbance() }
    }

    private func fill(
        _ parts: UnsafeMutablePointer<Parts>, _ channels: UnsafePointer<UnsafeMutablePointer<Float>>,
        _ frameCount: Int, _ hostTime: UInt64
    ) -> Int {
        let now = clock()
        guard renderer.leader == leader, begins(now) else { return 0 }
        let turn = EdgeTurn(renderer: renderer, leader: leader, now: now, hostTimeNanoseconds: hostTime)
        return parts.pointee.converter.fill(channels, frameCount: frameCount, turn)
    }

    /// The first block comes no sooner than half a block after the last one of the leader before.
    private func begins(_ now: UInt64) -> Bool {
        let last = renderer.lastBlockNanoseconds
        if !hasBegun { hasBegun = last == 0 || now >= last + renderer.blockNanoseconds / 2 }
        return hasBegun
    }
}
