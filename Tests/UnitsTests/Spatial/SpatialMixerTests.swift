import AVFSpatial
import AVFUnits
import Glibc
import Testing

/// What a spatial mixer makes of its sources, apart from transfer functions.
@Suite struct SpatialMixerTests {
    private static let root = Float(0.5).squareRoot()

    private func levels(_ output: [[Float]]) -> [Float] {
        output.map { channel in
            (channel.dropFirst(1000).reduce(0) { $0 + $1 * $1 } / Float(channel.count - 1000)).squareRoot()
        }
    }

    private func near(_ a: Float, _ b: Float, _ limit: Float = 1e-5) -> Bool { abs(a - b) < limit }

    @Test(arguments: [(0.0, 0.707_107, 0.707_107), (30, 0.5, 0.866_025), (-45, 0.923_880, 0.382_683)])
    func `panning is exact from the first frame on`(azimuth: Double, left: Float, right: Float) {
        let run = SpatialRun(headphones: false)
        run.place(0, azimuthDegrees: azimuth)
        let sound = spatialNoise(300, seed: 3)
        let found = run.process([[sound]])
        for frame in sound.indices {
            #expect(near(found[0][frame], left * sound[frame]))
            #expect(near(found[1][frame], right * sound[frame]))
        }
    }

    @Test func `a source far away is softer by the law of distance`() {
        let run = SpatialRun(headphones: false)
        run.place(0, azimuthDegrees: 90, distance: 4)
        let found = run.process([[[Float](repeating: 1, count: 200)]])
        #expect(near(found[1][100], 0.25))
        #expect(near(found[0][100], 0))
    }

    @Test func `the turning listener takes the directions along`() {
        let run = SpatialRun(headphones: false)
        run.place(0, azimuthDegrees: 0)
        _ = run.mixer.settings.listener.turn(yawDegrees: 90, pitchDegrees: 0, rollDegrees: 0)
        let found = run.process([[[Float](repeating: 1, count: 200)]])
        #expect(near(found[0][100], 1))
        #expect(near(found[1][100], 0))
    }

    @Test func `a source in the middle of the head is in both ears`() {
        for algorithm in SpatialAlgorithm.allCases {
            let run = SpatialRun()
            run.sources[0].settings.algorithm = algorithm
            let found = run.process([[[Float](repeating: 1, count: 2000)]])
            let expected: Float = algorithm == .stereoPassThrough ? 1 : Self.root
            #expect(near(found[0][1900], expected, 1e-3) && near(found[1][1900], expected, 1e-3))
        }
    }

    @Test func `loudspeakers around get the gains of vector base panning`() {
        let run = SpatialRun(layout: .audioUnit5_0, headphones: false)
        run.sources[0].settings.algorithm = .auto
        run.place(0, azimuthDegrees: 70)
        let found = run.process([[[Float](repeating: 1, count: 200)]])
        let expected: [Float] = [0, 0.707_106_8, 0, 0.707_106_8, 0]
        for channel in 0..<5 { #expect(near(found[channel][100], expected[channel])) }
    }

    @Test func `a sound field on loudspeakers is loudest near the source`() {
        let run = SpatialRun(layout: .octagonal, headphones: false)
        run.sources[0].settings.algorithm = .soundField
        run.place(0, azimuthDegrees: 90)
        let found = run.process([[[Float](repeating: 1, count: 200)]]).map { abs($0[100]) }
        #expect(found.indices.allSatisfy { $0 == 7 || found[$0] < 0.6 * found[7] })
    }

    @Test func `two channels are passed on unless they are to be a point`() {
        let run = SpatialRun([2], headphones: false)
        run.place(0, azimuthDegrees: 90)
        let (a, b) = (spatialNoise(512, seed: 4), spatialNoise(512, seed: 5))
        let found = run.process([[a, b]])
        #expect(zip(found[0], a).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(zip(found[1], b).allSatisfy { abs($0 - $1) < 1e-6 })
        run.sources[0].settings.sourceMode = .pointSource
        let point = run.process([[[Float](repeating: 1, count: 4096), [Float](repeating: 0, count: 4096)]])
        #expect(near(point[0][4000], 0) && near(point[1][4000], 0.5))
    }

    @Test func `in the head a point's channels can be heard as they are`() {
        let run = SpatialRun([2])
        run.sources[0].settings.sourceMode = .pointSource
        run.sources[0].settings.inHeadMode = .bypass
        run.sources[0].settings.algorithm = .hrtf
        let found = run.process([[[Float](repeating: 1, count: 2000), [Float](repeating: 0.5, count: 2000)]])
        #expect(near(found[0][1900], 1, 1e-4) && near(found[1][1900], 0.5, 1e-4))
    }

    @Test func `a bed stays where it is while the head turns`() {
        let run = SpatialRun([2], layout: .octagonal, headphones: false)
        run.sources[0].settings.sourceMode = .ambienceBed
        run.sources[0].settings.position = Vector3(0, 0, -1)
        _ = run.mixer.settings.listener.turn(yawDegrees: 15, pitchDegrees: 0, rollDegrees: 0)
        let one = [Float](repeating: 1, count: 200)
        let found = run.process([[one, [Float](repeating: 0, count: 200)]])
        // The left channel's direction is 30° to the left of the world's front: 45° to that of the nose.
        #expect(near(found[0][100], 1))
    }

    @Test func `a sound field as a bed turns with its rotation`() {
        let run = SpatialRun([16], layout: .octagonal, headphones: false)
        run.sources[0].settings.sourceMode = .ambienceBed
        run.sources[0].settings.bedIsAmbisonic = true
        run.sources[0].settings.position = Vector3(0, 0, -1)
        _ = run.mixer.settings.listener.turn(yawDegrees: 90, pitchDegrees: 0, rollDegrees: 0)
        let front = SphericalHarmonics.values(Vector3(1, 0, 0))
        let found = run.process([front.map { [Float](repeating: Float($0), count: 200) }])
        let placed = SpatialRun(layout: .octagonal, headphones: false)
        placed.sources[0].settings.algorithm = .soundField
        placed.place(0, azimuthDegrees: -90)
        let expected = placed.process([[[Float](repeating: 1, count: 200)]])
        for speaker in 0..<8 { #expect(near(found[speaker][100], expected[speaker][100], 1e-4)) }
    }

    @Test(arguments: [-6.0, -20])
    func `occlusion and obstruction attenuate 5 kHz`(decibels: Double) {
        for isOccluded in [true, false] {
            let run = SpatialRun(headphones: false)
            run.place(0, azimuthDegrees: 90)
            if isOccluded {
                run.sources[0].settings.occlusionDecibels = Float(decibels)
            } else {
                run.sources[0].settings.obstructionDecibels = Float(decibels)
            }
            let found = levels(run.process([[sine(5000, 9600)]]))
            #expect(abs(20 * log10(Double(found[1]) * 2.0.squareRoot()) - decibels) < 0.05)
        }
    }

    @Test func `the reverb gets its share and goes on after the sound`() {
        let run = SpatialRun(headphones: false)
        run.mixer.settings.isReverbEnabled = true
        run.sources[0].settings.reverbBlend = 0.5
        run.place(0, azimuthDegrees: 90)
        var sound = [Float](repeating: 0, count: 24_000)
        sound[0] = 1
        let found = run.process([[sound]])
        #expect(near(found[1][0], Self.root))
        #expect(found[0][500...].contains { abs($0) > 1e-3 })
        let late = found[0][20_000...].reduce(0) { $0 + $1 * $1 }
        let early = found[0][500..<4500].reduce(0) { $0 + $1 * $1 }
        #expect(late < 0.01 * early)
    }

    @Test func `obstruction leaves the reverb bright and occlusion does not`() {
        let tails = [true, false].map { isOccluded in
            let run = SpatialRun(headphones: false)
            run.mixer.settings.isReverbEnabled = true
            run.sources[0].settings.reverbBlend = 1
            run.place(0, azimuthDegrees: 0)
            if isOccluded {
                run.sources[0].settings.occlusionDecibels = -30
            } else {
                run.sources[0].settings.obstructionDecibels = -30
            }
            return levels(run.process([[sine(5000, 9600)]]))[0]
        }
        #expect(tails[0] < 0.1 * tails[1])
    }

    @Test func `the output's gain scales everything`() {
        let run = SpatialRun(headphones: false)
        run.place(0, azimuthDegrees: 90)
        run.mixer.settings.outputGain = 0.25
        #expect(near(run.process([[[Float](repeating: 1, count: 200)]])[1][100], 0.25))
    }

    @Test func `a change of the algorithm makes no click`() {
        let run = SpatialRun()
        run.place(0, azimuthDegrees: 40)
        let found = run.process([[sine(300, 57_344)]]) { frame in
            run.sources[0].settings.algorithm =
                SpatialAlgorithm.allCases[frame / 8192 % SpatialAlgorithm.allCases.count]
        }
        for ear in found {
            let bends = bends(ear)
            let usual = bends[100..<4000].max() ?? 0
            let worst = bends[4000...].max() ?? 1
            #expect(worst < 3 * usual)
        }
    }

    @Test func `a source that jumps makes no click`() {
        for algorithm in [SpatialAlgorithm.equalPowerPanning, .sphericalHead, .hrtf, .hrtfHQ] {
            let run = SpatialRun()
            run.sources[0].settings.algorithm = algorithm
            let found = run.process([[sine(300, 16_384)]], step: 2048) { frame in
                run.place(0, azimuthDegrees: frame / 2048 % 2 == 0 ? -90 : 90)
            }
            for ear in found {
                // The gains turn at two frames, by their change over 64 frames.
                let worst = bends(ear)[100...].max() ?? 1
                #expect(worst < 0.03)
            }
        }
    }

    @Test func `numbers that are none keep the last place and the sound goes on`() {
        let run = SpatialRun()
        run.sources[0].settings.algorithm = .hrtf
        run.place(0, azimuthDegrees: 90)
        var sound = sine(500, 8192)
        sound[1000] = .nan
        sound[1001] = .infinity
        let found = run.process([[sound]], step: 1024) { frame in
            let bad: [Double] = [.nan, .infinity, -.infinity, 1e308]
            run.sources[0].settings.position = Vector3(bad[frame / 1024 % 4], 0, 1)
            run.sources[0].settings.gain = .nan
            run.mixer.settings.outputGain = .nan
            _ = run.mixer.settings.listener.turn(forward: Vector3(0, 0, 0), up: Vector3(.nan, 0, 0))
            _ = run.mixer.settings.listener.move(to: Vector3(.nan, 0, 0))
        }
        #expect(found.allSatisfy { ear in ear.allSatisfy { $0.isFinite } })
        #expect(run.sources[0].settings.gain == 1)
        #expect(run.mixer.settings.outputGain == 1)
    }

    @Test func `sources of other rates and outputs are not rendered`() {
        let mixer = SpatialMixer(layout: .stereo, sampleRateHz: 48_000)
        let other = SpatialSource(channelCount: 1, sampleRateHz: 44_100, outputChannelCount: 2)
        #expect(SpatialMixerUnit(mixer, sources: [other]).sources.isEmpty)
        #expect(mixer.makeSource(channelCount: 99).channelCount == 16)
        #expect(mixer.makeSource(channelCount: 0).channelCount == 1)
    }
}
