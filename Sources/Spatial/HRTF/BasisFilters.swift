import CAVFDSP

/// Few filters of which all filters of a set are nearly sums: its principal components.
///
/// Chen, Van Veen and Hecox, "A spatial feature extraction and regularization model for the head-related
/// transfer function", 1995. Filters count by the part of the sphere that they stand for, and not by how loud
/// they are.
struct BasisFilters {
    /// Filter by filter its taps; each filter has the length 1 and is perpendicular to the others.
    let filters: [Double]
    private let tapCount: Int
    private let count: Int

    init(_ taps: [Float], tapCount: Int, weights: [Double], count: Int) {
        self.tapCount = tapCount
        self.count = count
        let covariance = Self.covariance(taps, tapCount, weights)
        filters = Self.components(covariance, tapCount, count)
    }

    /// How much of each basis filter there is in a filter.
    func gains(_ filter: ArraySlice<Float>) -> [Float] {
        (0..<count).map { place in
            var sum = 0.0
            for (tap, value) in filter.enumerated() { sum += filters[place * tapCount + tap] * Double(value) }
            return Float(sum)
        }
    }

    /// Sum of weight · h hᵀ / |h|² over the filters h, of which there are two for each weight.
    private static func covariance(_ taps: [Float], _ tapCount: Int, _ weights: [Double]) -> [Double] {
        var sum = [Double](repeating: 0, count: tapCount * tapCount)
        var filter = [Double](repeating: 0, count: tapCount)
        for place in 0..<taps.count / tapCount {
            for tap in 0..<tapCount { filter[tap] = Double(taps[place * tapCount + tap]) }
            let energy = dot(filter, filter)
            let scale = energy > 0 ? weights[place / 2] / energy : 0
            sum.withUnsafeMutableBufferPointer { sum in
                guard let first = sum.baseAddress else { return }
                for row in 0..<tapCount {
                    avf_dsp_spatial_add_scaled(first + row * tapCount, filter, scale * filter[row], tapCount)
                }
            }
        }
        return sum
    }

    /// The strongest eigenvectors, by orthogonal iteration: Golub and Van Loan, "Matrix Computations", 7.3.2.
    private static func components(_ matrix: [Double], _ size: Int, _ count: Int) -> [Double] {
        // A few more than are wanted make the wanted ones converge.
        let many = min(size, count + 8)
        var vectors = (0..<many).map { place -> [Double] in
            (0..<size).map { tap -> Double in
                let noise = Double((tap * 7 + place * 13) % 11)
                return tap == place ? 1 : 0.01 * noise
            }
        }
        for _ in 0..<30 {
            orthonormalise(&vectors)
            vectors = vectors.map { product(matrix, $0) }
        }
        orthonormalise(&vectors)
        return vectors.prefix(count).flatMap { $0 }
    }

    private static func product(_ matrix: [Double], _ vector: [Double]) -> [Double] {
        let size = vector.count
        return matrix.withUnsafeBufferPointer { matrix in
            guard let first = matrix.baseAddress else { return [] }
            return (0..<size).map { avf_dsp_dot_double(first + $0 * size, vector, size) }
        }
    }

    /// Gram and Schmidt's method, twice, for the sake of rounding.
    private static func orthonormalise(_ vectors: inout [[Double]]) {
        for place in vectors.indices {
            var vector = vectors[place]
            for _ in 0..<2 {
                for other in 0..<place {
                    let share = dot(vector, vectors[other])
                    avf_dsp_spatial_add_scaled(&vector, vectors[other], -share, vector.count)
                }
            }
            let length = dot(vector, vector).squareRoot()
            if length > 1e-150 {
                for k in vector.indices { vector[k] /= length }
            }
            vectors[place] = vector
        }
    }

    private static func dot(_ a: [Double], _ b: [Double]) -> Double { avf_dsp_dot_double(a, b, a.count) }
}
