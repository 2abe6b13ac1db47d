import CAVFDSP

/// Filters of minimum phase and continuous delays, made of a measurement. [control]
///
/// Each response is windowed, freed from what all directions have in common, rebuilt below 250 Hz, where
/// small loudspeakers say nothing, and sampled at the engine's frequencies: that is the change of rate. Its
/// phase becomes the least one, and its delay a number. Kistler and Wightman, "A model of head-related
/// transfer functions based on principal components analysis and minimum-phase reconstruction", 1992.
struct HRTFPreparation {
    /// Unit vectors: those of the measurement, then those that were filled.
    private(set) var directions: [Vector3]
    let mesh: DirectionMesh
    /// Direction by direction the taps of the left and of the right ear.
    let taps: [Float]
    /// Frames; direction by direction the left and the right ear.
    let delays: [Float]
    let notes: [HRTFNote]

    init(_ measurement: HRTFMeasurement, _ settings: HRTFSettings) throws(HRTFError) {
        let analysis = ResponseAnalysis(
            sampleRateHz: measurement.sampleRateHz, frameCount: measurement.frameCount)
        var responses = Self.analysed(measurement, analysis)
        directions = measurement.directions
        let filled = Self.holes(directions)
        for hole in filled {
            responses.append(Self.mean(around: hole, measurement.directions, responses))
        }
        directions += filled
        notes = measurement.notes + (filled.isEmpty ? [] : [.filled(filled.count)])
        guard let mesh = DirectionMesh(directions) else { throw .noMesh }
        self.mesh = mesh
        let equaliser = HRTFEqualiser(
            DiffuseField(responses, solidAngles: mesh.solidAngles), hzPerBin: analysis.hzPerBin,
            sourceRateHz: measurement.sampleRateHz, settings)
        taps = responses.flatMap { ears in ears.flatMap { equaliser.taps($0) } }
        delays = Self.frames(responses, settings)
    }

    /// The mean of all delays, in frames.
    var middleDelay: Double { delays.reduce(0) { $0 + Double($1) } / Double(max(1, delays.count)) }

    private static func analysed(
        _ measurement: HRTFMeasurement, _ analysis: ResponseAnalysis
    ) -> [[MeasuredResponse]] {
        let count = measurement.frameCount
        return measurement.directions.indices.map { direction in
            (0..<2).map { ear in
                let first = (2 * direction + ear) * count
                return analysis.analyse(
                    measurement.responses[first..<first + count],
                    delay: measurement.delays[2 * direction + ear])
            }
        }
    }

    // MARK: - Holes

    /// Of the axes' and the cubes' corners' directions those that nothing was measured near, within 45°.
    private static func holes(_ directions: [Vector3]) -> [Vector3] {
        let corner = (1.0 / 3).squareRoot()
        var candidates = [
            Vector3(0, 0, -1), Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0),
            Vector3(0, -1, 0),
        ]
        for x in [-corner, corner] {
            for y in [-corner, corner] {
                for z in [-corner, corner] { candidates.append(Vector3(x, y, z)) }
            }
        }
        return candidates.filter { hole in !directions.contains { $0.dot(hole) > 0.707 } }
    }

    /// The mean of what was measured nearest to a hole, and up to 5° farther.
    private static func mean(
        around hole: Vector3, _ directions: [Vector3], _ responses: [[MeasuredResponse]]
    ) -> [MeasuredResponse] {
        let angles = directions.map { avf_dsp_atan2($0.cross(hole).length, $0.dot(hole)) }
        let limit = (angles.min() ?? 0) + 5 * .pi / 180
        let near = angles.indices.filter { angles[$0] <= limit }
        return (0..<2).map { ear in MeasuredResponse(meanOf: near.map { responses[$0][ear] }) }
    }

    // MARK: - Delays

    /// From the earliest ear of all on; differences of the ears are scaled with the head.
    private static func frames(_ responses: [[MeasuredResponse]], _ settings: HRTFSettings) -> [Float] {
        let scaled = responses.flatMap { ears -> [Double] in
            let middle = (ears[0].delay + ears[1].delay) / 2
            return ears.map { middle + ($0.delay - middle) * settings.headScale }
        }
        let earliest = scaled.min() ?? 0
        return scaled.map { delay in
            let late = min(delay - earliest, HRTFSettings.mostDelaySeconds)
            return Float(HRTFSettings.leastDelayFrames + late * settings.sampleRateHz)
        }
    }
}
