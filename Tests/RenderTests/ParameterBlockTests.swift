import AVFRender
import Testing

@Suite struct ParameterBlockTests {
    private let block = ParameterBlock([
        ParameterSpec("Level", -1...2, default: 0.5, .generic, "A level."),
        ParameterSpec("Mode", 0...3, default: 1, .indexed, "A mode."),
        ParameterSpec("Odd", 0...1, default: 7, .generic, "Its default lies outside."),
    ])

    @Test func `a new block holds the defaults, those outside moved to the nearest end`() {
        #expect((0..<block.count).map(block.load) == [0.5, 1, 1])
    }

    @Test(arguments: [
        (0, -5, -1), (0, 5, 2), (0, 1.25, 1.25), (1, 1.6, 2), (1, 99, 3), (0, Float.infinity, 2),
    ])
    func `a value is moved into its range, and to a whole number where only those mean something`(
        index: Int, value: Float, expected: Float
    ) {
        block.store(value, at: index)
        #expect(block.load(index) == expected)
    }

    @Test func `NaN changes nothing`() {
        block.store(1.5, at: 0)
        block.store(.nan, at: 0)
        #expect(block.load(0) == 1.5)
    }

    @Test(arguments: [-1, 3, Int.max, Int.min])
    func `a place that does not exist takes nothing and holds 0`(index: Int) {
        block.store(1, at: index)
        #expect(block.load(index) == 0)
        #expect((0..<block.count).map(block.load) == [0.5, 1, 1])
    }

    @Test func `the render side sees every target and publishes meters`() {
        block.store(-0.25, at: 0)
        var values = [Float](repeating: .nan, count: block.count)
        let reader = block.reader
        #expect(look(&values, seen: 0) != 0)
        #expect(values == [-0.25, 1, 1])
        #expect(reader.value(0) == -0.25)
        reader.publish(42, at: 0)
        #expect(block.load(0) == 42)
    }

    @Test func `what was seen is copied again only after a target was set to another value`() {
        var values = [Float](repeating: .nan, count: block.count)
        var seen = look(&values, seen: 0)
        values[1] = -7
        block.store(block.load(1), at: 1)
        seen = look(&values, seen: seen)
        #expect(values[1] == -7)
        block.store(0.25, at: 0)
        _ = look(&values, seen: seen)
        #expect(values == [0.25, 1, 1])
    }

    private func look(_ values: inout [Float], seen: UInt32) -> UInt32 {
        values.withUnsafeMutableBufferPointer {
            $0.baseAddress.map { block.reader.snapshot(into: $0, seen: seen) } ?? seen
        }
    }
}
