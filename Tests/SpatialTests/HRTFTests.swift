import AVFSpatial
import Glibc
import Testing

/// Sets prepared of measurements that follow a formula: a rigid sphere, whose delays and shadows are known.
@Suite struct HRTFTests {
    static let rate = 48_000.0
    static let sphere = try? HRTFSet(
        HRTFMeasurement.sphericalHead(sampleRateHz: rate), HRTFSettings(sampleRateHz: rate))

    /// The filter of an ear as the set renders it.
    static func filter(_ set: HRTFSet, _ direction: HeadDirection, ear: Int) -> [Double] {
        var taps = [Float](repeating: 0, count: set.view.tapCount)
        set.view.taps(set.view.place(of: direction.unit), ear: ear, gain: 1, into: &taps)
        return taps.map { Double($0) }
    }

    static func decibels(_ filter: [Double], atHz hz: Double, rate: Double = rate) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (tap, value) in filter.enumerated() {
            real += value * cos(2 * .pi * hz / rate * Double(tap))
            imaginary -= value * sin(2 * .pi * hz / rate * Double(tap))
        }
        return 10 * log10(real * real + imaginary * imaginary)
    }

    @Test(arguments: [0.0, 15, 30, 45, 60, 75, 90, 105, 120, 150, 180, -30, -100])
    func `the ears' delays are those of the sphere`(azimuth: Double) throws {
        let set = try #require(Self.sphere)
        let head = SphericalHead()
        let direction = HeadDirection(azimuthDegrees: azimuth, elevationDegrees: 0)
        let place = set.view.place(of: direction.unit)
        let found = Double(place.leftDelay - place.rightDelay) / Self.rate
        let expected =
            head.delay(incidence: head.incidence(.left, direction))
            - head.delay(incidence: head.incidence(.right, direction))
        #expect(abs(found - expected) < 5e-6)
    }

    @Test(arguments: [0.0, 30, 45, 90, 120, 180, -60])
    func `the difference of the ears' levels is the shadow of the sphere`(azimuth: Double) throws {
        let set = try #require(Self.sphere)
        let head = SphericalHead()
        let direction = HeadDirection(azimuthDegrees: azimuth, elevationDegrees: 0)
        for hz in [500.0, 1000, 2000, 4000, 8000, 12_000] {
            let levels = [SphericalHead.Ear.left, .right].map { ear -> (found: Double, expected: Double) in
                let shelf = head.shadow(incidence: head.incidence(ear, direction), sampleRateHz: Self.rate)
                let angle = 2 * Double.pi * hz / Self.rate
                let above = shelf.b0 * shelf.b0 + shelf.b1 * shelf.b1 + 2 * shelf.b0 * shelf.b1 * cos(angle)
                let below = 1 + shelf.a1 * shelf.a1 + 2 * shelf.a1 * cos(angle)
                return (
                    Self.decibels(Self.filter(set, direction, ear: ear.rawValue), atHz: hz),
                    10 * log10(above / below)
                )
            }
            let found = levels[0].found - levels[1].found
            #expect(abs(found - (levels[0].expected - levels[1].expected)) < 0.5, "\(hz) Hz")
        }
    }

    @Test func `in the mean of all directions both ears have the power 1 at each frequency`() throws {
        let set = try #require(Self.sphere)
        for hz in [1000.0, 3000, 9000] {
            var power = 0.0
            let count = 300
            for place in 0..<count {
                let height = 1 - (2 * Double(place) + 1) / Double(count)
                let direction = HeadDirection(
                    azimuthDegrees: Double(place) * 137.507_764,
                    elevationDegrees: asin(height) * 180 / .pi)
                for ear in 0..<2 {
                    power += pow(10, Self.decibels(Self.filter(set, direction, ear: ear), atHz: hz) / 10)
                }
            }
            #expect(abs(10 * log10(power / Double(count))) < 0.2)
        }
    }

    @Test func `shared filters come close to the filters that they stand for`() throws {
        let set = try #require(Self.sphere)
        let (taps, count) = (set.view.tapCount, set.view.basisCount)
        var (error, energy) = (0.0, 0.0)
        for place in 0..<200 {
            let direction = HeadDirection(
                azimuthDegrees: Double(place) * 77, elevationDegrees: Double(place % 120) - 60)
            let found = set.view.place(of: direction.unit)
            for ear in 0..<2 {
                var gains = [Float](repeating: 0, count: count)
                set.view.gains(found, ear: ear, gain: 1, into: &gains)
                let exact = Self.filter(set, direction, ear: ear)
                for tap in 0..<taps {
                    let sum = (0..<count).reduce(0.0) {
                        $0 + Double(gains[$1]) * Double(set.view.basis[tap * count + $1])
                    }
                    error += (sum - exact[tap]) * (sum - exact[tap])
                    energy += exact[tap] * exact[tap]
                }
            }
        }
        #expect(10 * log10(error / energy) < -40)
    }

    @Test func `a set of one direction sounds the same everywhere`() throws {
        var responses = [Float](repeating: 0, count: 128)
        responses[10] = 1
        responses[64 + 20] = 0.5
        let measurement = try HRTFMeasurement(
            positions: [Vector3(1, 0, 0)], responses: responses, frameCount: 64, sampleRateHz: 44_100)
        let set = try HRTFSet(measurement, HRTFSettings(sampleRateHz: 48_000))
        let places = [0.0, 90, 200].map { azimuth in
            HeadDirection(azimuthDegrees: azimuth, elevationDegrees: 20)
        }
        let filters = places.map { Self.filter(set, $0, ear: 0) }
        for filter in filters { #expect(zip(filter, filters[0]).allSatisfy { abs($0 - $1) < 1e-6 }) }
        #expect(set.notes.contains { if case .filled = $0 { true } else { false } })
        // Ten frames of 44.1 kHz.
        let place = set.view.place(of: places[1].unit)
        #expect(abs(Double(place.rightDelay - place.leftDelay) - 10 * 48 / 44.1) < 0.05)
    }

    @Test(arguments: [8000.0, 44_100, 96_000, 192_000])
    func `a set can be made for any rate`(rate: Double) throws {
        let measurement = try HRTFMeasurement.sphericalHead(sampleRateHz: 44_100)
        let set = try HRTFSet(measurement, HRTFSettings(sampleRateHz: rate))
        let direction = HeadDirection(azimuthDegrees: 60, elevationDegrees: 0)
        let place = set.view.place(of: direction.unit)
        let expected = 488.07e-6
        #expect(abs(Double(place.leftDelay - place.rightDelay) / rate - expected) < 6e-6)
        let levels = [0, 1].map {
            Self.decibels(Self.filter(set, direction, ear: $0), atHz: 2000, rate: rate)
        }
        #expect(levels[1] - levels[0] > 5)
    }

    @Test func `tables that make no sense are refused`() throws {
        let ahead = [Vector3(1, 0, 0)]
        let tone = [Float](repeating: 0.5, count: 32)
        #expect(throws: HRTFError.directionCount(0)) {
            try HRTFMeasurement(positions: [], responses: [], frameCount: 16, sampleRateHz: 48_000)
        }
        #expect(throws: HRTFError.sizes(directions: 1, frames: 17, values: 32)) {
            try HRTFMeasurement(positions: ahead, responses: tone, frameCount: 17, sampleRateHz: 48_000)
        }
        #expect(throws: HRTFError.responseLength(4)) {
            try HRTFMeasurement(positions: ahead, responses: tone, frameCount: 4, sampleRateHz: 48_000)
        }
        #expect(throws: HRTFError.sampleRate(10)) {
            try HRTFMeasurement(positions: ahead, responses: tone, frameCount: 16, sampleRateHz: 10)
        }
        #expect(throws: HRTFError.notFinite(measurement: 0)) {
            try HRTFMeasurement(
                positions: [Vector3(.nan, 0, 0)], responses: tone, frameCount: 16, sampleRateHz: 48_000)
        }
        #expect(throws: HRTFError.notFinite(measurement: 0)) {
            try HRTFMeasurement(
                positions: ahead, responses: tone.map { _ in .infinity }, frameCount: 16,
                sampleRateHz: 48_000)
        }
        #expect(throws: HRTFError.silent(measurement: 0)) {
            try HRTFMeasurement(
                positions: ahead, responses: tone.map { _ in 0 }, frameCount: 16, sampleRateHz: 48_000)
        }
    }

    @Test func `duplicates and other distances are left out and reported`() throws {
        let ring = stride(from: 0.0, to: 360, by: 30).map {
            HeadDirection(azimuthDegrees: $0, elevationDegrees: 0).unit
        }
        let near = ring.prefix(3).map { $0.scaled(by: 0.3) }
        let positions = ring + [ring[0]] + near
        var responses = [Float](repeating: 0, count: positions.count * 32)
        for place in 0..<2 * positions.count { responses[place * 16 + 2] = 1 }
        let measurement = try HRTFMeasurement(
            positions: positions, responses: responses, frameCount: 16, sampleRateHz: 48_000)
        #expect(measurement.directions.count == 12)
        #expect(measurement.notes.contains(.duplicates(1)))
        #expect(measurement.notes.contains { if case .otherDistances(3, _) = $0 { true } else { false } })
        let set = try HRTFSet(measurement, HRTFSettings(sampleRateHz: 48_000))
        #expect(set.notes.contains(.filled(2)))
    }

    @Test func `thirty thousand directions are thinned out`() throws {
        let positions = (0..<30_000).map { place -> Vector3 in
            let height = 1 - (2 * Double(place) + 1) / 30_000
            let direction = HeadDirection(azimuthDegrees: Double(place) * 137.507_764, elevationDegrees: 0)
            let level = (1 - height * height).squareRoot()
            return Vector3(direction.unit.x * level, direction.unit.y * level, height)
        }
        var responses = [Float](repeating: 0, count: positions.count * 16)
        for place in 0..<2 * positions.count { responses[place * 8 + 1] = 1 }
        let measurement = try HRTFMeasurement(
            positions: positions, responses: responses, frameCount: 8, sampleRateHz: 48_000)
        #expect(measurement.directions.count <= HRTFMeasurement.mostKept)
        #expect(measurement.directions.count > 900)
        #expect(DirectionMesh(measurement.directions) != nil)
    }
}
