import AVFSpatial
import AVFUnits
import Testing

/// Sources with a set of transfer functions, against a reference in double precision.
@Suite struct SpatialHRTFTests {
    private func still(
        _ algorithm: SpatialAlgorithm, azimuth: Double, elevation: Double = 0, hz: Double
    ) throws -> [Double] {
        let set = try #require(SpatialRun.sphere)
        let run = SpatialRun()
        run.sources[0].settings.algorithm = algorithm
        run.place(0, azimuthDegrees: azimuth, elevationDegrees: elevation)
        let found = run.process([[sine(hz, 9600)]])
        return [0, 1].map { ear in
            let expected = SpatialReference(set: set).still(
                ear, azimuthDegrees: azimuth, elevationDegrees: elevation, hz: hz, 9600)
            return errorDecibels(found[ear], expected, from: 6000)
        }
    }

    @Test(arguments: [1000.0, 4000, 8000, 12_000, 16_000])
    func `a source at rest is filtered to within -100 dB`(hz: Double) throws {
        for algorithm in [SpatialAlgorithm.hrtf, .hrtfHQ] {
            for (azimuth, elevation) in [(0.0, 0.0), (30, 0), (-77.3, 12.5), (161, -31)] {
                for error in try still(algorithm, azimuth: azimuth, elevation: elevation, hz: hz) {
                    #expect(error < -100, "\(azimuth) \(error)")
                }
            }
        }
    }

    @Test(arguments: [(1000.0, -75.0, -65.0), (4000, -70, -52), (8000, -65, -45), (12_000, -60, -42)])
    func `a source that goes round twice a second is filtered exactly with HQ`(
        hz: Double, limit: Double, betweenCells: Double
    ) throws {
        let set = try #require(SpatialRun.sphere)
        let run = SpatialRun()
        run.sources[0].settings.algorithm = .hrtfHQ
        let turn = { (frame: Double) in 2 * 360 * frame / SpatialRun.rate }
        let found = run.process([[sine(hz, 12_000)]], blocks: [64], step: 64) { frame in
            run.place(0, azimuthDegrees: turn(Double(frame)))
        }
        for ear in 0..<2 {
            let reference = SpatialReference(set: set)
            // What a cell is told at its start is reached at its end.
            let cells = reference.moving(ear, hz: hz, 12_000, grid: 64) { turn($0 - 64) }
            let error = errorDecibels(found[ear], cells, from: 1000)
            #expect(error < limit, "\(error) dB")
            // The set's directions are 7.5° apart: where a triangle ends, straight lines cut a corner.
            let frames = reference.moving(ear, hz: hz, 12_000) { turn($0 - 64) }
            let difference = errorDecibels(found[ear], frames, from: 1000)
            #expect(difference < betweenCells, "\(difference) dB")
        }
    }

    @Test func `a source that goes round has shared filters close to its own`() throws {
        let set = try #require(SpatialRun.sphere)
        let run = SpatialRun()
        run.sources[0].settings.algorithm = .hrtf
        let turn = { (frame: Double) in 360 * frame / SpatialRun.rate }
        let found = run.process([[sine(2000, 9600)]], blocks: [64], step: 64) { frame in
            run.place(0, azimuthDegrees: turn(Double(frame)))
        }
        for ear in 0..<2 {
            let expected = SpatialReference(set: set).moving(ear, hz: 2000, 9600) { turn($0 - 64) }
            #expect(errorDecibels(found[ear], expected, from: 1000) < -35)
        }
    }

    @Test func `left and right change places for a source on the other side`() throws {
        let left = SpatialRun()
        let right = SpatialRun()
        for (run, azimuth) in [(left, -50.0), (right, 50)] {
            run.sources[0].settings.algorithm = .hrtfHQ
            run.place(0, azimuthDegrees: azimuth)
        }
        let sound = spatialNoise(8000, seed: 1)
        let (a, b) = (left.process([[sound]]), right.process([[sound]]))
        #expect(errorDecibels(a[0], b[1].map { Double($0) }, from: 100) < -80)
        #expect(errorDecibels(a[1], b[0].map { Double($0) }, from: 100) < -80)
    }

    @Test func `another set takes over without a click`() throws {
        let small = try HRTFSet(
            HRTFMeasurement.sphericalHead(sampleRateHz: SpatialRun.rate, radius: 0.07),
            HRTFSettings(sampleRateHz: SpatialRun.rate))
        for algorithm in [SpatialAlgorithm.hrtf, .hrtfHQ, .soundField] {
            let run = SpatialRun()
            run.sources[0].settings.algorithm = algorithm
            run.place(0, azimuthDegrees: 60)
            let sound = spatialNoise(20_480, seed: 7)
            let found = run.process([[sound]]) { frame in
                if frame == 8192 { try? run.mixer.use(small) }
            }
            // Meanwhile it is rendered as without a set, which is brighter.
            let other = SpatialRun(set: nil)
            other.sources[0].settings.algorithm = algorithm
            other.place(0, azimuthDegrees: 60)
            let between = other.process([[sound]])
            for ear in 0..<2 {
                let bends = bends(found[ear])
                let usual = max(bends[4000..<8000].max() ?? 0, SpatialHRTFTests.worst(between[ear]))
                let worst = bends[8192..<14_000].max() ?? 1
                #expect(worst < 1.41 * usual)
            }
        }
    }

    private static func worst(_ signal: [Float]) -> Float { bends(signal)[4000...].max() ?? 0 }

    @Test func `a set for another rate is refused`() throws {
        let set = try #require(HRTFSet.spherical(HRTFSettings(sampleRateHz: 44_100)))
        let mixer = SpatialMixer(layout: .stereo, sampleRateHz: 48_000)
        #expect(throws: SpatialMixerError.sampleRate(set: 44_100, mixer: 48_000)) { try mixer.use(set) }
    }

    @Test func `without a set a sphere takes its place`() {
        let run = SpatialRun(set: nil)
        run.sources[0].settings.algorithm = .hrtf
        run.place(0, azimuthDegrees: 90)
        let sphere = SpatialRun(set: nil)
        sphere.sources[0].settings.algorithm = .sphericalHead
        sphere.place(0, azimuthDegrees: 90)
        let sound = spatialNoise(2000, seed: 2)
        #expect(run.process([[sound]]) == sphere.process([[sound]]))
    }

    @Test func `a sound field of the third order is that of its source at low frequencies`() throws {
        let set = try #require(SpatialRun.sphere)
        for azimuth in [0.0, 50, 90, 200] {
            let run = SpatialRun()
            run.sources[0].settings.algorithm = .soundField
            run.place(0, azimuthDegrees: azimuth)
            let found = run.process([[sine(400, 4800)]])
            for ear in 0..<2 {
                let expected = SpatialReference(set: set).still(
                    ear, azimuthDegrees: azimuth, hz: 400, 4800)
                #expect(errorDecibels(found[ear], expected, from: 2000) < -15)
            }
        }
    }
}
