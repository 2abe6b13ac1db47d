public import Foundation

/// Times as objects, as lists of AVFoundation's hold them.
///
/// Foundation on Linux puts no C struct of another library into an `NSValue`; the bits travel in a
/// rectangle's four numbers. Two such objects are equal if all parts of their times are.
extension NSValue {
    /// A time as an object.
    public convenience init(time: CMTime) {
        var bits = PackedBits()
        bits.append(UInt64(bitPattern: time.value), count: 64)
        bits.append(UInt64(UInt32(bitPattern: time.timescale)), count: 32)
        bits.append(UInt64(time.flags.rawValue), count: 32)
        bits.append(UInt64(bitPattern: time.epoch), count: 64)
        self.init(rect: bits.rectangle)
    }

    /// The time of an object that `init(time:)` has made; of another one, any time.
    public var timeValue: CMTime {
        var bits = PackedBits(rectValue)
        return CMTime(
            value: CMTimeValue(bitPattern: bits.next(64)),
            timescale: CMTimeScale(truncatingIfNeeded: bits.next(32)),
            flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: bits.next(32))),
            epoch: CMTimeEpoch(bitPattern: bits.next(64)))
    }

    /// A range as an object; an invalid one if a scale is negative, or the start's epoch beyond 48 bits.
    public convenience init(timeRange: CMTimeRange) {
        let range = timeRange.fitsObject ? timeRange : .invalid
        var bits = PackedBits()
        for time in [range.start, range.duration] {
            bits.append(UInt64(bitPattern: time.value), count: 64)
            bits.append(UInt64(time.timescale.magnitude), count: 31)
            bits.append(UInt64(time.flags.rawValue), count: 5)
        }
        bits.append(UInt64(bitPattern: range.start.epoch), count: 48)
        self.init(rect: bits.rectangle)
    }

    /// The range of an object that `init(timeRange:)` has made; of another one, any range.
    public var timeRangeValue: CMTimeRange {
        var bits = PackedBits(rectValue)
        var times = (0..<2).map { _ in
            CMTime(
                value: CMTimeValue(bitPattern: bits.next(64)),
                timescale: CMTimeScale(truncatingIfNeeded: bits.next(31)),
                flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: bits.next(5))), epoch: 0)
        }
        times[0].epoch = CMTimeEpoch(bitPattern: bits.next(48) << 16) >> 16
        return CMTimeRange(unchecked: times[0], times[1])
    }
}

extension CMTimeRange {
    /// Whether all its parts have room in 248 bits.
    fileprivate var fitsObject: Bool {
        let times = [start, duration]
        return times.allSatisfy { $0.timescale >= 0 && $0.flags.rawValue < 32 } && duration.epoch == 0
            && (start.epoch << 16) >> 16 == start.epoch
    }
}

/// 248 bits in four floating-point numbers.
///
/// The highest bit of each exponent is 0 and the next one 1: none of the numbers is 0, subnormal, infinite
/// or not a number, so that they survive every copy, and equal bits are equal numbers.
private struct PackedBits {
    private var words: [UInt64] = [0, 0, 0, 0]
    private var position = 0

    init() {}

    init(_ rectangle: NSRect) {
        let numbers = [rectangle.origin.x, rectangle.origin.y, rectangle.size.width, rectangle.size.height]
        words = numbers.map {
            let bits = Double($0).bitPattern
            return bits & 0x1fff_ffff_ffff_ffff | (bits >> 63) << 61
        }
    }

    var rectangle: NSRect {
        let numbers = words.map { word in
            Double(bitPattern: word & 0x1fff_ffff_ffff_ffff | (word >> 61) << 63 | 1 << 61)
        }
        return NSRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    mutating func append(_ value: UInt64, count: Int) {
        for bit in 0..<count {
            words[position / 62] |= (value >> UInt64(bit) & 1) << UInt64(position % 62)
            position += 1
        }
    }

    mutating func next(_ count: Int) -> UInt64 {
        var value: UInt64 = 0
        for bit in 0..<count {
            value |= (words[position / 62] >> UInt64(position % 62) & 1) << UInt64(bit)
            position += 1
        }
        return value
    }
}
