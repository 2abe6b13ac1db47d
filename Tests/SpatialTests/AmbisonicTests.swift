import AVFSpatial
import Testing

/// Sound fields to the third order; the numbers were computed independently.
@Suite struct AmbisonicTests {
    private func encode(azimuthCounterClockwise: Double, elevation: Double) -> [Double] {
        SphericalHarmonics.values(
            HeadDirection(azimuthDegrees: -azimuthCounterClockwise, elevationDegrees: elevation).unit)
    }

    private func turn(_ field: [Double], front: Vector3, left: Vector3, up: Vector3) -> [Double] {
        let tables = AmbisonicRotation()
        var matrix = [Double](repeating: 0, count: AmbisonicRotationView.matrixCapacity)
        tables.view.matrix(front: front, left: left, up: up, into: &matrix)
        return (0..<16).map { row in (0..<16).reduce(0.0) { $0 + matrix[row * 16 + $1] * field[$1] } }
    }

    @Test func `a direction has the harmonics of AmbiX`() {
        let expected = [
            1, 0.612_372_4, 0.5, 0.612_372_4, 0.649_519_1, 0.530_330_1, -0.125, 0.530_330_1, 0, 0.363_092_2,
            0.726_184_4, 0.093_75, -0.437_5, 0.093_75, 0, -0.363_092_2,
        ]
        let found = encode(azimuthCounterClockwise: 45, elevation: 30)
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-6 })
        for order in 0...3 {
            let power = found[order * order..<(order + 1) * (order + 1)].reduce(0) { $0 + $1 * $1 }
            #expect(abs(power - 1) < 1e-12)
        }
    }

    @Test func `a turned field is the field of turned sources`() {
        let (c, s) = (0.866_025_403_784_438_6, 0.5)
        let turned = turn(
            encode(azimuthCounterClockwise: 15, elevation: 30), front: Vector3(c, s, 0),
            left: Vector3(-s, c, 0), up: Vector3(0, 0, 1))
        let expected = encode(azimuthCounterClockwise: 45, elevation: 30)
        #expect(zip(turned, expected).allSatisfy { abs($0 - $1) < 1e-12 })
    }

    @Test func `a field that is turned down has its front below`() {
        let turned = turn(
            encode(azimuthCounterClockwise: 0, elevation: 0), front: Vector3(0, 0, -1),
            left: Vector3(0, 1, 0), up: Vector3(1, 0, 0))
        let expected: [Double] = [1, 0, -1, 0, 0, 0, 1, 0, 0]
        #expect(zip(turned, expected).allSatisfy { abs($0 - $1) < 1e-12 })
    }

    @Test(arguments: [
        (1, [1, 0.577_350]), (2, [1, 0.774_597, 0.4]), (3, [1, 0.861_136, 0.612_334, 0.304_747]),
    ])
    func `the weights of max-rE are Legendre polynomials`(order: Int, expected: [Double]) {
        let found = SphericalHarmonics.maxREWeights(order: order)
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 2e-6 })
    }

    @Test func `a decoded source is loudest where it comes from`() {
        let layout = SpeakerLayout.octagonal
        let decoder = AmbisonicDecoder(VectorPanner(layout))
        for speaker in 0..<8 {
            let azimuth = layout.speakers[speaker].azimuthDegrees
            let field = encode(azimuthCounterClockwise: -azimuth, elevation: 0)
            let gains = (0..<8).map { place in
                (0..<16).reduce(0.0) { $0 + decoder.gains[place * 16 + $1] * field[$1] }
            }
            #expect(gains.indices.allSatisfy { $0 == speaker || gains[$0] < 0.6 * gains[speaker] })
            #expect(abs(gains.reduce(0) { $0 + $1 * $1 } - 1) < 0.35)
        }
    }

    @Test func `a decoder keeps the power on average`() {
        let decoder = AmbisonicDecoder(VectorPanner(.audioUnit5_0))
        var power = 0.0
        for place in 0..<2000 {
            let height = 1 - (2 * Double(place) + 1) / 2000
            let direction = HeadDirection(
                azimuthDegrees: Double(place) * 137.507_764, elevationDegrees: 0)
            let level = (1 - height * height).squareRoot()
            let unit = Vector3(direction.unit.x * level, direction.unit.y * level, height)
            let field = SphericalHarmonics.values(unit)
            for speaker in 0..<5 {
                let gain = (0..<16).reduce(0.0) { $0 + decoder.gains[speaker * 16 + $1] * field[$1] }
                power += gain * gain / 2000
            }
        }
        #expect(abs(power - 1) < 0.01)
    }
}
