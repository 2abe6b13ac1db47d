/// One piece of work that several contenders do in turn.
struct Workload {
    /// What `make bench ONLY=` knows it by.
    let name: String
    /// Seconds of sound that one round makes; 0 for work that makes none.
    var audioSeconds: Double = 0
    /// How many times the reference's CPU time the engine may take; nil if nobody promised anything.
    var limit: Double?
    /// Makes everything ready; the engine comes first, then what it is compared with.
    let contenders: () throws -> [Contender]
}

/// Somebody who can do the work.
struct Contender {
    let who: String
    /// Whether the engine's time is given as a multiple of this one's; the first such contender counts.
    var isReference = false
    /// Named numbers from the median of the CPU seconds, such as nanoseconds for each node.
    var values: (_ cpuSeconds: Double) -> [(String, Double)] = { _ in [] }
    /// One round; what it does before it calls `timed` is not counted.
    let round: (_ timed: (() throws -> Void) throws -> Void) throws -> Void
}

extension Workload {
    /// The CPU seconds of each round of each contender: A B C, A B C, … so that all suffer from the same
    /// noise.
    func rounds(_ count: Int) throws -> [(Contender, [Double])] {
        let contenders = try contenders()
        var seconds = contenders.map { _ in [Double]() }
        for round in 0...count {
            for (index, contender) in contenders.enumerated() {
                var spent = 0.0
                try contender.round { work in spent = try Stopwatch.cpuSeconds(of: work) }
                // The first round warms up.
                if round > 0 { seconds[index].append(spent) }
            }
        }
        return Array(zip(contenders, seconds))
    }

    func measurements(of rounds: [(Contender, [Double])]) -> [Measurement] {
        let reference = rounds.first { $0.0.isReference }?.1
        return rounds.map { contender, seconds in
            let median = Stopwatch.median(seconds)
            let ratio = contender.isReference ? nil : reference.map { Stopwatch.medianRatio(seconds, $0) }
            return Measurement(
                workload: name, who: contender.who, cpuSeconds: median, audioSeconds: audioSeconds,
                fastest: seconds.min() ?? 0, slowest: seconds.max() ?? 0, ratio: ratio,
                limit: ratio == nil ? nil : limit,
                values: Dictionary(contender.values(median), uniquingKeysWith: { $1 }))
        }
    }
}
