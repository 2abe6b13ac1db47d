import AVFRealtime

/// Matrices that turn a sound field.
///
/// A rotation mixes the channels of each order among themselves. The block of order n is what takes the
/// harmonics of 2n + 1 fixed directions to those of the turned ones: Y(R q) · Y(q)⁻¹, of which the second
/// factor is made once. It is exact for any directions whose harmonics are independent.
package final class AmbisonicRotation: @unchecked Sendable {
    // Proof: nothing changes after it was made.
    private let inverses: OwnedBuffer<Double>
    private let directions: OwnedBuffer<Vector3>
    /// What the render side uses; valid as long as this.
    package let view: AmbisonicRotationView

    /// The tables. [control]
    package init() {
        // Seven of eight: the harmonics of a symmetric set would not be independent.
        let points = AmbisonicDecoder.evenDirections(8).prefix(7).map(\.unit)
        let harmonics = points.map { SphericalHarmonics.values($0) }
        var flat: [Double] = []
        for order in 1...3 {
            let size = 2 * order + 1
            let rows = (0..<size).map { Array(harmonics[$0][order * order..<(order + 1) * (order + 1)]) }
            flat += LinearSystem.inverse(rows) ?? [Double](repeating: 0, count: size * size)
        }
        inverses = OwnedBuffer(count: flat.count) { flat[$0] }
        directions = OwnedBuffer(count: 7) { points[$0] }
        view = AmbisonicRotationView(inverses: inverses.pointer, directions: directions.pointer)
    }
}

/// Where the tables of rotations lie.
package struct AmbisonicRotationView: BitwiseCopyable, @unchecked Sendable {
    // Proof: what it leads to never changes, and lives as long as the tables.
    private let inverses: UnsafeMutablePointer<Double>
    private let directions: UnsafeMutablePointer<Vector3>

    init(inverses: UnsafeMutablePointer<Double>, directions: UnsafeMutablePointer<Vector3>) {
        self.inverses = inverses
        self.directions = directions
    }

    /// Numbers that `matrix` needs room for: the matrix and a direction's harmonics.
    package static var matrixCapacity: Int { @_noLocks get { 256 + 16 } }

    /// Writes the matrix of a rotation, 16 rows of 16: turned = matrix · field.
    /// - Parameters:
    ///   - front: Where the front is turned to; length 1, as the others.
    ///   - left: Where left is turned to.
    ///   - up: Where up is turned to.
    ///   - matrix: Room for `matrixCapacity` numbers, of which the last 16 are spoilt.
    @_noLocks
    package func matrix(
        front: Vector3, left: Vector3, up: Vector3, into matrix: UnsafeMutablePointer<Double>
    ) {
        for place in 0..<256 { matrix[place] = 0 }
        matrix[0] = 1
        var inverse = inverses
        for order in 1...3 {
            let (first, size) = (order &* order, 2 &* order &+ 1)
            for place in 0..<size {
                let q = directions[place]
                let turned = front.scaled(by: q.x).adding(left.scaled(by: q.y)).adding(up.scaled(by: q.z))
                SphericalHarmonics.evaluate(turned, into: matrix + 256)
                add(inverse + place, first, size, to: matrix)
            }
            inverse += size &* size
        }
    }

    /// Adds the turned harmonics of one direction times its column of the inverse.
    @_noLocks
    private func add(
        _ column: UnsafePointer<Double>, _ first: Int, _ size: Int, to matrix: UnsafeMutablePointer<Double>
    ) {
        for row in first..<first &+ size {
            for place in 0..<size {
                matrix[row &* 16 &+ first &+ place] += matrix[256 &+ row] * column[place &* size]
            }
        }
    }
}
