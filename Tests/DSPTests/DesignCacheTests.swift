import Testing

@testable import AVFDSP

@Suite struct DesignCacheTests {
    private final class Sized: SharedDesign, @unchecked Sendable {  // Proof: constants.
        let size: Int

        init(_ key: Key, size: Int = 1) {
            self.size = size
            super.init(key)
        }

        override var byteCount: Int { size }
    }

    private func key(_ number: Int, _ quality: ResamplerQuality = .high) -> SharedDesign.Key {
        SharedDesign.Key(
            form: .groups, ratio: RateRatio(inputRateHz: Double(number), outputRateHz: 48_000),
            quality: quality, phase: .linear)
    }

    @Test func `the next converter between the same rates shares the table`() {
        let ratio = RateRatio(inputRateHz: 44_117, outputRateHz: 48_000)
        let first = ResamplerTable.shared(ratio: ratio, quality: .draft, phase: .linear)
        #expect(first === ResamplerTable.shared(ratio: ratio, quality: .draft, phase: .linear))
        #expect(first !== ResamplerTable.shared(ratio: ratio, quality: .medium, phase: .linear))
        #expect(first !== ResamplerTable.shared(ratio: ratio, quality: .draft, phase: .minimum))
    }

    @Test func `the 16 newest designs are kept, and older ones are freed`() {
        let cache = DesignCache()
        weak var oldest: Sized?
        do {
            let made = cache.design(key(1)) { Sized(key(1)) }
            oldest = made
        }
        for number in 2...16 { _ = cache.design(key(number)) { Sized(key(number)) } }
        #expect(oldest != nil)
        _ = cache.design(key(17)) { Sized(key(17)) }
        #expect(oldest == nil)
    }

    @Test func `a design of more than a mebibyte is not kept`() {
        let cache = DesignCache()
        weak var large: Sized?
        do {
            let made = cache.design(key(1)) { Sized(key(1), size: 1 << 20 + 1) }
            large = made
        }
        #expect(large == nil)
    }

    @Test func `threads that look at once each get the design that they asked for`() async {
        let cache = DesignCache()
        await withTaskGroup(of: Int.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    (0..<2000).count { turn in
                        let wanted = SharedDesign.Key(
                            form: .groups,
                            ratio: RateRatio(
                                inputRateHz: Double(1 + (turn * 7 + worker) % 20), outputRateHz: 48_000),
                            quality: .high, phase: .linear)
                        return cache.design(wanted) { Sized(wanted) }.key != wanted
                    }
                }
            }
            for await wrong in group { #expect(wrong == 0) }
        }
    }
}
