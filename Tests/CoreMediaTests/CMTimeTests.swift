import CoreMedia
import Foundation
import Testing

@Suite struct CMTimeTests {
    @Test(arguments: CMTimeCase.sums + CMTimeCase.conversions + CMTimeCase.products + CMTimeCase.seconds)
    func `a calculation gives what Apple's documentation says`(_ theCase: CMTimeCase) {
        #expect(name(of: theCase.result) == theCase.expected, "\(theCase.calculation)")
    }

    @Test(
        arguments: [
            (time(1, 2), time(500, 1000), 0), (.negativeInfinity, time(.min, 1), -1),
            (.indefinite, time(1_000_000_000_000_000_000, 1), 1), (.positiveInfinity, .indefinite, 1),
            (.invalid, .positiveInfinity, 1), (time(9, 1), time(1, 1, epoch: 1), -1), (.invalid, .invalid, 0),
            (time(.max, 1), time(.max, 2), 1), (time(.max, .max), time(.max - 1, .max), 1),
        ] as [(CMTime, CMTime, Int32)])
    func `times are compared exactly, and each kind has its place`(
        _ first: CMTime, _ second: CMTime, _ order: Int32
    ) {
        #expect(CMTimeCompare(first, second) == order)
        #expect(CMTimeCompare(second, first) == -order)
        #expect((first < second) == (order < 0))
        #expect((first >= second) == (order >= 0))
        #expect(CMTimeMinimum(first, second) == (order <= 0 ? first : second))
        #expect(CMTimeMaximum(first, second) == (order >= 0 ? first : second))
    }

    @Test func `equal times have equal hashes`() {
        let half = Set([time(1, 2), time(500, 1000), time(24_000, 48_000)])
        #expect(half.count == 1)
        #expect(Set([time(0, 3), time(0, 600), .zero]).count == 1)
        #expect(Set([time(1, 2), time(-1, 2), time(1, 2, epoch: 1)]).count == 3)
        #expect(Set([.invalid, .indefinite, .positiveInfinity, .negativeInfinity, CMTime()]).count == 4)
    }

    @Test func `seconds of times that are no numbers are infinite or not a number`() {
        #expect(time(3, 2).seconds == 1.5)
        #expect(CMTime.positiveInfinity.seconds == .infinity)
        #expect(CMTime.negativeInfinity.seconds == -.infinity)
        #expect(CMTime.indefinite.seconds.isNaN)
        #expect(CMTime.invalid.seconds.isNaN)
    }

    @Test func `rounding is inherited`() {
        let third = time(1, 3).convertScale(10, method: .default)
        #expect(third.hasBeenRounded)
        #expect((third + time(1, 10)).hasBeenRounded)
        #expect((time(1, 10) - third).hasBeenRounded)
        #expect(CMTimeMultiply(third, multiplier: 3).hasBeenRounded)
        #expect(CMTimeMultiplyByRatio(third, multiplier: 3, divisor: 1).hasBeenRounded)
        #expect(third.convertScale(20, method: .default).hasBeenRounded)
        #expect(CMTimeAbsoluteValue(CMTimeMultiply(third, multiplier: -1)).hasBeenRounded)
    }

    @Test func `no parts of a time end the program, and a number without a scale is invalid`() {
        let flags = (0..<64).map { CMTimeFlags(rawValue: $0) }
        for (value, scale) in [(1, 0), (1, -1), (.min, .min), (0, 0), (.max, .max)] as [(Int64, Int32)] {
            for flags in flags {
                let odd = CMTime(value: value, timescale: scale, flags: flags, epoch: .min)
                let results = [
                    odd + odd, odd - odd, odd + time(1, 2), CMTimeMultiply(odd, multiplier: .min),
                    CMTimeMultiplyByFloat64(odd, multiplier: -1e-9), CMTimeAbsoluteValue(odd),
                    CMTimeMultiplyByRatio(odd, multiplier: .min, divisor: .min),
                    odd.convertScale(.max, method: .quickTime),
                    CMTimeFoldIntoRange(odd, foldRange: CMTimeRange(start: odd, duration: odd)),
                    CMTimeMapTimeFromRangeToRange(
                        odd, fromRange: CMTimeRange(start: odd, duration: time(1, 2)),
                        toRange: CMTimeRange(start: odd, duration: time(1, 2))),
                ]
                #expect(results.allSatisfy { !$0.isNumeric || $0.timescale > 0 || $0 == odd })
                #expect(odd == odd)
                _ = (odd.hashValue, odd.description, odd.seconds)
            }
        }
        #expect(CMTime(value: 1, timescale: 0) == .invalid)
    }

    @Test func `descriptions tell value, scale, seconds and what the flags say`() {
        #expect(time(5, 2).description == "{5/2 = 2.500}")
        #expect(time(5, 2).convertScale(1, method: .default).description == "{3/1 = 3.000, rounded}")
        #expect(time(1, 1, epoch: 2).description == "{1/1 = 1.000, epoch 2}")
        #expect("\([.invalid, .indefinite] as [CMTime])" == "[{INVALID}, {INDEFINITE}]")
        #expect("\([.positiveInfinity, .negativeInfinity] as [CMTime])" == "[{+INFINITY}, {-INFINITY}]")
        #expect(CMTimeRange.zero.description == "{{0/1 = 0.000}, {0/1 = 0.000}}")
    }

    @Test func `a time has the size of Apple's`() {
        #expect(MemoryLayout<CMTime>.size == 24)
        #expect(MemoryLayout<CMTimeRange>.size == 48)
        #expect(MemoryLayout<CMTimeMapping>.size == 96)
        #expect(kCMTimeMaxTimescale == Int(Int32.max))
    }

    @Test(arguments: [time(-7, 600), time(.min, .max, epoch: -9), .invalid, .indefinite, .negativeInfinity])
    func `a time is decoded as it was encoded`(_ original: CMTime) throws {
        let mapping = CMTimeMapping(
            source: CMTimeRange(start: original, duration: time(1, 3)), target: .zero)
        let decoded = try JSONDecoder().decode(CMTimeMapping.self, from: try JSONEncoder().encode(mapping))
        #expect(decoded.source.start.value == original.value)
        #expect(decoded.source.start.timescale == original.timescale)
        #expect(decoded.source.start.flags == original.flags)
        #expect(decoded.source.start.epoch == original.epoch)
        #expect(decoded == mapping)
    }

    @Test func `a number without a scale is not decoded`() {
        let text = Data(#"{"value":1,"timescale":0,"flags":1,"epoch":0}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CMTime.self, from: text) }
    }
}
