/// The triangles between directions: the convex hull of their unit vectors, which is the Delaunay
/// triangulation of the sphere.
///
/// Points are added one by one, each in place of the triangles that it can see (incremental hull; de Berg et
/// al., "Computational Geometry", 3rd edition, 11.2). Points that lie on one plane are the rule here, rings
/// of a measurement for instance: the hull is that of points moved by less than 10⁻⁷, so that none do.
package struct SphericalHull: Sendable {
    /// Three corners, counter-clockwise as seen from outside.
    package struct Triangle: Sendable, Equatable {
        package var corners: (Int, Int, Int)
        /// Triangle `neighbours.0` lies opposite to corner 0.
        package var neighbours = (-1, -1, -1)

        package static func == (a: Triangle, b: Triangle) -> Bool {
            a.corners == b.corners && a.neighbours == b.neighbours
        }
    }

    /// The triangles; empty if the points have no hull.
    package let triangles: [Triangle]

    /// The hull of unit vectors, of which no two may be the same. [control]
    package init(_ points: [Vector3]) {
        let moved = points.indices.map { Self.moved(points[$0], $0) }
        guard var faces = Self.firstFaces(moved) else {
            triangles = []
            return
        }
        for point in moved.indices { Self.add(point, to: &faces, moved) }
        triangles = Self.joined(faces)
    }

    /// By a different little way for each place in the list.
    private static func moved(_ point: Vector3, _ place: Int) -> Vector3 {
        func noise(_ seed: Int) -> Double {
            var word = UInt64(truncatingIfNeeded: place &* 3 &+ seed &+ 1) &* 0x9E37_79B9_7F4A_7C15
            word = (word ^ (word >> 29)) &* 0xBF58_476D_1CE4_E5B9
            return Double(word >> 11) / 9_007_199_254_740_992 - 0.5
        }
        let way = Vector3(noise(0), noise(1), noise(2)).scaled(by: 1e-7)
        return point.adding(way).normalized ?? point
    }

    // MARK: - Faces

    private struct Face {
        let corners: (Int, Int, Int)
        let normal: Vector3
        let offset: Double

        init(_ a: Int, _ b: Int, _ c: Int, _ points: [Vector3]) {
            corners = (a, b, c)
            let side = points[b].subtracting(points[a])
            normal = side.cross(points[c].subtracting(points[a]))
            offset = normal.dot(points[a])
        }

        func isVisible(from point: Vector3) -> Bool { normal.dot(point) > offset }

        var edges: [Edge] {
            [
                Edge(from: corners.0, to: corners.1), Edge(from: corners.1, to: corners.2),
                Edge(from: corners.2, to: corners.0),
            ]
        }
    }

    private struct Edge: Hashable {
        let from: Int
        let to: Int
        var reversed: Edge { Edge(from: to, to: from) }
    }

    /// A tetrahedron of points that lie as far from each other as a quick search finds.
    private static func firstFaces(_ points: [Vector3]) -> [Face]? {
        guard points.count >= 4 else { return nil }
        let a = 0
        let b = farthest(points) { points[a].subtracting($0).length }
        let line = points[b].subtracting(points[a])
        let c = farthest(points) { line.cross($0.subtracting(points[a])).length }
        let normal = line.cross(points[c].subtracting(points[a]))
        let d = farthest(points) { abs(normal.dot($0.subtracting(points[a]))) }
        let height = normal.dot(points[d].subtracting(points[a]))
        guard abs(height) > 1e-6 else { return nil }
        let (first, second) = height < 0 ? (b, c) : (c, b)
        return [
            Face(a, first, second, points), Face(a, d, first, points), Face(first, d, second, points),
            Face(second, d, a, points),
        ]
    }

    private static func farthest(_ points: [Vector3], _ measure: (Vector3) -> Double) -> Int {
        var best = (place: 0, value: -1.0)
        for (place, point) in points.enumerated() where measure(point) > best.value {
            best = (place, measure(point))
        }
        return best.place
    }

    private static func add(_ point: Int, to faces: inout [Face], _ points: [Vector3]) {
        var edges: Set<Edge> = []
        var ordered: [Edge] = []
        var isSeen = false
        faces.removeAll { face in
            let corners = face.corners
            guard corners.0 != point, corners.1 != point, corners.2 != point,
                face.isVisible(from: points[point])
            else { return false }
            isSeen = true
            for edge in face.edges {
                edges.insert(edge)
                ordered.append(edge)
            }
            return true
        }
        guard isSeen else { return }
        for edge in ordered where !edges.contains(edge.reversed) {
            faces.append(Face(edge.from, edge.to, point, points))
        }
    }

    private static func joined(_ faces: [Face]) -> [Triangle] {
        var owners: [Edge: Int] = [:]
        for (place, face) in faces.enumerated() {
            for edge in face.edges { owners[edge] = place }
        }
        return faces.map { face in
            let edges = face.edges
            return Triangle(
                corners: face.corners,
                neighbours: (
                    owners[edges[1].reversed] ?? -1, owners[edges[2].reversed] ?? -1,
                    owners[edges[0].reversed] ?? -1
                ))
        }
    }
}
