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
        values.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { reader.snapshot(into: base) } }
        #expect(values == [-0.25, 1, 1])
        #expect(reader.value(0) == -0.25)
        reader.publish(42, at: 0)
        #expect(block.load(0) == 42)
    }
}
