import AVFRealtime
import CAVFDSP

/// Gains for loudspeakers by vector base amplitude panning: Pulkki, "Virtual sound source positioning using
/// vector base amplitude panning", 1997.
///
/// The direction is a sum of two or three loudspeakers' directions. Where the loudspeakers leave more than
/// half of a circle open, and at a pole that none is near, a virtual one stands whose gain goes to its
/// neighbours in equal parts. So there are triangles all around, and in the plane of the ears a layout in
/// that plane gives the gains of its pairs. The squares of the gains add up to 1.
package final class VectorPanner: @unchecked Sendable {
    // Proof: nothing changes after it was made.
    /// Gains that a panner writes: one for each loudspeaker of the layout.
    package let speakerCount: Int
    private let mesh: DirectionMesh?
    /// For each direction of the mesh the gains of all loudspeakers: a 1 for itself, or the virtual one's
    /// shares.
    private let shares: OwnedBuffer<Double>
    /// What the render side uses; valid as long as the panner.
    package let view: VectorPannerView

    /// The panner of a layout. [control]
    package init(_ layout: SpeakerLayout) {
        let speakers = layout.speakers
        speakerCount = speakers.count
        let real = Self.distinct(speakers)
        let directions = real.map { speakers[$0].unit }
        let virtual = Self.virtualDirections(directions)
        let mesh = directions.isEmpty ? nil : DirectionMesh(directions + virtual)
        var rows = real.map { place in speakers.indices.map { $0 == place ? 1.0 : 0 } }
        if let mesh {
            rows += virtual.indices.map {
                Self.shares(of: directions.count + $0, mesh, real, speakers.count)
            }
        }
        self.mesh = mesh
        let flat = rows.flatMap { $0 }
        shares = OwnedBuffer(count: flat.count) { flat[$0] }
        view = VectorPannerView(mesh: mesh?.view, shares: shares.pointer, speakerCount: speakers.count)
    }

    /// Loudspeakers that sound and do not stand where another one does.
    private static func distinct(_ speakers: [SpeakerLayout.Speaker]) -> [Int] {
        var places: [Int] = []
        for (place, speaker) in speakers.enumerated() where !speaker.isLowFrequency {
            if !places.contains(where: { speakers[$0].unit.dot(speaker.unit) > 0.999_99 }) {
                places.append(place)
            }
        }
        return places
    }

    /// In gaps of half a circle and more, and at poles without a loudspeaker within 30°.
    private static func virtualDirections(_ directions: [Vector3]) -> [Vector3] {
        let poles = [Vector3(0, 0, 1), Vector3(0, 0, -1)].filter { pole in
            !directions.contains { $0.dot(pole) > 0.866 }
        }
        let azimuths = directions.filter { abs($0.z) < 0.866 }.map { avf_dsp_atan2($0.y, $0.x) }.sorted()
        guard let first = azimuths.first else {
            return poles
                + [0.0, 90, 180, 270].map {
                    HeadDirection(azimuthDegrees: $0, elevationDegrees: 0).unit
                }
        }
        var virtual: [Vector3] = []
        for (place, azimuth) in azimuths.enumerated() {
            let next = place + 1 < azimuths.count ? azimuths[place + 1] : first + 2 * .pi
            let gap = next - azimuth
            guard gap >= .pi - 1e-9 else { continue }
            // One is enough for a gap up to 300°; a single loudspeaker needs three.
            let count = gap > 5.3 ? 3 : 1
            for step in 1...count {
                let angle = azimuth + gap * Double(step) / Double(count + 1)
                virtual.append(Vector3(avf_dsp_cos(angle), avf_dsp_sin(angle), 0))
            }
        }
        return poles + virtual
    }

    /// Equal parts for the loudspeakers that a virtual one has an edge with; for all if there are none.
    private static func shares(
        of place: Int, _ mesh: DirectionMesh, _ real: [Int], _ speakerCount: Int
    ) -> [Double] {
        var neighbours = Set<Int>()
        for triangle in 0..<mesh.triangleCount {
            let corners = mesh.corners(of: triangle)
            if corners.contains(place) { neighbours.formUnion(corners.filter { $0 < real.count }) }
        }
        if neighbours.isEmpty { neighbours = Set(real.indices) }
        var row = [Double](repeating: 0, count: speakerCount)
        for neighbour in neighbours { row[real[neighbour]] = 1 / Double(neighbours.count).squareRoot() }
        return row
    }

    /// The gains of a direction, of which an area as wide as `spreadDegrees` sounds. [control]
    package func gains(_ direction: HeadDirection, spreadDegrees: Double = 0) -> [Double] {
        var gains = [Double](repeating: 0, count: speakerCount)
        view.gains(direction, spreadDegrees: spreadDegrees, into: &gains)
        return gains
    }
}

/// Where a panner's tables lie.
package struct VectorPannerView: BitwiseCopyable, @unchecked Sendable {
    // Proof: what it leads to never changes, and lives as long as the panner.
    private let mesh: DirectionMeshView?
    private let shares: UnsafeMutablePointer<Double>
    /// How many gains there are.
    package let speakerCount: Int

    init(mesh: DirectionMeshView?, shares: UnsafeMutablePointer<Double>, speakerCount: Int) {
        self.mesh = mesh
        self.shares = shares
        self.speakerCount = speakerCount
    }

    /// Writes the gains of a direction.
    ///
    /// A spread is 19 directions along the horizon around it, whose powers are added up: multiple-direction
    /// amplitude panning (Pulkki, "Uniform spreading of amplitude panned virtual sources", 1999).
    @_noLocks
    package func gains(
        _ direction: HeadDirection, spreadDegrees: Double = 0, into gains: UnsafeMutablePointer<Double>
    ) {
        for speaker in 0..<speakerCount { gains[speaker] = 0 }
        guard spreadDegrees > 0 else {
            add(direction.unit, power: 1, to: gains)
            finish(gains)
            return
        }
        let (azimuth, elevation) = (direction.azimuthDegrees, direction.elevationDegrees)
        for step in 0..<19 {
            let turn = spreadDegrees * (Double(step) / 18 - 0.5)
            let place = HeadDirection(azimuthDegrees: azimuth + turn, elevationDegrees: elevation)
            add(place.unit, power: 1, to: gains)
        }
        finish(gains)
    }

    /// Adds the squares of one direction's gains.
    @_noLocks
    private func add(_ unit: Vector3, power: Double, to gains: UnsafeMutablePointer<Double>) {
        guard let mesh else {
            // No hull, no direction: everywhere alike.
            for speaker in 0..<speakerCount { gains[speaker] += power / Double(max(1, speakerCount)) }
            return
        }
        let place = mesh.place(of: unit)
        var total = 0.0
        for speaker in 0..<speakerCount {
            let gain = amplitude(place, speaker)
            total += gain * gain
        }
        guard total > 0 else { return }
        for speaker in 0..<speakerCount {
            let gain = amplitude(place, speaker)
            gains[speaker] += power * gain * gain / total
        }
    }

    @_noLocks
    private func amplitude(_ place: MeshPlace, _ speaker: Int) -> Double {
        place.weights.0 * shares[Int(place.corners.0) &* speakerCount &+ speaker]
            + place.weights.1 * shares[Int(place.corners.1) &* speakerCount &+ speaker]
            + place.weights.2 * shares[Int(place.corners.2) &* speakerCount &+ speaker]
    }

    /// Roots of the squares, whose sum becomes 1.
    @_noLocks
    private func finish(_ gains: UnsafeMutablePointer<Double>) {
        var total = 0.0
        for speaker in 0..<speakerCount { total += gains[speaker] }
        guard total > 0 else { return }
        for speaker in 0..<speakerCount { gains[speaker] = avf_dsp_sqrt(gains[speaker] / total) }
    }
}
