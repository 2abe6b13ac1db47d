import Glibc

/// CPU time of the whole process, all threads.
enum Stopwatch {
    static func cpuSeconds(of work: () throws -> Void) rethrows -> Double {
        let start = now()
        try work()
        return now() - start
    }

    static func median(_ values: [Double]) -> Double {
        guard !values.isEmpty else { return 0 }
        return values.sorted()[values.count / 2]
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
    }
}
