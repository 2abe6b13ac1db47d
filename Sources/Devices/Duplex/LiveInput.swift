import AVFRealtime
import CAVFDSP
import CAVFRealtime
import Synchronization

/// A capturing device beside a playing stream, which may come and go while that one runs.
///
/// Once for each block of the stream that leads, `beginBlock` reads as many frames of the device, at the
/// leader's pace and rate. `take` hands them out, in pieces of any size.
/// `@unchecked Sendable`: control functions are [control], one at a time; the others, and the room, are for
/// the thread that renders.
package final class LiveInput: @unchecked Sendable {
    /// The capturing side.
    package let follower: InputFollower
    private let leader: any DeviceStream
    private let room: OwnedCell<BlockQueue>
    private let clock: HostClock
    private let latencyWord: Atomic<UInt64>
    private let captureTimeWord = Atomic<UInt64>(0)

    /// Opens a device for capture; nothing is captured before `start()`.
    ///
    /// - Throws: What the backend throws; `DeviceError.cannotConfigure` when the rates are too different.
    package init(
        backend: any DeviceBackend, request: DeviceStreamRequest, leader: any DeviceStream,
        clock: @escaping HostClock = avf_rt_host_time
    ) throws(DeviceError) {
        let follower = try Self.follower(backend, request, leader, clock)
        self.follower = follower
        self.leader = leader
        self.clock = clock
        room = OwnedCell(
            BlockQueue(
                channelCount: follower.stream.format.channelCount,
                blockFrameCapacity: leader.format.periodFrameCount,
                pauseBlockCount: leader.format.bufferFrameCount / leader.format.periodFrameCount))
        latencyWord = Atomic(UInt64(follower.latencySeconds * 1e9))
    }

    // `any` backends are opened here, for the follower wants to know which one it has.
    private static func follower(
        _ backend: some DeviceBackend, _ request: DeviceStreamRequest, _ leader: any DeviceStream,
        _ clock: HostClock
    ) throws(DeviceError) -> InputFollower {
        try InputFollower(
            backend: backend, request: request, leader: LeaderClock(leader.format),
            originNanoseconds: clock())
    }

    /// What the device granted; its rate need not be the leader's.
    package var format: DeviceStreamFormat { follower.stream.format }

    /// Seconds between the microphone and what is handed out. [any]
    package var latencySeconds: Double { Double(latencyWord.load(ordering: .relaxed)) * 1e-9 }

    /// When the first frame of the newest block reached its device; 0 before the first. [any]
    package var captureTimeNanoseconds: UInt64 { captureTimeWord.load(ordering: .relaxed) }

    /// Starts to capture.
    ///
    /// - Throws: As `DeviceStream` says.
    package func start() throws(DeviceError) { try follower.stream.start() }

    /// Stops; `start()` goes on.
    package func stop() { follower.stream.stop() }

    /// Gives the device back.
    package func close() { follower.stream.close() }

    /// Reads what belongs to the leader's next block. [render]
    package func beginBlock(frameCount: Int) {
        let now = clock()
        room.pointer.pointee.read(
            follower, frameCount: frameCount, now: now, disturbanceCount: leader.disturbanceCount)
        let latency = UInt64(follower.latencySeconds * 1e9)
        latencyWord.store(latency, ordering: .relaxed)
        captureTimeWord.store(now - min(now, latency), ordering: .relaxed)
    }

    /// Takes the next frames; false, with nothing taken and nothing written, when there are fewer or another
    /// number of channels. [render]
    package func take(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, frameCount: Int
    ) -> Bool {
        guard channelCount == follower.stream.format.channelCount else { return false }
        return room.pointer.pointee.take(into: channels, frameCount: frameCount)
    }
}
