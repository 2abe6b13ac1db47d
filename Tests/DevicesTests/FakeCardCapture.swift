import AVFDevices
import CAVFALSA
import Glibc

// The other direction of a card that does what its script says.
extension FakeCard.State {
    /// What `snd_pcm_avail_update` says: room, or frames that wait.
    var roomOrError: Int {
        guard isCapture else { return buffer - fill }
        return isOverrun ? -Int(EPIPE) : hasNoClock ? buffer : fill
    }

    /// Frames reach the card; too many are an overrun.
    mutating func capture(frameCount: Int) {
        guard isRunning, !isStalled, !isOverrun, !hasNoClock else { return }
        fill += frameCount
        capturedFrameCount += frameCount
        isOverrun = fill > buffer
    }

    /// Takes the oldest frames out; `store` gets a frame of the reader's, a channel and the sample.
    mutating func read(_ frameCount: UInt, _ store: (Int, Int, Float) -> Void) -> Int {
        if hasNoClock {
            (fill, capturedFrameCount) = (fill + Int(frameCount), capturedFrameCount + Int(frameCount))
        }
        let taken = min(Int(frameCount), readLimit, fill)
        guard taken > 0 else { return Int(-EAGAIN) }
        let first = capturedFrameCount - fill
        for frame in 0..<taken {
            for channel in 0..<channels { store(frame, channel, Float(first + frame) + Float(channel) / 8) }
        }
        fill -= taken
        readFrameCount += taken
        return taken
    }
}

extension FakeCard {
    static func pretendCapturing(_ calls: inout ALSACalls) {
        calls.start = { pcm in
            Int32(
                FakeCard.call(.start, pcm) { state in
                    state.isRunning = true
                    return 0
                })
        }
        calls.read = { FakeCard.readInterleaved($0, $1, $2) }
        calls.fewestChannels = { _, count in
            count?.pointee = 2
            return 0
        }
        calls.mostChannels = { _, count in
            count?.pointee = 10_000
            return 0
        }
        calls.testRate = { pcm, _, rateHz, _ in
            pcm.map { FakeCard.card($0).takeUnretainedValue().read(\.ratesHz).contains(rateHz) ? 0 : -EINVAL }
                ?? -EINVAL
        }
        calls.readMapped = { FakeCard.readInterleaved($0, $1, $2) }
        calls.readPlanar = { FakeCard.readPlanar($0, $1, $2) }
        calls.readPlanarMapped = { FakeCard.readPlanar($0, $1, $2) }
        calls.writeMapped = { pcm, samples, frameCount in
            FakeCard.call(.write, pcm) { $0.write(samples, frameCount) }
        }
        calls.writePlanar = { FakeCard.writePlanar($0, $1, $2) }
        calls.writePlanarMapped = { FakeCard.writePlanar($0, $1, $2) }
    }

    private static func readInterleaved(
        _ pcm: OpaquePointer?, _ samples: UnsafeMutableRawPointer?, _ frameCount: UInt
    ) -> Int {
        call(.read, pcm) { state in
            let (channels, floats) = (state.channels, samples?.assumingMemoryBound(to: Float.self))
            return state.read(frameCount) { floats?[$0 * channels + $1] = $2 }
        }
    }

    private static func readPlanar(
        _ pcm: OpaquePointer?, _ samples: ALSACalls.PlanarSamples, _ frameCount: UInt
    ) -> Int {
        call(.read, pcm) { state in
            state.read(frameCount) { samples?[$1]?.assumingMemoryBound(to: Float.self)[$0] = $2 }
        }
    }

    private static func writePlanar(
        _ pcm: OpaquePointer?, _ samples: ALSACalls.PlanarSamples, _ frameCount: UInt
    ) -> Int {
        call(.write, pcm) { state in
            var frames: [Float] = []
            for frame in 0..<Int(frameCount) {
                for channel in 0..<state.channels {
                    frames.append(samples?[channel]?.assumingMemoryBound(to: Float.self)[frame] ?? 0)
                }
            }
            return frames.withUnsafeBytes { state.write($0.baseAddress, frameCount) }
        }
    }
}
