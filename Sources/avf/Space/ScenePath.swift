import AVFSpatial

/// Where something is over time: straight lines between points, and before the first and behind the last one
/// it stays.
struct ScenePath: Decodable {
    /// A point on the way.
    struct Point: Decodable {
        /// Seconds.
        let time: Double
        /// Metres: to the right, up, to the back.
        let position: Vector3
        /// Degrees; of a listener.
        let yaw: Double
        let pitch: Double
        let roll: Double

        init(time: Double, position: Vector3, yaw: Double = 0, pitch: Double = 0, roll: Double = 0) {
            self.time = time
            self.position = position
            (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll)
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.known(["time", "position", "yaw", "pitch", "roll"])
            let place: [Double] = try values.get("position", else: [0, 0, 0])
            guard place.count == 3 else { throw values.corrupted("position", "not x, y and z") }
            self.init(
                time: try values.get("time", else: 0), position: Vector3(place[0], place[1], place[2]),
                yaw: try values.get("yaw", else: 0), pitch: try values.get("pitch", else: 0),
                roll: try values.get("roll", else: 0))
            guard ([time, yaw, pitch, roll] + place).allSatisfy({ $0.isFinite && abs($0) <= 1e6 }) else {
                throw values.corrupted("time", "a number is beyond a million")
            }
        }
    }

    let points: [Point]

    /// Stays at the origin.
    init() { points = [Point(time: 0, position: Vector3(0, 0, 0))] }

    init(_ points: [Point]) { self.points = points }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        points = try container.decode([Point].self)
        guard !points.isEmpty else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no point")
        }
        guard zip(points, points.dropFirst()).allSatisfy({ $0.time < $1.time }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "times must go up")
        }
    }

    /// Where it is at a time in seconds.
    func point(at time: Double) -> Point {
        guard let first = points.first, let last = points.last else {
            return Point(time: time, position: Vector3(0, 0, 0))
        }
        if time <= first.time { return first }
        guard let place = points.firstIndex(where: { $0.time > time }) else { return last }
        let (a, b) = (points[place - 1], points[place])
        let share = (time - a.time) / (b.time - a.time)
        func between(_ first: Double, _ second: Double) -> Double { first + share * (second - first) }
        return Point(
            time: time, position: a.position.adding(b.position.subtracting(a.position).scaled(by: share)),
            yaw: between(a.yaw, b.yaw), pitch: between(a.pitch, b.pitch), roll: between(a.roll, b.roll))
    }

    /// Whether it stays where it is.
    var isStill: Bool { points.count == 1 }
}
