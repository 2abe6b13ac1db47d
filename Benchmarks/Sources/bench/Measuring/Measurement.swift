import Foundation

/// What came out for one contender.
struct Measurement: Codable {
    let workload: String
    let who: String
    let kind: Contender.Kind
    /// Median of the rounds.
    let cpuSeconds: Double
    let audioSeconds: Double
    let fastest: Double
    let slowest: Double
    /// The time divided by the first reference's, median over the rounds.
    let ratio: Interval?
    /// The engine's time divided by this one's, median over the rounds; nil for the engine itself.
    let ours: Interval?
    /// What the engine's ratio must not exceed.
    let limit: Double?
    /// The least possible time as a share of this one.
    let floor: Double?
    let floorSeconds: Double?
    let values: [String: Double]

    var exceedsLimit: Bool {
        guard let ratio, let limit else { return false }
        return ratio.median > limit
    }

    /// How many seconds of sound a CPU second makes; nil for work that makes none.
    var timesRealTime: Double? { audioSeconds > 0 ? audioSeconds / max(cpuSeconds, 1e-12) : nil }

    /// The workload, who did it, CPU seconds, times real time, and the named values.
    var line: String {
        var words = [
            column(workload, 25), column(who, 19), column(number(cpuSeconds), 10),
            column(timesRealTime.map(number) ?? "-", 7),
        ]
        words += ["min=" + number(fastest), "max=" + number(slowest)]
        if kind == .engine, let ratio { words.append("ratio=" + text(ratio)) }
        if let limit { words.append("limit=" + number(limit)) }
        if let ours { words.append("ours=" + text(ours)) }
        if let floor { words.append("floor=" + number(floor)) }
        words += values.sorted { $0.key < $1.key }.map { $0.key + "=" + number($0.value) }
        return words.joined(separator: " ")
    }

    private func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func text(_ interval: Interval) -> String {
        "\(number(interval.median))[\(number(interval.low))…\(number(interval.high))]"
    }

    private func number(_ value: Double) -> String {
        value >= 100 ? String(format: "%.0f", value) : String(format: "%.4g", value)
    }
}
