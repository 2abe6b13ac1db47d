import Foundation

/// Figures that tests measure, written down where $AVF_FIGURES names a file: `make quality` makes a page of it.
package enum Figure {
    private static let path = ProcessInfo.processInfo.environment["AVF_FIGURES"]

    /// Writes down what a test has measured of something that is promised.
    ///
    /// - Parameters:
    ///   - what: The promise's subject; of several figures for it the greatest counts.
    ///   - value: What was measured.
    ///   - limit: What it must not exceed, with its unit.
    ///   - file: Whose promise it is.
    package static func note(_ what: String, _ value: Double, limit: String, file: String = #fileID) {
        write(["promise", "0", what, limit, file, text(value)])
    }

    /// Writes down a row of a table.
    ///
    /// - Parameters:
    ///   - table: The table's name.
    ///   - place: The row's place in it.
    ///   - row: The row's name.
    ///   - values: Its figures, from left to right.
    package static func note(table: String, place: Int = 0, row: String, _ values: [Double]) {
        write([table, "\(place)", row] + values.map(text))
    }

    private static func text(_ value: Double) -> String {
        let size = abs(value)
        return String(
            format: size < 0.001 ? "%.0e" : size < 0.0995 ? "%.3f" : size < 9.95 ? "%.2f" : "%.1f", value)
    }

    /// One write for each line, so that lines of tests that run at once do not mix.
    private static func write(_ fields: [String]) {
        guard let path, let file = fopen(path, "a") else { return }
        fputs(fields.joined(separator: "\t") + "\n", file)
        fclose(file)
    }
}
