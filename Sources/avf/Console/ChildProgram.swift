import AVFPluginCatalog
import CAVFShimsProcess
import Glibc

/// This program once more, for foreign code that may end the process; it dies with the thread that waits.
struct ChildProgram {
    private static let tickMilliseconds: Int32 = 50

    /// What it wrote to standard output.
    let output: String
    /// How it ended, for people; nil if it ended well.
    let end: String?

    /// Runs it until it ends or its time is over; what it says to standard error is lost.
    ///
    /// Its time is what it computes and what it sleeps, not what it waits for a processor that others have: a
    /// busy machine changes nothing.
    static func run(_ arguments: [String], timeoutSeconds: Double) -> ChildProgram {
        var process = avf_shim_process()
        var pipe: Int32 = -1
        let failure = start(arguments, &process, &pipe)
        guard failure == 0 else {
            let end = "the process did not start: \(SystemReason.text(failure))"
            return ChildProgram(output: "", end: end)
        }
        defer { close(pipe) }
        var clock = ProcessTime(of: process.id)
        var output: [UInt8] = []
        while !waits(process, pipe), clock.seconds < timeoutSeconds {
            read(pipe, into: &output)
            clock.tick()
        }
        let isLate = clock.seconds >= timeoutSeconds
        if isLate { avf_shim_process_kill(&process) }
        let ending = avf_shim_process_reap(&process)
        read(pipe, into: &output)
        return ChildProgram(
            output: String(decoding: output, as: UTF8.self),
            end: isLate ? "it took more than \(timeoutSeconds) s" : reason(ending))
    }

    /// The child's own line to its parent, which foreign code does not find: it gets /dev/null for output.
    struct Line {
        private let descriptor: Int32

        /// Takes standard output for the parent.
        package init() {
            descriptor = avf_shim_child_hide(dup(STDOUT_FILENO))
            let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
            dup2(nowhere, STDOUT_FILENO)
            close(nowhere)
        }

        /// Writes a line to the parent.
        package func write(_ text: String) {
            let bytes = Array((text + "\n").utf8)
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(descriptor, Array(bytes[done...]), bytes.count - done)
                guard count > 0 else { return }
                done += count
            }
        }
    }

    private static func start(
        _ arguments: [String], _ process: inout avf_shim_process, _ pipe: inout Int32
    ) -> Int32 {
        var texts = ([CommandLine.arguments.first ?? "avf"] + arguments).map { strdup($0) } + [nil]
        defer { texts.forEach { free($0) } }
        return avf_shim_program_start(&texts, &process, &pipe)
    }

    /// Waits for output or the end, for a tick at most; whether it has ended.
    private static func waits(_ process: avf_shim_process, _ pipe: Int32) -> Bool {
        var places = [
            pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pipe, events: Int16(POLLIN), revents: 0),
        ]
        poll(&places, 2, tickMilliseconds)
        // A child that has closed its output would wake us for ever.
        if places[1].revents & Int16(POLLHUP) != 0 { poll(&places, 1, tickMilliseconds) }
        return places[0].revents != 0
    }

    private static func read(_ pipe: Int32, into output: inout [UInt8]) {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = Glibc.read(pipe, &room, room.count), count > 0 { output += room[..<count] }
    }

    private static func reason(_ ending: avf_shim_ending) -> String? {
        if ending.signal != 0 { return "it crashed with \(SignalName.of(ending.signal))" }
        return ending.status == 0 ? nil : "it ended the process with the status \(ending.status)"
    }
}

/// The time that a process has computed or slept, and not waited for a processor.
private struct ProcessTime {
    private let id: pid_t
    private var processorClock = clockid_t()
    private var last: (real: Double, processor: Double) = (0, 0)
    /// So many seconds until the last tick.
    private(set) var seconds = 0.0

    init(of id: pid_t) {
        self.id = id
        clock_getcpuclockid(id, &processorClock)
        last = times
    }

    /// Adds what has gone by since the last tick.
    mutating func tick() {
        let now = times
        let (real, processor) = (now.real - last.real, now.processor - last.processor)
        seconds += isAsleep ? real : min(real, processor)
        last = now
    }

    private var times: (real: Double, processor: Double) { (read(CLOCK_MONOTONIC), read(processorClock)) }

    private func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        return clock_gettime(clock, &time) == 0 ? Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 : 0
    }

    /// Whether none of its threads wants a processor.
    private var isAsleep: Bool {
        let folder = "/proc/\(id)/task"
        guard let stream = opendir(folder) else { return true }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if Int(name) != nil, Self.isRunning("\(folder)/\(name)/stat") { return false }
        }
        return true
    }

    /// The letter behind the name, which stands in brackets, says what a thread does; see proc(5).
    private static func isRunning(_ path: String) -> Bool {
        guard let text = SmallFile.read(path, atMost: 4096),
            let end = text.lastIndex(of: UInt8(ascii: ")")), end + 2 < text.count
        else { return false }
        return text[end + 2] == UInt8(ascii: "R")
    }
}
