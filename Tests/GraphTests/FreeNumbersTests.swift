import TestSupport
import Testing

@testable import AVFGraph

struct FreeNumbersTests {
    @Test func `the lowest number comes first, as from a sorted list`() {
        var free = FreeNumbers()
        var sorted: [Int] = []
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            if Bool.random(using: &random) {
                let number = Int.random(in: 0..<100, using: &random)
                free.insert(number)
                sorted.append(number)
                sorted.sort()
            } else {
                #expect(free.takeLowest() == (sorted.isEmpty ? nil : sorted.removeFirst()))
            }
        }
    }
}
