import CAVFShimsLV2
import Glibc

/// Reads bundles in a child process: one that a bundle kills or stalls is replaced, and only that bundle is
/// lost.
struct BundleScanner: Sendable {
    /// No bundle takes this long to read: a stall is cut here.
    let secondsPerBundle: Double

    /// What the scan said about one bundle.
    struct Record: Sendable {
        let bundle: String
        /// The lines between the bundle's `B` and `E`; what came before the end if the child died.
        let lines: [UInt8]
        /// Why the child did not finish this bundle, if it did not.
        let death: String?
    }

    /// The records of all bundles, in order.
    ///
    /// A bundle without a record could not be scanned at all.
    func scan(_ bundles: [String]) -> [Record] {
        var records: [Record] = []
        var rest = bundles[...]
        while !rest.isEmpty {
            let round = scanRound(Array(rest))
            records += round
            // A child that dies before its first bundle would die again.
            guard !round.isEmpty else { break }
            rest = rest.dropFirst(round.count)
        }
        return records
    }

    /// One child's life: all bundles, or up to the one that ended it.
    private func scanRound(_ bundles: [String]) -> [Record] {
        var scanner = avf_shim_scanner()
        guard start(bundles, &scanner) == 0 else { return [] }
        var stream = RecordStream()
        var isStalled = false
        while stream.finishedCount < bundles.count {
            guard waitForInput(scanner.pipe) else {
                isStalled = true
                break
            }
            guard stream.receive(from: scanner.pipe) else { break }
        }
        let status = avf_shim_scan_stop(&scanner)
        let death = isStalled ? "reading it took more than \(secondsPerBundle) s" : Self.describe(status)
        return stream.records(death: death)
    }

    private func start(_ bundles: [String], _ scanner: inout avf_shim_scanner) -> Int32 {
        let copies = bundles.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        let pointers = copies.map { UnsafePointer($0) }
        return avf_shim_scan_start(pointers, pointers.count, UInt32(secondsPerBundle.rounded(.up)), &scanner)
    }

    /// False when nothing came in time.
    ///
    /// The child writes with every plugin, so that a large bundle is no stall.
    private func waitForInput(_ pipe: Int32) -> Bool {
        var descriptor = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        var remaining = Int32(secondsPerBundle * 1000)
        while true {
            let begin = milliseconds()
            let count = poll(&descriptor, 1, remaining)
            if count > 0 { return true }
            guard count < 0, errno == EINTR else { return false }
            remaining = max(0, remaining - Int32(truncatingIfNeeded: milliseconds() - begin))
        }
    }

    private func milliseconds() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
    }

    /// A wait status in words.
    private static func describe(_ status: Int32) -> String {
        guard status >= 0 else { return "the reading process vanished" }
        let signal = status & 0x7f
        if signal == SIGALRM { return "reading it took too long" }
        if signal == SIGXCPU { return "reading it took too much processor time" }
        guard signal == 0 else { return "reading it crashed (signal \(signal), \(signalName(signal)))" }
        return "the reading process ended with status \((status >> 8) & 0xff)"
    }

    private static func signalName(_ number: Int32) -> String {
        strsignal(number).map { String(cString: $0) } ?? "unknown"
    }
}

/// The bytes that come from the child, cut into bundles.
private struct RecordStream {
    private var bytes: [UInt8] = []
    private var records: [BundleScanner.Record] = []
    /// Up to here the bytes have been cut.
    private var position = 0
    private var open: (bundle: String, start: Int)?

    /// Bundles that are complete.
    var finishedCount: Int { records.count }

    /// Takes what is there; false at the end of the stream.
    mutating func receive(from pipe: Int32) -> Bool {
        let chunk = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
            count = max(0, read(pipe, buffer.baseAddress, buffer.count))
        }
        bytes += chunk
        cut()
        return !chunk.isEmpty
    }

    /// The finished bundles, and the unfinished one with its cause of death.
    func records(death: String) -> [BundleScanner.Record] {
        guard let open else { return records }
        return records + [
            BundleScanner.Record(bundle: open.bundle, lines: Array(bytes[open.start...]), death: death)
        ]
    }

    private mutating func cut() {
        var ended: [(start: Int, end: Int, bundle: String)] = []
        bytes.withUnsafeBytes { all in
            var lines = RecordLines(UnsafeRawBufferPointer(rebasing: all[position...]))
            let base = position
            while true {
                let start = base + lines.offset
                guard let line = lines.next() else { break }
                position = base + lines.offset
                if line.key == UInt8(ascii: "B") {
                    open = (line.text, position)
                } else if line.key == UInt8(ascii: "E"), let bundle = open {
                    ended.append((bundle.start, start, bundle.bundle))
                    open = nil
                }
            }
        }
        for part in ended {
            records.append(
                BundleScanner.Record(
                    bundle: part.bundle, lines: Array(bytes[part.start..<part.end]), death: nil))
        }
    }
}
