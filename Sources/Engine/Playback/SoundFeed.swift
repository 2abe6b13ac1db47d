import AVFDevices
import AVFMedia
import AVFRender
import Synchronization

/// Frames of a sound from one place on, decoded ahead, pass after pass.
///
/// `@unchecked Sendable`: `take` is for the thread that renders; decoding is behind a Mutex; what both need
/// is atomic or passes through the ring.
final class SoundFeed: @unchecked Sendable {
    /// Where a pass through the file begins.
    private struct Mark {
        /// Frames of the ring before it.
        let ringFrame: Int
        /// The place in the file, in output frames.
        let fileFrame: Int
        /// How many passes come before it.
        let pass: Int
    }

    private struct Decoder {
        let file: AudioFileReader
        var pass: SegmentReader?
        var marks: [Mark]
        /// How many passes there shall be at the most.
        var passLimit: Int
        var pushedFrameCount = 0
        var isAtEnd = false
        var failure: MediaError?
    }

    let channelCount: Int
    let sampleRateHz: Double
    private let ring: FrameRing
    private let frames: FrameRingReader
    private let room: SampleBuffer
    private let decoder: Mutex<Decoder>
    private let takenWord = Atomic<Int>(0)
    private let endWord = Atomic<Int>(.max)

    private static let aheadSeconds = 1.5
    private static let chunkFrameCount = 4096

    /// A feed from an output frame of an open file on, which only it reads; `firstPass` passes have been
    /// made.
    init(
        _ file: sending AudioFileReader, sampleRateHz: Double, channelCount: Int, fromFrame frame: Int,
        firstPass: Int, passLimit: Int
    ) {
        self.sampleRateHz = sampleRateHz
        self.channelCount = channelCount
        ring = FrameRing(
            channelCount: channelCount, frameCapacity: Int(Self.aheadSeconds * sampleRateHz),
            originNanoseconds: 0)
        frames = ring.reader
        room = SampleBuffer(channelCount: channelCount, frameCapacity: Self.chunkFrameCount)
        decoder = Mutex(
            Decoder(
                file: file, pass: nil,
                marks: [Mark(ringFrame: 0, fileFrame: frame, pass: firstPass)], passLimit: passLimit))
    }

    // MARK: - Control

    /// Decodes until the ring is full or the sound has ended.
    ///
    /// - Returns: What went wrong, once; what was decoded before is heard.
    func decode(atMost frameCount: Int = .max) -> MediaError? {
        var left = frameCount
        while left > 0 {
            // One chunk at a time: whoever asks for the place does not wait for more.
            let step = decoder.withLock { decoder -> (count: Int, failure: MediaError?)? in
                guard !decoder.isAtEnd, ring.writer.room >= Self.chunkFrameCount else { return nil }
                return (read(&decoder), decoder.failure.take())
            }
            guard let step else { return nil }
            if let failure = step.failure { return failure }
            left -= max(1, step.count)
        }
        return nil
    }

    /// Puts the next chunk into the ring, or begins the next pass; returns the frames.
    private func read(_ decoder: inout Decoder) -> Int {
        do throws(MediaError) {
            let reader = try openPass(&decoder)
            let count = try reader.read(into: room.channels, frameCount: Self.chunkFrameCount)
            guard count > 0 else {
                endPass(&decoder)
                return 0
            }
            decoder.pushedFrameCount += ring.writer.push(room.channels, frameCount: count)
            return count
        } catch {
            decoder.failure = error
            end(&decoder, at: decoder.pushedFrameCount)
            return 0
        }
    }

    private func openPass(_ decoder: inout Decoder) throws(MediaError) -> SegmentReader {
        if let pass = decoder.pass { return pass }
        let outputFrame = decoder.marks.last?.fileFrame ?? 0
        let ratio = decoder.file.format.sampleRateHz / sampleRateHz
        let frame = min(decoder.file.frameCount, Int((Double(outputFrame) * ratio).rounded()))
        let pass = try SegmentReader(
            reader: decoder.file, startFrame: frame, sampleRateHz: sampleRateHz, channelCount: channelCount)
        decoder.pass = pass
        return pass
    }

    private func endPass(_ decoder: inout Decoder) {
        decoder.pass = nil
        guard let last = decoder.marks.last else { return }
        // A file without frames would go round for ever.
        let isEmpty = last.ringFrame == decoder.pushedFrameCount && last.fileFrame == 0
        guard !isEmpty, last.pass + 1 < decoder.passLimit else {
            return end(&decoder, at: decoder.pushedFrameCount)
        }
        forgetOldMarks(&decoder)
        decoder.marks.append(
            Mark(ringFrame: decoder.pushedFrameCount, fileFrame: 0, pass: last.pass + 1))
    }

    private func end(_ decoder: inout Decoder, at ringFrame: Int) {
        decoder.isAtEnd = true
        // Fewer passes may have been asked for since.
        if ringFrame < endWord.load(ordering: .relaxed) { endWord.store(ringFrame, ordering: .releasing) }
    }

    private func forgetOldMarks(_ decoder: inout Decoder) {
        let taken = takenFrameCount
        while decoder.marks.count > 1, decoder.marks[1].ringFrame <= taken { decoder.marks.removeFirst() }
    }

    /// Changes how many passes there shall be; the one that is heard is finished in any case.
    func setPassLimit(_ limit: Int) {
        decoder.withLock { decoder in
            forgetOldMarks(&decoder)
            let current = decoder.marks.first?.pass ?? 0
            decoder.passLimit = max(limit, current + 1)
            // What is decoded already beyond the last pass is not played.
            if let surplus = decoder.marks.first(where: { $0.pass >= decoder.passLimit }) {
                endWord.store(surplus.ringFrame, ordering: .releasing)
                return
            }
            let last = decoder.marks.last?.pass ?? 0
            guard decoder.isAtEnd, decoder.pass == nil, last + 1 < decoder.passLimit else {
                let end = decoder.isAtEnd ? decoder.pushedFrameCount : .max
                return endWord.store(end, ordering: .releasing)
            }
            decoder.isAtEnd = false
            decoder.marks.append(
                Mark(ringFrame: decoder.pushedFrameCount, fileFrame: 0, pass: last + 1))
            endWord.store(.max, ordering: .releasing)
        }
    }

    /// The place in the file of the next frame that is taken, in output frames, and the passes before it.
    var place: (fileFrame: Int, pass: Int) {
        decoder.withLock { decoder in
            let taken = takenFrameCount
            guard let mark = decoder.marks.last(where: { $0.ringFrame <= taken }) ?? decoder.marks.first
            else {
                return (0, 0)
            }
            return (mark.fileFrame + taken - mark.ringFrame, mark.pass)
        }
    }

    /// Frames that were taken. [any]
    var takenFrameCount: Int { takenWord.load(ordering: .acquiring) }

    /// Whether everything has been taken. [any]
    var isFinished: Bool { takenFrameCount >= endWord.load(ordering: .acquiring) }

    // MARK: - Render

    /// Takes frames into memory from frame `first` on; returns how many there were.
    @_noLocks
    func take(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int, frameCount: Int
    ) -> Int {
        let taken = takenWord.load(ordering: .relaxed)
        let left = endWord.load(ordering: .acquiring) - taken
        let count = frames.pop(into: channels, from: first, frameCount: max(0, min(frameCount, left)))
        takenWord.store(taken + count, ordering: .releasing)
        return count
    }
}
