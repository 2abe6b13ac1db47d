import AVFConsole
import AVFEngine

/// What `avf render --profile` prints: where the time went.
struct ProfileTable {
    private let statistics: RenderCosts

    init(_ statistics: RenderCosts) { self.statistics = statistics }

    /// Prints a line for each node, the most expensive first, and the sums below.
    func print() {
        let width = max(4, statistics.nodes.map(\.name.count).max() ?? 0)
        Console.out(
            line("node", ["calls", "total ms", "mean us", "max us", "share %", "load %", "late"], width))
        for node in statistics.nodes {
            let share = node.seconds / max(statistics.seconds, 1e-12)
            let load = node.seconds / max(statistics.durationSeconds, 1e-12)
            let numbers = [
                "\(node.callCount)", (1e3 * node.seconds).digits(3),
                (1e6 * node.seconds / Double(max(1, node.callCount))).digits(2),
                (1e6 * node.peakSeconds).digits(1), (100 * share).digits(1), (100 * load).digits(3),
                "\(node.overrunCount)",
            ]
            Console.out(line(node.name, numbers, width))
        }
        let count = max(1, statistics.blockCount)
        let numbers = [
            "\(statistics.blockCount)", (1e3 * statistics.seconds).digits(3),
            (1e6 * statistics.seconds / Double(count)).digits(2), "", "100.0",
            (100 * statistics.load).digits(3), "\(statistics.overrunCount)",
        ]
        Console.out(line("whole graph", numbers, width))
        Console.out("the longest block used \((100 * statistics.peakLoad).digits(2)) % of its time")
    }

    private func line(_ name: String, _ numbers: [String], _ width: Int) -> String {
        name.padded(to: max(width, 11)) + numbers.map { $0.padded(to: 11, alignsRight: true) }.joined()
    }
}
