/// Head-related impulse responses as they were measured: tables, checked and without duplicates.
///
/// Axes are those of SOFA (AES69): x to the front, y to the left, z up.
package struct HRTFMeasurement: Sendable {
    /// The most directions that are read; more than `mostKept` are thinned out.
    package static let mostDirections = 100_000
    /// The most directions that are kept.
    package static let mostKept = 2048
    /// The longest response in frames; what lies behind is room.
    package static let mostFrames = 65_536

    /// Unit vectors, no two of them the same.
    package let directions: [Vector3]
    /// Frames of a response.
    package let frameCount: Int
    /// Direction by direction the left ear's frames, then the right ear's.
    package let responses: [Float]
    /// Frames by which the responses are late on top, two for each direction.
    package let delays: [Double]
    /// Of the responses.
    package let sampleRateHz: Double
    /// What was left out.
    package let notes: [HRTFNote]

    /// A measurement from tables. [control]
    /// - Parameters:
    ///   - positions: Where the sources were, as seen from the head, in metres; length 0 is no direction.
    ///   - responses: As the property.
    ///   - frameCount: As the property.
    ///   - delays: As the property; empty for none, two for the same everywhere.
    ///   - sampleRateHz: As the property.
    /// - Throws: `HRTFError` for tables of wrong sizes, numbers that are none, and silence.
    package init(
        positions: [Vector3], responses: [Float], frameCount: Int, delays: [Double] = [], sampleRateHz: Double
    ) throws(HRTFError) {
        try Self.check(positions, responses, frameCount, delays, sampleRateHz)
        var notes: [HRTFNote] = []
        var kept = Self.atOneDistance(positions, &notes)
        kept = Self.distinct(kept, positions, &notes)
        kept = Self.thinned(kept, positions, &notes)
        directions = kept.compactMap { positions[$0].normalized }
        guard directions.count == kept.count, !kept.isEmpty else { throw .directionCount(0) }
        let size = 2 * frameCount
        self.responses = kept.flatMap { responses[$0 * size..<($0 + 1) * size] }
        self.delays = kept.flatMap { place -> [Double] in
            switch delays.count {
            case 0: [0, 0]
            case 2: delays
            default: [delays[2 * place], delays[2 * place + 1]]
            }
        }
        self.frameCount = frameCount
        self.sampleRateHz = sampleRateHz
        self.notes = notes
    }

    private static func check(
        _ positions: [Vector3], _ responses: [Float], _ frameCount: Int, _ delays: [Double],
        _ sampleRateHz: Double
    ) throws(HRTFError) {
        guard 1...mostDirections ~= positions.count else { throw .directionCount(positions.count) }
        guard 8...mostFrames ~= frameCount else { throw .responseLength(frameCount) }
        guard sampleRateHz >= 8000, sampleRateHz <= 384_000 else { throw .sampleRate(sampleRateHz) }
        guard responses.count == 2 * positions.count * frameCount,
            delays.isEmpty || delays.count == 2 || delays.count == 2 * positions.count
        else {
            throw .sizes(directions: positions.count, frames: frameCount, values: responses.count)
        }
        if let place = positions.firstIndex(where: { $0.normalized == nil }) {
            throw .notFinite(measurement: place)
        }
        if let place = delays.firstIndex(where: { !(0...1e6 ~= $0) }) {
            throw .notFinite(measurement: place / 2)
        }
        try checkResponses(responses, frameCount)
    }

    private static func checkResponses(_ responses: [Float], _ frameCount: Int) throws(HRTFError) {
        for response in 0..<responses.count / frameCount {
            var largest: Float = 0
            for place in response * frameCount..<(response + 1) * frameCount {
                let size = abs(responses[place])
                guard size < 1e15 else { throw .notFinite(measurement: response / 2) }
                largest = max(largest, size)
            }
            guard largest > 1e-15 else { throw .silent(measurement: response / 2) }
        }
    }

    /// Those at the distance, within 1 %, at which most are; of several, the farthest.
    private static func atOneDistance(_ positions: [Vector3], _ notes: inout [HRTFNote]) -> [Int] {
        let order = positions.indices.sorted { positions[$0].length < positions[$1].length }
        var groups: [[Int]] = []
        for place in order {
            if let first = groups.last?.first, positions[place].length <= positions[first].length * 1.01 {
                groups[groups.count - 1].append(place)
            } else {
                groups.append([place])
            }
        }
        guard let best = groups.last(where: { group in groups.allSatisfy { $0.count <= group.count } }),
            let first = best.first
        else { return [] }
        if best.count < positions.count {
            notes.append(
                .otherDistances(
                    count: positions.count - best.count, keptMetres: positions[first].length))
        }
        return best.sorted()
    }

    private static func distinct(
        _ places: [Int], _ positions: [Vector3], _ notes: inout [HRTFNote]
    ) -> [Int] {
        let kept = apart(places, positions, chord: 1e-4)
        if kept.count < places.count { notes.append(.duplicates(places.count - kept.count)) }
        return kept
    }

    private static func thinned(
        _ places: [Int], _ positions: [Vector3], _ notes: inout [HRTFNote]
    ) -> [Int] {
        var kept = places
        var chord = 0.03
        while kept.count > mostKept {
            kept = apart(places, positions, chord: chord)
            chord *= 1.15
        }
        if kept.count < places.count {
            notes.append(.thinned(count: places.count - kept.count, kept: kept.count))
        }
        return kept
    }

    /// Those that are at least so far from each one before; compared within cubes of that size only.
    private static func apart(_ places: [Int], _ positions: [Vector3], chord: Double) -> [Int] {
        struct Cube: Hashable { let x, y, z: Int }
        var cubes: [Cube: [Vector3]] = [:]
        return places.filter { place in
            guard let unit = positions[place].normalized else { return false }
            let own = [unit.x, unit.y, unit.z].map { Int(($0 / chord).rounded(.down)) }
            for x in own[0] - 1...own[0] + 1 {
                for y in own[1] - 1...own[1] + 1 {
                    for z in own[2] - 1...own[2] + 1 {
                        guard let near = cubes[Cube(x: x, y: y, z: z)] else { continue }
                        if near.contains(where: { $0.subtracting(unit).length < chord }) { return false }
                    }
                }
            }
            cubes[Cube(x: own[0], y: own[1], z: own[2]), default: []].append(unit)
            return true
        }
    }
}
