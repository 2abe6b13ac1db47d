import AVFRender
import TestPlugins
import Testing

/// How plugins learn where the music is.
struct TransportTests {
    private static func harness(isolated: Bool) throws -> UnitHarness {
        try UnitHarness(
            PluginFixture.facts("clock"), inputs: [], outputs: [1], isolation: isolated ? .patient : nil)
    }

    private static func position(
        beat: Double, frame: Int64 = 0, tempo: Double = 120, isMoving: Bool = true
    ) -> TransportPosition {
        var position = TransportPosition()
        (position.isKnown, position.isMoving, position.frame) = (true, isMoving, frame)
        (position.tempo, position.beat, position.numerator) = (tempo, beat, 3)
        position.downbeat = (beat / 3).rounded(.down) * 3
        return position
    }

    private static func shown(_ harness: UnitHarness) -> [Float] { (2...7).map { harness.value(port: $0) } }

    @Test(arguments: [false, true])
    func `a plugin is told the position once, and again when it cannot know it`(isolated: Bool) throws {
        let harness = try Self.harness(isolated: isolated)
        harness.render([], frameCount: 480)
        #expect(harness.value(port: 2) == 0, "nobody knows anything")
        let now = Locked(Self.position(beat: 7, frame: 1000))
        harness.unit.transport.callback = { now.withLock { $0 } }
        harness.render([], frameCount: 480)
        let first: [Float] = [1, 120, 1, 2, 1, 1000]
        #expect(Self.shown(harness) == first, "the second beat of the third bar")
        // 480 frames are a hundredth of a second, and so 0.02 beats.
        now.withLock { $0 = Self.position(beat: 7.02, frame: 1480) }
        harness.render([], frameCount: 480)
        #expect(harness.value(port: 2) == 1, "that was to be expected")
        now.withLock { $0 = Self.position(beat: 7.04, frame: 1960, tempo: 90) }
        harness.render([], frameCount: 480)
        #expect(Self.shown(harness).prefix(2) == [2, 90])
        now.withLock { $0 = Self.position(beat: 0) }
        harness.render([], frameCount: 480)
        let back: [Float] = [3, 120, 0, 0, 1, 0]
        #expect(Self.shown(harness) == back)
        now.withLock { $0 = Self.position(beat: 0.02, frame: 480, isMoving: false) }
        harness.render([], frameCount: 480)
        #expect(harness.value(port: 2) == 4)
        #expect(harness.value(port: 6) == 0, "the speed")
        harness.render([], frameCount: 480)
        #expect(harness.value(port: 2) == 4, "it stands still")
        harness.unit.requestReset()
        harness.render([], frameCount: 480)
        #expect(harness.value(port: 2) == 5, "who has forgotten everything is told again")
    }

    @Test(arguments: [false, true])
    func `controls that are designated for the time follow it, within their range`(isolated: Bool) throws {
        let harness = try Self.harness(isolated: isolated)
        let tempo = Locked(90.0)
        harness.render([], frameCount: 64)
        #expect(harness.value(port: 9) == 120)
        harness.unit.transport.callback = { Self.position(beat: 0, tempo: tempo.withLock { $0 }) }
        harness.render([], frameCount: 64)
        #expect(harness.value(port: 9) == 90)
        tempo.withLock { $0 = 1000 }
        harness.render([], frameCount: 64)
        #expect(harness.value(port: 9) == 300)
    }

    @Test(arguments: [false, true])
    func `a block that is cut by a scheduled change is one block for the transport`(isolated: Bool) throws {
        let harness = try Self.harness(isolated: isolated)
        let asked = Locked<Int64>(0)
        harness.unit.transport.callback = {
            let block = asked.withLock { asked in
                defer { asked += 1 }
                return asked
            }
            return Self.position(beat: Double(block) * 0.02, frame: block * 480)
        }
        for block in 0..<3 {
            #expect(harness.unit.schedule(parameter: 6, value: 100, at: Int64(block) * 480 + 100))
            harness.render([], frameCount: 480)
        }
        #expect(asked.withLock { $0 } == 3)
        #expect(harness.value(port: 2) == 1)
    }

    @Test func `time that nobody can count does not harm`() throws {
        let harness = try Self.harness(isolated: false)
        let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0]
        for beat in odd {
            for number in odd {
                harness.unit.transport.callback = {
                    var position = TransportPosition()
                    (position.isKnown, position.isMoving, position.frame) = (true, true, .max)
                    (position.tempo, position.beat, position.numerator) = (number, beat, number)
                    (position.downbeat, position.denominator) = (beat, .max)
                    return position
                }
                for _ in 0..<2 { harness.render([], frameCount: 16) }
            }
        }
        #expect(harness.value(port: 2) > 0)
    }
}
