/// Small systems of linear equations, solved by elimination with pivots. [control]
enum LinearSystem {
    /// The inverse of a square matrix by rows, flat; nil if it has none.
    static func inverse(_ rows: [[Double]]) -> [Double]? {
        let size = rows.count
        let unit = rows.indices.map { row in rows.indices.map { $0 == row ? 1.0 : 0 } }
        return solve(rows, unit).map { $0.flatMap { $0.prefix(size) } }
    }

    /// X of A X = B, where B and X have as many rows as A; nil if A is singular.
    static func solve(_ a: [[Double]], _ b: [[Double]]) -> [[Double]]? {
        var rows = zip(a, b).map { $0 + $1 }
        let size = rows.count
        for column in 0..<size {
            guard let pivot = (column..<size).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
                abs(rows[pivot][column]) > 1e-300
            else { return nil }
            rows.swapAt(column, pivot)
            let scale = 1 / rows[column][column]
            for place in column..<rows[column].count { rows[column][place] *= scale }
            let row = rows[column]
            for other in 0..<size where other != column && rows[other][column] != 0 {
                let factor = rows[other][column]
                for place in column..<row.count { rows[other][place] -= factor * row[place] }
            }
        }
        return rows.map { Array($0[size...]) }
    }
}
