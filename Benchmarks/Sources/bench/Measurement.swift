import Foundation

/// What came out for one contender.
struct Measurement: Codable {
    let workload: String
    let who: String
    /// Median of the rounds.
    let cpuSeconds: Double
    let audioSeconds: Double
    let fastest: Double
    let slowest: Double
    /// The engine's time divided by the first reference's, median over the rounds.
    let ratio: Double?
    /// What the ratio must not exceed.
    let limit: Double?
    let values: [String: Double]

    var exceedsLimit: Bool {
        guard let ratio, let limit else { return false }
        return ratio > limit
    }

    /// The workload, who did it, CPU seconds, times real time, and the named values.
    var line: String {
        var words = [workload, who, number(cpuSeconds), number(audioSeconds / max(cpuSeconds, 1e-9))]
        words += ["min=" + number(fastest), "max=" + number(slowest)]
        if let ratio { words.append("ratio=" + number(ratio)) }
        if let limit { words.append("limit=" + number(limit)) }
        words += values.sorted { $0.key < $1.key }.map { $0.key + "=" + number($0.value) }
        return words.joined(separator: " ")
    }

    private func number(_ value: Double) -> String {
        value >= 100 ? String(format: "%.0f", value) : String(format: "%.4g", value)
    }
}
