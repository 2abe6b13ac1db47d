import AVFRealtime
import CAVFDSP

/// The three corners that a direction lies between, and how much of each there is in it.
package struct MeshPlace: BitwiseCopyable, Sendable {
    package var corners: (Int32, Int32, Int32)
    /// The direction is the corners' vectors times these.
    package var weights: (Double, Double, Double)

    @_noLocks
    init(_ corners: (Int32, Int32, Int32), _ weights: (Double, Double, Double)) {
        self.corners = corners
        self.weights = weights
    }
}

/// Triangles between directions that find the one a direction lies in, quickly and without memory of the
/// last one: what it finds depends on the direction only.
package final class DirectionMesh: @unchecked Sendable {
    // Proof: nothing changes after it was made.
    private static let columns = 24
    private static let rows = 12

    /// The directions, unit vectors in the axes of `HeadDirection`.
    package let points: [Vector3]
    /// How many triangles there are: 2 · points − 4.
    package let triangleCount: Int
    private let triangles: OwnedBuffer<MeshTriangle>
    private let starts: OwnedBuffer<Int32>

    /// What finds places; valid as long as the mesh.
    package let view: DirectionMeshView

    /// A mesh; nil if the directions do not lie all around. [control]
    package init?(_ points: [Vector3]) {
        let hull = SphericalHull(points)
        let made = hull.triangles.compactMap { MeshTriangle($0, points) }
        guard made.count >= 4, made.count == hull.triangles.count else { return nil }
        self.points = points
        triangleCount = made.count
        triangles = OwnedBuffer(count: made.count) { made[$0] }
        starts = OwnedBuffer(repeating: 0, count: Self.columns * Self.rows)
        view = DirectionMeshView(
            triangles: triangles.pointer, triangleCount: made.count, starts: starts.pointer,
            columns: Self.columns, rows: Self.rows)
        for row in 0..<Self.rows {
            for column in 0..<Self.columns {
                let direction = HeadDirection(
                    azimuthDegrees: 180 - (Double(column) + 0.5) * 360 / Double(Self.columns),
                    elevationDegrees: -90 + (Double(row) + 0.5) * 180 / Double(Self.rows))
                starts[row * Self.columns + column] = Int32(view.triangle(around: direction.unit, from: 0))
            }
        }
    }

    /// The three points of a triangle. [control]
    func corners(of triangle: Int) -> [Int] {
        let corners = triangles[triangle].corners
        return [Int(corners.0), Int(corners.1), Int(corners.2)]
    }

    /// The part of the sphere, in steradians, for which each point stands: a third of each triangle at it.
    ///
    /// The angle of a triangle: Van Oosterom and Strackee, "The solid angle of a plane triangle", 1983.
    package var solidAngles: [Double] {
        var angles = [Double](repeating: 0, count: points.count)
        for place in 0..<triangleCount {
            let corners = triangles[place].corners
            let (a, b, c) = (points[Int(corners.0)], points[Int(corners.1)], points[Int(corners.2)])
            let volume = a.dot(b.cross(c))
            let base = 1 + a.dot(b) + b.dot(c) + c.dot(a)
            let share = 2 * avf_dsp_atan2(abs(volume), base) / 3
            angles[Int(corners.0)] += share
            angles[Int(corners.1)] += share
            angles[Int(corners.2)] += share
        }
        return angles
    }
}

/// A triangle with the inverse of the matrix of its corners.
package struct MeshTriangle: BitwiseCopyable, Sendable {
    let corners: (Int32, Int32, Int32)
    let neighbours: (Int32, Int32, Int32)
    /// The weight of corner 0 is the product with row 0.
    let inverse: (Vector3, Vector3, Vector3)

    /// Nil if the corners lie on a plane with the middle.
    init?(_ triangle: SphericalHull.Triangle, _ points: [Vector3]) {
        let (a, b, c) = (
            points[triangle.corners.0], points[triangle.corners.1], points[triangle.corners.2]
        )
        let volume = a.dot(b.cross(c))
        guard volume > 1e-9, triangle.neighbours.0 >= 0, triangle.neighbours.1 >= 0,
            triangle.neighbours.2 >= 0
        else { return nil }
        corners = (
            Int32(triangle.corners.0), Int32(triangle.corners.1), Int32(triangle.corners.2)
        )
        neighbours = (
            Int32(triangle.neighbours.0), Int32(triangle.neighbours.1), Int32(triangle.neighbours.2)
        )
        inverse = (
            b.cross(c).scaled(by: 1 / volume), c.cross(a).scaled(by: 1 / volume),
            a.cross(b).scaled(by: 1 / volume)
        )
    }

    @_noLocks
    func weights(_ direction: Vector3) -> (Double, Double, Double) {
        (inverse.0.dot(direction), inverse.1.dot(direction), inverse.2.dot(direction))
    }
}

/// Where a mesh lies.
package struct DirectionMeshView: BitwiseCopyable, @unchecked Sendable {
    // Proof: what it leads to never changes, and lives as long as the mesh.
    let triangles: UnsafeMutablePointer<MeshTriangle>
    let triangleCount: Int
    let starts: UnsafeMutablePointer<Int32>
    let columns: Int
    let rows: Int

    /// Where a unit vector lies; weights are at least 0.
    @_noLocks
    package func place(of direction: Vector3) -> MeshPlace {
        let turn = (.pi - avf_dsp_atan2(-direction.y, direction.x)) / (2 * .pi)
        let height = (avf_dsp_asin(max(-1, min(1, direction.z))) + .pi / 2) / .pi
        let column = max(0, min(columns - 1, Int(turn * Double(columns))))
        let row = max(0, min(rows - 1, Int(height * Double(rows))))
        let found = triangle(around: direction, from: Int(starts[row * columns + column]))
        let weights = triangles[found].weights(direction)
        return MeshPlace(
            triangles[found].corners, (max(0, weights.0), max(0, weights.1), max(0, weights.2)))
    }

    /// Walks to the triangle: over the edge of the corner that counts least, as long as it counts against.
    @_noLocks
    func triangle(around direction: Vector3, from start: Int) -> Int {
        var place = start
        var best = (place: start, least: -Double.infinity)
        for _ in 0..<2 * triangleCount {
            let weights = triangles[place].weights(direction)
            let least = min(weights.0, min(weights.1, weights.2))
            if least > best.least { best = (place, least) }
            if least >= -1e-9 { return place }
            let neighbours = triangles[place].neighbours
            let next =
                least == weights.0 ? neighbours.0 : least == weights.1 ? neighbours.1 : neighbours.2
            place = Int(next)
        }
        return best.place
    }
}
