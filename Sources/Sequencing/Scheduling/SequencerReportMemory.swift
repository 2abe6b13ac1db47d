import AVFRealtime
import Synchronization

/// The way of reports, anchors and numbers from the render side to the control side.
final class SequencerReportMemory: @unchecked Sendable {
    // Proof: each ring has one writer and one reader; the words are atomic.
    private static var byteCapacity: Int { 1 << 17 }

    private let reports = Ring<SequencerReport>(minimumCapacity: 1024)
    private let anchorRing = Ring<SequencerAnchor>(minimumCapacity: 64)
    private let words = OwnedBuffer<Atomic<Int>>(count: 2) { _ in Atomic(0) }
    private let byteMemory = OwnedBuffer<UInt8>(uninitializedCount: byteCapacity)
    private let counters = OwnedBuffer<UInt64>(repeating: 0, count: MessageRing.counterByteCount / 8)
    private let bytes: MessageRing

    init() {
        bytes = MessageRing(
            byteMemory.pointer, capacity: Self.byteCapacity,
            counters: UnsafeMutableRawPointer(counters.pointer))
    }

    /// The render side's end, valid as long as this object.
    var writer: SequencerReportWriter {
        SequencerReportWriter(
            reports: reports.writer, anchors: anchorRing.writer, bytes: bytes, words: words.pointer)
    }

    /// Where it has begun and stopped. [control]
    var anchors: RingReader<SequencerAnchor> { anchorRing.reader }

    /// The frame behind the newest block. [any]
    var nextFrame: Int64 { Int64(words.pointer[0].load(ordering: .relaxed)) }

    /// Events that were left out. [any]
    var droppedCount: Int { words.pointer[1].load(ordering: .relaxed) }

    /// Whether there are reports. [any]
    var hasReports: Bool { reports.reader.count > 0 }

    /// The reports since the last call. [control]
    func takeReports() -> [(report: SequencerReport, bytes: [UInt8])] {
        var taken: [(SequencerReport, [UInt8])] = []
        while let report = reports.reader.pop() {
            guard report.byteCount > 0, let count = bytes.nextCount else {
                taken.append((report, []))
                continue
            }
            let content = [UInt8](unsafeUninitializedCapacity: Int(count)) { memory, used in
                guard let base = memory.baseAddress else { return }
                used = Int(bytes.pop(into: base) ?? 0)
            }
            taken.append((report, content))
        }
        return taken
    }
}

/// The render side's end of the way to the control side.
struct SequencerReportWriter: BitwiseCopyable, @unchecked Sendable {
    // Proof: see SequencerReportMemory.
    let reports: RingWriter<SequencerReport>
    let anchors: RingWriter<SequencerAnchor>
    let bytes: MessageRing
    let words: UnsafeMutablePointer<Atomic<Int>>

    /// Sends a report with its bytes; false if there is no room for both.
    @_noLocks
    func push(_ report: SequencerReport, _ content: UnsafePointer<UInt8>?) -> Bool {
        guard reports.room > 0 else { return false }
        if report.byteCount > 0, let content {
            guard bytes.push(content, count: report.byteCount) else { return false }
        }
        return reports.push(report)
    }

    /// Says where playing has begun or stopped; false if there is no room.
    @_noLocks
    func sendAnchor(_ anchor: SequencerAnchor) -> Bool { anchors.push(anchor) }

    /// Says how far the blocks have come.
    @_noLocks
    func publish(nextFrame: Int64, droppedCount: Int) {
        words[0].store(Int(nextFrame), ordering: .relaxed)
        words[1].store(droppedCount, ordering: .relaxed)
    }
}
