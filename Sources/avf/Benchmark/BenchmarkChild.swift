import AVFConsole

/// The process that a plugin is measured in, so that one that crashes takes nothing along.
struct BenchmarkChild {
    /// What the child is told to do.
    let arguments: [String]
    /// Seconds after which it is killed.
    let timeoutSeconds: Double

    private static let mark = "avf-row"

    /// A row on its way to the parent.
    static func line(_ row: BenchmarkRow) -> String {
        ([mark] + row.fields.map { "\($0)" }).joined(separator: "\t")
    }

    /// What the child has measured.
    ///
    /// - Throws: `Failure` if it crashed, was too slow, or what it says itself went wrong.
    func rows() throws(Failure) -> [BenchmarkRow] {
        let run = ChildProgram.run(arguments, timeoutSeconds: timeoutSeconds)
        if let end = run.end { throw Failure(.badData, "The plugin could not be measured: \(end).") }
        // A plugin may write to standard output too, so only our own lines count.
        return run.output.split(separator: "\n").compactMap { line in
            let words = line.split(separator: "\t")
            guard let first = words.first, first.hasSuffix(Self.mark) else { return nil }
            return BenchmarkRow(fields: words.dropFirst().compactMap { Double($0) })
        }
    }
}
