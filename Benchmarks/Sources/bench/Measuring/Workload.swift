/// One piece of work that several contenders do in turn.
struct Workload {
    /// What `make bench ONLY=` knows it by.
    let name: String
    /// Seconds of sound that one round makes; 0 for work that makes none.
    var audioSeconds: Double = 0
    /// How many times the reference's CPU time the engine may take; nil if nobody promised anything.
    var limit: Double?
    /// What any program must do for one round at least; nil where nobody can tell.
    var floor: Floor?
    /// How often each contender does it, besides a round to warm up.
    var roundCount = 7
    /// Makes everything ready; the engine comes first, then what it is compared with.
    let contenders: () throws -> [Contender]
}

extension Workload {
    /// The CPU seconds of each round of each contender: A B C, A B C, … so that all suffer from the same
    /// noise.
    func rounds() throws -> [(Contender, [Double])] {
        let contenders = try contenders()
        var seconds = contenders.map { _ in [Double]() }
        for round in 0...roundCount {
            for (index, contender) in contenders.enumerated() {
                let spent = try contender.round()
                // The first round warms up.
                if round > 0 { seconds[index].append(spent) }
            }
        }
        return Array(zip(contenders, seconds))
    }

    /// What comes out of the rounds, a measurement for each contender.
    func measurements(of rounds: [(Contender, [Double])]) -> [Measurement] {
        let engine = rounds.first { $0.0.kind == .engine }?.1
        let reference = rounds.first { $0.0.isReference }?.1
        let floorSeconds = floor.map { $0.seconds(on: .measured) }
        return rounds.map { contender, seconds in
            let median = Stopwatch.median(seconds)
            let ratio = contender.isReference ? nil : reference.map { Interval(ratios: seconds, $0) }
            return Measurement(
                workload: name, who: contender.who, kind: contender.kind, cpuSeconds: median,
                audioSeconds: audioSeconds, fastest: seconds.min() ?? 0, slowest: seconds.max() ?? 0,
                ratio: ratio,
                ours: contender.kind == .engine ? nil : engine.map { Interval(ratios: $0, seconds) },
                limit: ratio == nil || contender.kind != .engine ? nil : limit,
                floor: floorSeconds.map { $0 / max(median, 1e-12) }, floorSeconds: floorSeconds,
                values: Dictionary(contender.values(median), uniquingKeysWith: { $1 }))
        }
    }
}
