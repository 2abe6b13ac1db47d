import AVFDSP
import AVFDevices

/// Two clocks in simulated time: a device that gives blocks, and a leader that reads them at its own pace.
///
/// The controller, the time filters, the ring and the pace are the real ones; samples are not computed.
struct TwoClocks {
    /// How late a thread wakes after its time.
    enum Lateness: Sendable {
        /// Evenly distributed from 0 to so many microseconds.
        case even(microseconds: Double)
        /// The same, and one wake-up in a hundred is 1 to 20 ms late.
        case outliers(microseconds: Double)
    }

    var lateness = Lateness.even(microseconds: 50)
    var leaderBlock = 128
    var followerBlock = 128
    /// Parts per million by which the device is fast.
    var drift = 200.0
    /// Another drift from a second on.
    var driftChange: (seconds: Double, drift: Double)?
    /// The device gives nothing from a second on, for so many seconds.
    var dropout: (seconds: Double, length: Double)?
    var seconds = 600.0
    var target = 452.0

    private static let rateHz = 48_000.0
    private static let reach = 96
    /// Nanoseconds to add to simulated times, so that none is negative.
    private static let epoch: UInt64 = 1_000_000_000

    /// What was seen, one value for each of the leader's blocks since the lock.
    struct Record {
        var blocksPerSecond = 0.0
        /// Pace less the true ratio of the clocks, at each block's end.
        var deviation: [Double] = []
        /// Deviation of the time that the reader has come to, in seconds.
        var timeError: [Double] = []
        /// Frames of delay beyond the target, by true clocks.
        var delayError: [Double] = []
        /// Blocks of silence after the lock.
        var gapCount = 0
        var target = 0.0
    }

    private func trueDrift(at time: Double) -> Double {
        guard let driftChange, time >= driftChange.seconds else { return drift * 1e-6 }
        return driftChange.drift * 1e-6
    }

    private func isDroppedOut(at time: Double) -> Bool {
        guard let dropout else { return false }
        return time >= dropout.seconds && time < dropout.seconds + dropout.length
    }

    /// Runs until so many seconds of blocks have been read.
    func run() -> Record {
        let settings = DriftSettings(
            leaderRateHz: Self.rateHz, followerRateHz: Self.rateHz, leaderBlockFrameCount: leaderBlock,
            followerBlockFrameCount: followerBlock, reachFrameCount: Self.reach, targetFrameCount: target)
        let ring = FrameRing(
            channelCount: 1, frameCapacity: settings.ringFrameCount, originNanoseconds: Self.epoch)
        var device = Device(self, ring)
        var reader = Reader(self, ring, settings)
        let limit = Int(seconds * Self.rateHz) / leaderBlock
        while reader.record.deviation.count < limit {
            if device.wakeTime <= reader.wakeTime {
                device.wake(self)
            } else {
                reader.wake(self, device)
            }
        }
        reader.record.blocksPerSecond = Self.rateHz / Double(leaderBlock)
        reader.record.target = reader.target
        return reader.record
    }

    /// A linear congruential generator (Knuth, MMIX), so that each run is the same.
    private struct Generator {
        var state: UInt64

        mutating func unit() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) * 0x1p-53
        }

        mutating func seconds(_ lateness: Lateness) -> Double {
            let share = unit()
            switch lateness {
            case .even(let microseconds): return share * microseconds * 1e-6
            case .outliers(let microseconds):
                return unit() < 0.01 ? 0.001 + 0.019 * share : share * microseconds * 1e-6
            }
        }
    }

    private static func nanoseconds(_ time: Double) -> UInt64 { epoch + UInt64(max(0, time) * 1e9) }
}

extension TwoClocks {
    /// The device: its thread copies a block into the ring whenever it wakes.
    private struct Device: ~Copyable {
        var wakeTime: Double
        private(set) var writtenCount = 0
        private(set) var trueTime: Double
        private var writer: TimedRingWriter
        private var generator = Generator(state: 98_765)
        private let block: PlanarBuffer
        private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

        init(_ clocks: TwoClocks, _ ring: FrameRing) {
            trueTime = 0.37 * Double(clocks.followerBlock) / TwoClocks.rateHz
            wakeTime = trueTime + generator.seconds(clocks.lateness)
            writer = TimedRingWriter(
                ring, sampleRateHz: TwoClocks.rateHz, blockFrameCount: clocks.followerBlock)
            block = PlanarBuffer(channelCount: 1, frameCapacity: clocks.followerBlock)
            channels = .allocate(capacity: 1)
            channels.initialize(to: block[0])
        }

        deinit { channels.deallocate() }

        mutating func wake(_ clocks: TwoClocks) {
            if !clocks.isDroppedOut(at: trueTime) {
                let missed = writer.write(
                    channels, frameCount: clocks.followerBlock,
                    hostTimeNanoseconds: TwoClocks.nanoseconds(wakeTime))
                writtenCount += clocks.followerBlock - missed
            }
            let rateHz = TwoClocks.rateHz * (1 + clocks.trueDrift(at: trueTime))
            trueTime += Double(clocks.followerBlock) / rateHz
            wakeTime = max(wakeTime + 1e-6, trueTime + generator.seconds(clocks.lateness))
        }

        /// When the last block was complete, by the device's true clock.
        func lastBlockTime(_ clocks: TwoClocks) -> Double {
            let rateHz = TwoClocks.rateHz * (1 + clocks.trueDrift(at: trueTime))
            return trueTime - Double(clocks.followerBlock) / rateHz
        }
    }

    /// The leader: reads a block of its own at each of its wake-ups.
    private struct Reader: ~Copyable {
        var wakeTime: Double
        var record = Record()
        private var trueTime = 0.0
        private var generator = Generator(state: 12_345)
        private var loop: DriftLoop
        private var ramp = PaceRamp()
        private let frames: FrameRingReader
        private var latest: LatestPosition
        private var takenCount = 0
        // Of the own position, in 2⁻³² of a frame beyond what was taken.
        private var fraction: Int64 = 0
        private var isLocked = false
        private var timeError = 0.0

        init(_ clocks: TwoClocks, _ ring: FrameRing, _ settings: DriftSettings) {
            wakeTime = generator.seconds(clocks.lateness)
            loop = DriftLoop(settings, direction: .read)
            frames = ring.reader
            latest = LatestPosition(ring)
        }

        var target: Double { loop.targetFrameCount }

        mutating func wake(_ clocks: TwoClocks, _ device: borrowing Device) {
            let count = clocks.leaderBlock
            let ahead = -Double(fraction) * 0x1p-32
            let position = latest.newestPosition()
            let step = loop.step(
                frameCount: count, at: Double(TwoClocks.nanoseconds(wakeTime) - TwoClocks.epoch) * 1e-9,
                follower: position, fillFrameCount: Double((position?.frameCount ?? 0) - takenCount) + ahead,
                availableFrameCount: Double(frames.count) + ahead)
            move(by: Int64(step.skipFrameCount * 0x1p32))
            let isFirst = !isLocked
            if isFirst { isLocked = !step.isSilent }
            if isLocked { note(step, clocks, device, isFirst: isFirst) }
            trueTime += Double(count) / TwoClocks.rateHz
            wakeTime = max(wakeTime + 1e-6, trueTime + generator.seconds(clocks.lateness))
        }

        private mutating func note(
            _ step: DriftStep, _ clocks: TwoClocks, _ device: borrowing Device, isFirst: Bool
        ) {
            let count = clocks.leaderBlock
            let truth = 1 + clocks.trueDrift(at: trueTime)
            if step.isSilent {
                record.gapCount += 1
            } else {
                ramp.follow(step.pace, over: count)
                let distance = ramp.distance(over: count)
                ramp.advance(count)
                move(by: Int64(distance))
                timeError += (Double(distance) * 0x1p-32 / Double(count) - truth) * Double(count) / 48_000
            }
            record.deviation.append(step.pace - truth)
            record.timeError.append(timeError)
            let ideal = (trueTime - device.lastBlockTime(clocks)) * 48_000 * truth
            let own = Double(takenCount) + Double(fraction) * 0x1p-32
            record.delayError.append(Double(device.writtenCount) + ideal - own - target)
        }

        private mutating func move(by distance: Int64) {
            fraction += distance
            let whole = Int(fraction >> 32)
            // The filter's reach stays behind; a position may go back by a part of a block.
            if whole > 0 { takenCount += frames.drop(frameCount: whole) } else { takenCount += whole }
            fraction -= Int64(whole) << 32
        }
    }
}
