/// A `cdl` chunk: a condition on the synthesizer, below which a list counts or not.
///
/// DLS Level 2.2, section “Conditional chunk”: a program for a stack of 32-bit numbers. X is the number on
/// top and Y the one below. What cannot be evaluated counts as true, so that nothing is lost.
struct DLSCondition {
    /// What is asked, as 16 bytes of the file: the first three fields little-endian.
    private enum Query {
        static func id(_ first: UInt32, _ second: UInt16, _ third: UInt16, _ rest: [UInt8]) -> [UInt8] {
            let numbers = [first, UInt32(second) | UInt32(third) << 16]
            return numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
                + rest
        }

        static let hardware: [UInt8] = [0xA7, 0x60, 0x00, 0x00, 0xF8, 0x75, 0xAC, 0x12]
        static let generalMIDI = id(0x178F_2F24, 0xC364, 0x11D1, hardware)
        static let generalStandard = id(0x178F_2F25, 0xC364, 0x11D1, hardware)
        static let extendedGeneral = id(0x178F_2F26, 0xC364, 0x11D1, hardware)
        static let level1 = id(0x178F_2F27, 0xC364, 0x11D1, hardware)
        static let memorySize = id(0x178F_2F28, 0xC364, 0x11D1, hardware)
        static let level2 = id(
            0xF145_99E5, 0x4689, 0x11D2, [0xAF, 0xA6, 0x00, 0xAA, 0x00, 0x24, 0xD8, 0xB6])
    }

    /// The answer of this synthesizer: both levels, no sounds in hardware, memory without a limit.
    private static func answer(_ query: [UInt8]) -> UInt32? {
        switch query {
        case Query.level1, Query.level2: 1
        case Query.generalMIDI, Query.generalStandard, Query.extendedGeneral: 0
        case Query.memorySize: .max
        default: nil
        }
    }

    private var stack: [UInt32] = []

    /// Whether the condition holds.
    static func holds(_ bytes: Bytes) -> Bool {
        var condition = DLSCondition()
        var offset = 0
        while offset + 2 <= bytes.count {
            guard let length = condition.step(bytes, offset) else { return true }
            offset += length
        }
        return condition.stack.last.map { $0 != 0 } ?? true
    }

    /// Runs one instruction; its length, nil if it cannot be run.
    private mutating func step(_ bytes: Bytes, _ offset: Int) -> Int? {
        switch bytes.u16(offset) {
        case 16:
            guard offset + 6 <= bytes.count else { return nil }
            stack.append(UInt32(bytes.u32(offset + 2)))
            return 6
        case 17, 18:
            guard offset + 18 <= bytes.count else { return nil }
            let answer = Self.answer(bytes.slice(at: offset + 2, count: 16).array)
            stack.append(bytes.u16(offset) == 17 ? answer ?? 0 : answer == nil ? 0 : 1)
            return 18
        case 15:
            guard let top = stack.popLast() else { return nil }
            stack.append(top == 0 ? 1 : 0)
            return 2
        case let code:
            guard let x = stack.popLast(), let y = stack.popLast(), let result = Self.result(code, x, y)
            else {
                return nil
            }
            stack.append(result)
            return 2
        }
    }

    private static func result(_ code: Int, _ x: UInt32, _ y: UInt32) -> UInt32? {
        switch code {
        case 1: x & y
        case 2: x | y
        case 3: x ^ y
        case 4: x &+ y
        case 5: x &- y
        case 6: x &* y
        case 7: y == 0 ? nil : x / y
        case 8: x != 0 && y != 0 ? 1 : 0
        case 9: x != 0 || y != 0 ? 1 : 0
        case 10: x < y ? 1 : 0
        case 11: x <= y ? 1 : 0
        case 12: x > y ? 1 : 0
        case 13: x >= y ? 1 : 0
        case 14: x == y ? 1 : 0
        default: nil
        }
    }
}
