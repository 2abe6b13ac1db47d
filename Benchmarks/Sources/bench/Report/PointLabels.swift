/// Names beside points, none on top of another.
struct PointLabels {
    private struct Box {
        let left: Double
        let right: Double
        let middle: Double
    }

    private static let lineHeight = 12.0
    private var taken: [Box]

    /// Labels that stay away from these points too.
    init(_ points: [(x: Double, y: Double)]) {
        taken = points.map { Box(left: $0.x - 6, right: $0.x + 6, middle: $0.y) }
    }

    /// A name to the right of a point, or to its left, as near to its height as there is room.
    mutating func text(_ name: String, beside x: Double, _ y: Double) -> String {
        // About as wide as the letters are on average.
        let width = 6.3 * Double(name.count)
        for step in 0..<12 {
            let shift = Double((step / 2 + 1) / 2) * (step / 2 % 2 == 0 ? 1 : -1) * Self.lineHeight
            let isRight = step % 2 == 0
            let left = isRight ? x + 9 : x - 9 - width
            let box = Box(left: left, right: left + width, middle: y + shift)
            guard left > 0, !taken.contains(where: { Self.overlap($0, box) }) else { continue }
            taken.append(box)
            return Markup.text(
                name, x: isRight ? left : left + width, y: box.middle + 4, anchor: isRight ? "start" : "end")
        }
        return Markup.text(name, x: x + 9, y: y + 4)
    }

    private static func overlap(_ a: Box, _ b: Box) -> Bool {
        a.left < b.right && b.left < a.right && abs(a.middle - b.middle) < lineHeight
    }
}
