import CAVFShimsProcess
import Glibc

/// What belongs to the process and the calling thread, and not to a plugin, as it is at a moment.
struct ProcessState {
    /// Something that is not a plugin's to change, under the name of its check.
    enum Aspect: String, CaseIterable {
        case workingDirectory = "working directory"
        case umask, environment, locale, limits, descriptors
        case signals = "signal handling"
        case children = "child processes"
        case threads = "threads left"
        case arithmetic = "floating point"
        case memory = "foreign memory"
    }

    let workingDirectory: String
    let umask: String
    let signals: SignalState
    let environment: [String: String]
    let locale: String
    let limits: [String]
    /// Open descriptors, with what they lead to.
    let descriptors: [Int: String]
    let threads: Set<Int>
    let hasChildren: Bool

    /// The state of this process and this thread.
    static var now: ProcessState {
        ProcessState(
            workingDirectory: link("/proc/self/cwd"), umask: currentUmask, signals: .now,
            environment: currentEnvironment, locale: setlocale(LC_ALL, nil).map { String(cString: $0) } ?? "",
            limits: currentLimits, descriptors: openDescriptors,
            threads: Set(names(in: "/proc/self/task").compactMap { Int($0) }), hasChildren: waitsForChild)
    }

    /// What is another than it was, in words for after "it".
    ///
    /// Descriptors and threads that have come in between are the plugin's own, as long as it lives.
    func changes(since before: ProcessState) -> [(aspect: Aspect, words: String)] {
        var changes: [(Aspect, String)] = []
        func compare(_ aspect: Aspect, _ words: String?) { words.map { changes.append((aspect, $0)) } }
        compare(
            .workingDirectory,
            workingDirectory == before.workingDirectory
                ? nil : "changed the working directory to “\(workingDirectory)”")
        compare(.umask, umask == before.umask ? nil : "changed the umask from \(before.umask) to \(umask)")
        compare(.signals, signals.change(since: before.signals))
        compare(.environment, environmentChange(since: before.environment))
        compare(.locale, locale == before.locale ? nil : "changed the locale to “\(locale)”")
        let limit = zip(before.limits, limits).first { $0 != $1 }
        compare(.limits, limit.map { "changed a limit of the process from \($0) to \($1)" })
        compare(.descriptors, closedDescriptors(since: before))
        return changes
    }

    /// What is left of a plugin that has ended, in words for after "it".
    func remains(since before: ProcessState) -> [(aspect: Aspect, words: String)] {
        var remains: [(Aspect, String)] = []
        let opened = descriptors.keys.filter { before.descriptors[$0] == nil }.sorted()
        if let first = opened.first {
            remains.append(
                (.descriptors, "left open \(opened.count) descriptors, such as “\(descriptors[first] ?? "")”")
            )
        }
        let count = threads.subtracting(before.threads).count
        if count > 0 { remains.append((.threads, "left \(count) threads running")) }
        if hasChildren, !before.hasChildren { remains.append((.children, "left a process running")) }
        return remains
    }

    private func environmentChange(since before: [String: String]) -> String? {
        let names = Set(before.keys).union(environment.keys).filter { before[$0] != environment[$0] }.sorted()
        return names.isEmpty ? nil : "changed \(Self.list(names)) in the environment"
    }

    private func closedDescriptors(since before: ProcessState) -> String? {
        let closed = before.descriptors.filter { descriptors[$0.key] != $0.value }.keys.sorted()
        return closed.isEmpty ? nil : "closed the descriptor \(Self.list(closed.map { "\($0)" }))"
    }

    /// The first few of many names.
    static func list(_ names: [String]) -> String {
        let rest = names.count - 4
        return names.prefix(4).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    // MARK: Asking the system

    private static func link(_ path: String) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(path, &buffer, buffer.count)
        return String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    /// The descriptor that lists them is gone when its link is read.
    private static var openDescriptors: [Int: String] {
        var open: [Int: String] = [:]
        for number in names(in: "/proc/self/fd").compactMap({ Int($0) }) {
            let target = link("/proc/self/fd/\(number)")
            if !target.isEmpty { open[number] = target }
        }
        return open
    }

    /// Read, because asking for it with umask(2) would change it.
    private static var currentUmask: String {
        guard let file = fopen("/proc/self/status", "re") else { return "" }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if text.hasPrefix("Umask:") { return String(text.dropFirst(6).filter(\.isNumber)) }
        }
        return ""
    }

    private static var currentEnvironment: [String: String] {
        var variables: [String: String] = [:]
        var index = 0
        while let entry = avf_shim_environment_entry(index) {
            let parts = String(cString: entry).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            variables[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
            index += 1
        }
        return variables
    }

    /// Resource limits, the alarm clock and the priority, one by one.
    private static var currentLimits: [String] {
        let resources: [__rlimit_resource] = [
            RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_NOFILE, RLIMIT_AS,
        ]
        let limits = resources.map { resource in
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
            return "\(limit.rlim_cur)"
        }
        var timer = itimerval()
        getitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer)
        let isTimed = timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0
        return limits + [isTimed ? "an alarm" : "no alarm", "policy \(sched_getscheduler(0))"]
    }

    /// Whether there is a child to be waited for.
    private static var waitsForChild: Bool {
        var information = siginfo_t()
        return waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0
    }
}
