/// Somebody who can do the work.
struct Contender {
    /// Whose work it is.
    enum Kind: String, Codable {
        /// The engine's.
        case engine
        /// A loop in C that does this work and nothing else.
        case code
        /// Another product's.
        case peer
    }

    let who: String
    let kind: Kind
    /// Whether the engine's limit is a multiple of this one's time; the first such contender counts.
    let isReference: Bool
    /// Named numbers from the median of the CPU seconds, such as nanoseconds for each node.
    let values: (_ cpuSeconds: Double) -> [(String, Double)]
    /// Does one round; the CPU seconds that it took.
    let round: () throws -> Double

    /// Somebody whose work is done in this process.
    ///
    /// What a round does before it calls `timed` is not counted.
    init(
        who: String, isReference: Bool = false, isPeer: Bool = false,
        values: @escaping (_ cpuSeconds: Double) -> [(String, Double)] = { _ in [] },
        round: @escaping (_ timed: (() throws -> Void) throws -> Void) throws -> Void
    ) {
        self.who = who
        self.isReference = isReference
        self.values = values
        kind = isPeer ? .peer : isReference ? .code : .engine
        self.round = {
            var spent = 0.0
            try round { work in spent = try Stopwatch.cpuSeconds(of: work) }
            return spent
        }
    }

    /// Somebody who tells how long a round took.
    init(
        who: String, kind: Kind, isReference: Bool = false,
        values: @escaping (_ cpuSeconds: Double) -> [(String, Double)] = { _ in [] },
        seconds: @escaping () throws -> Double
    ) {
        self.who = who
        self.kind = kind
        self.isReference = isReference
        self.values = values
        round = seconds
    }
}
