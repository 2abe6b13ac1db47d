import AVFRealtime
import CAVFDSP

/// Head-related transfer functions made ready for rendering; it never changes.
///
/// For every direction it has two filters of minimum phase and two delays, between three measured ones by
/// their weights in the triangle around it; the same filters as sums of shared ones; and filters for whole
/// sound fields.
package final class HRTFSet: @unchecked Sendable {
    // Proof: nothing changes after it was made.
    /// What the set was prepared for.
    package let settings: HRTFSettings
    /// What was left out or filled.
    package let notes: [HRTFNote]
    /// Unit vectors, in the axes of `HeadDirection`.
    package let directions: [Vector3]
    private let mesh: DirectionMesh
    private let taps: AlignedFloats
    private let gains: AlignedFloats
    private let delays: AlignedFloats
    private let basis: AlignedFloats
    private let field: AlignedFloats
    /// What the render side uses; valid as long as the set.
    package let view: HRTFView

    /// Prepares a measurement; takes some tenths of a second for a thousand directions. [control]
    /// - Throws: `HRTFError` if there are no triangles between the directions.
    package init(_ measurement: HRTFMeasurement, _ settings: HRTFSettings) throws(HRTFError) {
        let preparation = try HRTFPreparation(measurement, settings)
        self.settings = settings
        notes = preparation.notes
        directions = preparation.directions
        mesh = preparation.mesh
        let (tapCount, count) = (settings.tapCount, settings.basisCount)
        let shared = BasisFilters(
            preparation.taps, tapCount: tapCount, weights: mesh.solidAngles, count: count)
        var rows: [Float] = []
        for filter in 0..<2 * directions.count {
            rows += shared.gains(preparation.taps[filter * tapCount..<(filter + 1) * tapCount])
        }
        let fields = FieldFilters(preparation, settings)
        taps = AlignedFloats(preparation.taps)
        gains = AlignedFloats(rows)
        delays = AlignedFloats(preparation.delays)
        basis = AlignedFloats(
            (0..<tapCount * count).map { Float(shared.filters[$0 % count * tapCount + $0 / count]) })
        field = AlignedFloats(fields.filters)
        view = HRTFView(
            mesh: mesh.view, taps: taps.pointer, gains: gains.pointer, delays: delays.pointer,
            basis: basis.pointer, field: field.pointer, tapCount: tapCount, basisCount: count,
            fieldTapCount: fields.tapCount, middleDelay: Float(preparation.middleDelay))
    }

    /// The set of a rigid sphere, for a system without measurements. [control]
    ///
    /// Nil only if a sphere cannot be prepared, which does not happen.
    package static func spherical(_ settings: HRTFSettings) -> HRTFSet? {
        guard let measurement = try? HRTFMeasurement.sphericalHead(sampleRateHz: settings.sampleRateHz) else {
            return nil
        }
        return try? HRTFSet(measurement, settings)
    }
}

/// Where a direction lies in a set.
package struct HRTFPlace: BitwiseCopyable, Sendable {
    /// Measured directions.
    package let corners: (Int32, Int32, Int32)
    /// Their shares; together 1.
    package let weights: (Float, Float, Float)
    /// Frames by which the ears are late.
    package let leftDelay: Float
    package let rightDelay: Float
}

/// Where the tables of a set lie.
package struct HRTFView: BitwiseCopyable, @unchecked Sendable {
    // Proof: what it leads to never changes, and lives as long as the set.
    private let mesh: DirectionMeshView
    private let taps: UnsafePointer<Float>
    private let gains: UnsafePointer<Float>
    private let delays: UnsafePointer<Float>
    /// Tap by tap `basisCount` numbers: the shared filters.
    package let basis: UnsafePointer<Float>
    /// Ear by ear, tap by tap 16 numbers: the filters of a sound field.
    package let field: UnsafePointer<Float>
    /// Frames of each filter.
    package let tapCount: Int
    /// How many shared filters there are.
    package let basisCount: Int
    /// Frames of the filters of a sound field.
    package let fieldTapCount: Int
    /// The mean of all delays in frames.
    package let middleDelay: Float

    init(
        mesh: DirectionMeshView, taps: UnsafePointer<Float>, gains: UnsafePointer<Float>,
        delays: UnsafePointer<Float>, basis: UnsafePointer<Float>, field: UnsafePointer<Float>, tapCount: Int,
        basisCount: Int, fieldTapCount: Int, middleDelay: Float
    ) {
        self.mesh = mesh
        self.taps = taps
        self.gains = gains
        self.delays = delays
        self.basis = basis
        self.field = field
        self.tapCount = tapCount
        self.basisCount = basisCount
        self.fieldTapCount = fieldTapCount
        self.middleDelay = middleDelay
    }

    /// Where a unit vector lies.
    @_noLocks
    package func place(of direction: Vector3) -> HRTFPlace {
        let found = mesh.place(of: direction)
        let total = found.weights.0 + found.weights.1 + found.weights.2
        let (a, b) = (Float(found.weights.0 / total), Float(found.weights.1 / total))
        let c = max(0, 1 - a - b)
        let (first, second, third) = (
            delays + 2 * Int(found.corners.0), delays + 2 * Int(found.corners.1),
            delays + 2 * Int(found.corners.2)
        )
        return HRTFPlace(
            corners: found.corners, weights: (a, b, c),
            leftDelay: a * first[0] + b * second[0] + c * third[0],
            rightDelay: a * first[1] + b * second[1] + c * third[1])
    }

    /// Writes the filter of an ear, 0 for the left one, times a gain: `tapCount` numbers.
    @_noLocks
    package func taps(
        _ place: HRTFPlace, ear: Int, gain: Float, into target: UnsafeMutablePointer<Float>
    ) { blend(taps, tapCount, place, ear, gain, target) }

    /// Writes the gains of the shared filters, times a gain: `basisCount` numbers.
    @_noLocks
    package func gains(
        _ place: HRTFPlace, ear: Int, gain: Float, into target: UnsafeMutablePointer<Float>
    ) { blend(gains, basisCount, place, ear, gain, target) }

    @_noLocks
    private func blend(
        _ table: UnsafePointer<Float>, _ count: Int, _ place: HRTFPlace, _ ear: Int, _ gain: Float,
        _ target: UnsafeMutablePointer<Float>
    ) {
        var weights = (place.weights.0 * gain, place.weights.1 * gain, place.weights.2 * gain)
        withUnsafePointer(to: &weights) { pointer in
            pointer.withMemoryRebound(to: Float.self, capacity: 3) { weights in
                avf_dsp_spatial_blend(
                    target, table + (2 &* Int(place.corners.0) &+ ear) &* count,
                    table + (2 &* Int(place.corners.1) &+ ear) &* count,
                    table + (2 &* Int(place.corners.2) &+ ear) &* count, weights, count)
            }
        }
    }
}
