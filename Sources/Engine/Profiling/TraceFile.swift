import AVFMedia
import AVFRender
import Glibc

/// Blocks and their calls as events of Chrome's tracing format, which Perfetto shows too.
///
/// The array needs no end to be read, so a killed process leaves a trace. One thread at a time.
final class TraceFile: @unchecked Sendable {
    // Sendable: the profiler uses it under its lock, and closes it when the last reference goes.
    private static let chunkByteCount = 1 << 16

    private let path: String
    private var descriptor: Int32
    private var text = "[\n"
    private var failure: Int32 = 0
    private var firstStart: UInt64?

    /// Makes a file, or replaces what is in it.
    ///
    /// - Throws: `openFailed` with the system's reason.
    init(path: String) throws(MediaError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .openFailed(path, reason: String(cString: strerror(errno))) }
        text += #"{"name":"process_name","ph":"M","pid":1,"args":{"name":"audio engine"}}"#
        text += #",{"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"render"}}"# + "\n"
    }

    deinit { try? close() }

    /// Appends a block, the calls in it, and its load.
    func add(_ block: ProfileRecord, calls: [ProfileRecord], load: Double, names: [UInt64: ProfiledCall]) {
        let origin = firstStart ?? block.start
        firstStart = origin
        let arguments = #"{"frames":\#(block.frameCount),"sampleTime":\#(block.sampleTime)}"#
        add("block", "block", block, origin, arguments)
        for call in calls {
            add(names[call.unit]?.name ?? "a node that is gone", "node", call, origin, "{}")
        }
        let percent = (load * 100_000).rounded() / 1000
        text += #",{"name":"load","ph":"C","pid":1,"ts":\#(microseconds(block.start &- origin)),"#
        text += #""args":{"percent":\#(percent)}}"# + "\n"
        if text.utf8.count > Self.chunkByteCount { flush() }
    }

    /// Completes the file.
    ///
    /// - Throws: `writeFailed` with the system's first refusal.
    func close() throws(MediaError) {
        guard descriptor >= 0 else { return }
        text += "]\n"
        flush()
        if Glibc.close(descriptor) != 0, failure == 0 { failure = errno }
        descriptor = -1
        guard failure != 0 else { return }
        throw .writeFailed(path, reason: String(cString: strerror(failure)), framesWritten: 0)
    }

    private func add(
        _ name: String, _ category: String, _ record: ProfileRecord, _ origin: UInt64, _ arguments: String
    ) {
        text += #",{"name":\#(Self.quoted(name)),"cat":"\#(category)","ph":"X","pid":1,"tid":1,"#
        text += #""ts":\#(microseconds(record.start &- origin)),"dur":\#(microseconds(record.nanoseconds)),"#
        text += #""args":\#(arguments)}"# + "\n"
    }

    /// Three digits behind the point, without the rounding of floating point.
    private func microseconds(_ nanoseconds: UInt64) -> String {
        let rest = String(nanoseconds % 1000)
        return "\(nanoseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case _ where scalar.value < 32: quoted += " "
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private func flush() {
        text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count, failure == 0, let start = bytes.baseAddress {
                let count = write(descriptor, start + done, bytes.count - done)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { failure = count < 0 ? errno : ENOSPC }
                done += max(0, count)
            }
        }
        text = ""
    }
}
