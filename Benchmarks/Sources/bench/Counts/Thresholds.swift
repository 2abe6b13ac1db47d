import Foundation

/// Instructions of each piece of counted work, and of the functions in it, as they were when somebody last
/// said that they may be.
///
/// A line is `work TAB function TAB instructions`; the function `*` stands for all of them.
struct Thresholds {
    /// By how much a count may change, up or down.
    static let tolerance = 0.03
    /// Functions below this share of their work are not written down.
    private static let leastShare = 0.01

    private var works: [String: [String: Double]] = [:]

    /// Compares, or writes down; whether all is well.
    ///
    /// The folder holds what `Benchmarks/instructions.sh` has made: `list` with the names and how often each
    /// was done, and a profile for each, numbered from 1.
    static func run(file: String, folder: String, isWriting: Bool) throws -> Bool {
        let counted = try Thresholds(profiles: URL(fileURLWithPath: folder))
        guard !isWriting else {
            try counted.text.write(toFile: file, atomically: true, encoding: .utf8)
            return true
        }
        return try Thresholds(text: String(contentsOfFile: file, encoding: .utf8)).allows(counted)
    }

    /// What was counted just now.
    private init(profiles folder: URL) throws {
        let list = try String(contentsOf: folder.appendingPathComponent("list"), encoding: .utf8)
        for (index, line) in list.split(separator: "\n").enumerated() {
            let words = line.split(separator: " ")
            guard words.count == 3, let count = Double(words[2]) else { continue }
            let profile = try CallgrindProfile(
                contentsOf: folder.appendingPathComponent("profile.\(index + 1)"))
            var functions = profile.functions.filter { $0.value > Self.leastShare * profile.total }
            functions["*"] = profile.total
            works[String(words[1])] = functions.mapValues { ($0 / count).rounded() }
        }
    }

    /// What was written down.
    private init(text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 3, let count = Double(fields[2]) else { continue }
            works[fields[0], default: [:]][fields[1]] = count
        }
    }

    private var text: String {
        var lines = ["# Instructions: work, function (* is all of them), count. Written by make thresholds."]
        for (work, functions) in works.sorted(by: { $0.key < $1.key }) {
            for (function, count) in functions.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                lines.append("\(work)\t\(function)\t\(Int(count))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Prints every row, and at the end those that fail and why; whether none does.
    private func allows(_ counted: Thresholds) -> Bool {
        var failures: [String] = []
        for (work, functions) in counted.works.sorted(by: { $0.key < $1.key }) {
            let (text, failure) = row(work, functions)
            print(text)
            if failure { failures.append(text) }
        }
        failures += works.keys.sorted().filter { counted.works[$0] == nil }.map {
            "\($0): is in the file of thresholds and was not counted"
        }
        guard !failures.isEmpty else { return true }
        print(
            "thresholds: \(failures.count) of \(counted.works.count) rows fail; if each is meant, say so with"
        )
        print("make thresholds WRITE=1, which writes the file of thresholds anew:")
        for failure in failures { print("FAILED \(failure)") }
        return false
    }

    /// What one piece of work takes, beside what it took, and whether that is a failure.
    private func row(_ work: String, _ functions: [String: Double]) -> (text: String, fails: Bool) {
        let now = functions["*"] ?? 0
        guard let old = works[work], let before = old["*"] else {
            return ("\(work): \(Int(now)) instructions, new: not in the file of thresholds", true)
        }
        let change = now / before - 1
        let text = String(format: "%@: %d instructions, %+.1f %%", work, Int(now), 100 * change)
        guard abs(change) > Self.tolerance else { return (text, false) }
        return (text + ", too much: " + Self.largestChanges(functions, old), true)
    }

    /// The three functions that changed most.
    private static func largestChanges(_ now: [String: Double], _ before: [String: Double]) -> String {
        let names = Set(now.keys).union(before.keys).subtracting(["*"])
        let changes = names.map { ($0, (now[$0] ?? 0) - (before[$0] ?? 0)) }
            .sorted { (abs($1.1), $0.0) < (abs($0.1), $1.0) }
        return changes.prefix(3).map { String(format: "%@ %+d", $0.0, Int($0.1)) }.joined(separator: ", ")
    }
}
