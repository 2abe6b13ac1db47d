import AVFSpatial
import AVFUnits
import Testing

/// More sources than may be heard.
@Suite struct SpatialVoicesTests {
    /// Sources that play 1 to the right, each at a distance of its own, each with a level of its own.
    private func run(_ distances: [Double], limit: Int32) -> SpatialRun {
        let run = SpatialRun([Int](repeating: 1, count: distances.count), headphones: false, set: nil)
        run.mixer.settings.voiceLimit = limit
        for (source, distance) in distances.enumerated() {
            run.place(source, azimuthDegrees: 90, distance: distance)
        }
        return run
    }

    private func ones(_ count: Int, _ frames: Int = 8192) -> [[[Float]]] {
        [[[Float]]](repeating: [[Float](repeating: 1, count: frames)], count: count)
    }

    @Test func `without a limit all are heard, with one the loudest`() {
        let distances = [8.0, 1, 4, 2]
        let all = run(distances, limit: 0).process(ones(4))[1]
        #expect(abs(all[8000] - 1.875) < 1e-4)
        let two = run(distances, limit: 2).process(ones(4))[1]
        #expect(abs(two[8000] - 1.5) < 1e-4)
    }

    @Test func `priority counts more than level, and of equal ones the earlier bus`() {
        let run = run([8, 1, 1, 1], limit: 2)
        run.sources[0].settings.priority = 1
        run.sources[3].settings.priority = -200
        #expect(run.sources[3].settings.priority == -100)
        #expect(abs(run.process(ones(4))[1][8000] - 1.125) < 1e-4)
    }

    @Test func `a voice that ends makes room for another one, and neither clicks`() {
        let run = run([1, 2], limit: 1)
        var input = ones(2, 48_000)
        for frame in 16_000..<48_000 { input[0][0][frame] = 0 }
        let found = run.process(input)[1]
        #expect(abs(found[12_000] - 1) < 1e-4 && abs(found[40_000] - 0.5) < 1e-4)
        // Apart from the end of the first one itself, fades of 15 cells with the curve 3t² − 2t³.
        for frame in 1..<48_000 where frame != 16_000 {
            #expect(abs(found[frame] - found[frame - 1]) <= 1.5 / (15 * 64) * 1.01)
        }
    }

    @Test func `which is heard does not depend on the size of blocks`() {
        func render(_ blocks: [Int]) -> [UInt32] {
            let run = run([1, 2, 3, 4, 5, 6, 7, 8], limit: 3)
            let input = (0..<8).map { source in
                [
                    spatialNoise(24_000, seed: UInt64(source)).enumerated().map { frame, sample in
                        frame / 3000 % (source + 2) == 0 ? 0 : sample
                    }
                ]
            }
            return run.process(input, blocks: blocks, step: 800) { frame in
                for source in 0..<8 {
                    run.place(
                        source, azimuthDegrees: 90, distance: 1 + Double((frame / 800 * (source + 3)) % 11))
                }
            }[1].map(\.bitPattern)
        }
        let expected = render([800])
        #expect(render([64]) == expected)
        #expect(render([1, 63, 17, 200]) == expected)
    }
}
