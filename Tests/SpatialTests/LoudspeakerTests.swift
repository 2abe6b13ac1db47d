import AVFSpatial
import Testing

/// Panning between loudspeakers; the numbers were computed independently.
@Suite struct LoudspeakerTests {
    private func gains(
        _ layout: SpeakerLayout, _ azimuth: Double, _ elevation: Double = 0, spread: Double = 0
    ) -> [Double] {
        VectorPanner(layout).gains(
            HeadDirection(azimuthDegrees: azimuth, elevationDegrees: elevation), spreadDegrees: spread)
    }

    private func isNear(_ a: [Double], _ b: [Int: Double]) -> Bool {
        a.indices.allSatisfy { abs(a[$0] - b[$0, default: 0]) < 1e-6 }
    }

    @Test func `five loudspeakers share a source between two of them`() {
        #expect(isNear(gains(.audioUnit5_0, 15), [1: 0.707_106_8, 4: 0.707_106_8]))
        #expect(isNear(gains(.audioUnit5_0, 70), [1: 0.707_106_8, 3: 0.707_106_8]))
        #expect(isNear(gains(.audioUnit5_0, 180), [2: 0.707_106_8, 3: 0.707_106_8]))
    }

    @Test func `other layouts have the gains of their pairs`() {
        #expect(isNear(gains(.quadraphonic, 30), [0: 0.258_819_0, 1: 0.965_925_8]))
        #expect(isNear(gains(.octagonal, 100), [3: 0.289_758_5, 7: 0.957_099_8]))
        #expect(isNear(gains(.audioUnit7_0, 100), [4 - 1: 0.975_257_3, 6: 0.221_072_9]))
        #expect(isNear(gains(.audioUnit7_0Front, 10), [4: 0.448_578_7, 6: 0.893_743_4]))
        #expect(isNear(gains(.audioUnit6_0, 180), [5: 1]))
    }

    @Test func `three loudspeakers around a direction share it`() {
        let layout = SpeakerLayout([.init(-45), .init(45), .init(0, 45)])
        let found = gains(layout, 10, 20)
        #expect(isNear(found, [0: 0.383_309_1, 1: 0.680_994_7, 2: 0.623_955_4]))
    }

    @Test func `a spread source is heard from its neighbours too`() {
        let found = gains(.audioUnit5_0, 0, spread: 60)
        #expect(isNear(found, [0: 0.512_989_2, 1: 0.512_989_2, 4: 0.688_247_2]))
    }

    @Test(arguments: [
        SpeakerLayout.stereo, .quadraphonic, .audioUnit5_0, .audioUnit6_0, .audioUnit7_0, .audioUnit7_0Front,
        .octagonal, SpeakerLayout(azimuthsDegrees: [0]), SpeakerLayout(azimuthsDegrees: [0, 0, 0]),
        SpeakerLayout([.init(-30), .init(30), .init(110, 0), .init(-110, 0), .init(-45, 45), .init(45, 45)]),
    ])
    func `the power is 1 in every direction`(layout: SpeakerLayout) {
        let panner = VectorPanner(layout)
        for place in 0..<10_000 {
            let direction = HeadDirection(
                azimuthDegrees: Double(place) * 77.7, elevationDegrees: Double(place % 181) - 90)
            let power = panner.gains(direction).reduce(0) { $0 + $1 * $1 }
            #expect(abs(power - 1) < 1e-6)
        }
    }

    @Test func `gains move without jumps around and over the head`() {
        for layout in [SpeakerLayout.audioUnit5_0, .stereo, .octagonal] {
            let panner = VectorPanner(layout)
            var last: [Double]?
            for step in 0...3600 {
                let angle = Double(step) / 10
                let found = panner.gains(
                    HeadDirection(azimuthDegrees: angle, elevationDegrees: 0.4 * (angle - 180)))
                if let last { #expect(zip(found, last).allSatisfy { abs($0 - $1) < 0.03 }) }
                last = found
            }
        }
    }

    @Test func `a loudspeaker for low frequencies gets nothing`() {
        let panner = VectorPanner(.bed(channelCount: 6))
        #expect(panner.gains(HeadDirection(azimuthDegrees: 20, elevationDegrees: 0))[3] == 0)
    }

    @Test func `the layouts of the environment node are known by their tags`() {
        #expect(SpeakerLayout(layoutTag: 108 << 16 | 4) == .quadraphonic)
        #expect(SpeakerLayout(layoutTag: 118 << 16 | 5) == .audioUnit5_0)
        #expect(SpeakerLayout(layoutTag: 139 << 16 | 6) == .audioUnit6_0)
        #expect(SpeakerLayout(layoutTag: 140 << 16 | 7) == .audioUnit7_0)
        #expect(SpeakerLayout(layoutTag: 148 << 16 | 7) == .audioUnit7_0Front)
        #expect(SpeakerLayout(layoutTag: 111 << 16 | 8) == .octagonal)
        #expect(SpeakerLayout(layoutTag: 1) == nil)
    }

    @Test func `angles that are no numbers and too many loudspeakers are survived`() {
        let layout = SpeakerLayout([.init(.nan), .init(30, .infinity), .init(120), .init(-120)])
        let found = VectorPanner(layout).gains(HeadDirection(front: 1, left: 0, up: 0))
        #expect(found.allSatisfy { $0.isFinite })
        #expect(SpeakerLayout(azimuthsDegrees: [Double](repeating: 5, count: 99)).speakers.count == 32)
        #expect(VectorPanner(SpeakerLayout([])).gains(HeadDirection(front: 1, left: 0, up: 0)).isEmpty)
    }
}
