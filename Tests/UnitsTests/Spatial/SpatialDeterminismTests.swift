import AVFSpatial
import AVFUnits
import Testing

/// No sample depends on how time is cut into blocks.
@Suite struct SpatialDeterminismTests {
    private static let frameCount = 9_600

    /// All ways of rendering at once, with everything moving, pauses, and another set.
    private func render(blocks: [Int], layout: SpeakerLayout, headphones: Bool, startTime: Int64 = 0)
        -> [[Float]]
    {
        let run = SpatialRun(
            [1, 1, 1, 1, 1, 2, 4, 2, 1], layout: layout, headphones: headphones, startTime: startTime)
        let algorithms: [SpatialAlgorithm] = [
            .equalPowerPanning, .sphericalHead, .hrtf, .hrtfHQ, .soundField, .hrtf, .auto, .auto, .hrtf,
        ]
        for (source, algorithm) in algorithms.enumerated() {
            run.sources[source].settings.algorithm = algorithm
            run.sources[source].settings.reverbBlend = source % 3 == 0 ? 0.3 : 0
        }
        run.sources[5].settings.sourceMode = .pointSource
        run.sources[6].settings.sourceMode = .ambienceBed
        run.sources[6].settings.bedIsAmbisonic = true
        run.mixer.settings.isReverbEnabled = true
        let counts = run.sources.map(\.channelCount)
        let input = counts.enumerated().map { source, count in
            (0..<count).map { channel -> [Float] in
                var sound = spatialNoise(Self.frameCount, seed: UInt64(10 * source + channel))
                // Pauses that are longer than anything is remembered, beginning and ending anywhere.
                for frame in 2001 + 100 * source..<3777 + 100 * source { sound[frame] = 0 }
                return sound
            }
        }
        return run.process(input, blocks: blocks, step: 320) { frame in
            for source in 0..<counts.count where source != 8 {
                run.place(
                    source, azimuthDegrees: Double(frame * (source + 1)) / 70, elevationDegrees: 20,
                    distance: source == 2 ? 0.05 : 2)
                run.sources[source].settings.occlusionDecibels = Float(-(frame / 320 % 9))
            }
            run.sources[1].settings.algorithm = frame / 320 % 8 < 4 ? .sphericalHead : .hrtf
            if frame == 6400 { try? run.mixer.use(SpatialRun.sphere) }
        }
    }

    @Test(arguments: [true, false])
    func `any block size gives the same bits`(headphones: Bool) {
        let layout = headphones ? SpeakerLayout.stereo : .audioUnit7_0
        let expected = render(blocks: [320], layout: layout, headphones: headphones)
        #expect(expected.allSatisfy { channel in channel.contains { $0 != 0 } })
        for blocks in [[64], [1, 63, 17, 200], [37], [319, 1]] {
            let found = render(blocks: blocks, layout: layout, headphones: headphones)
            for channel in expected.indices {
                #expect(found[channel].map(\.bitPattern) == expected[channel].map(\.bitPattern), "\(blocks)")
            }
        }
    }

    @Test func `it may begin in the middle of a cell`() {
        let expected = render(blocks: [320], layout: .stereo, headphones: true, startTime: 37)
        let found = render(blocks: [29, 64, 3], layout: .stereo, headphones: true, startTime: 37)
        for channel in expected.indices {
            #expect(found[channel].map(\.bitPattern) == expected[channel].map(\.bitPattern))
        }
    }
}
