import CoreMedia
import Foundation
import Testing

@Suite struct CMTimeRangeTests {
    private func range(_ start: Int64, _ end: Int64, scale: Int32 = 10) -> CMTimeRange {
        CMTimeRange(start: time(start, scale), end: time(end, scale))
    }

    @Test func `a range has its start in it and not its end`() {
        let range = range(10, 20)
        #expect(range.containsTime(time(1, 1)))
        #expect(range.containsTime(time(1_999_999, 1_000_000)))
        #expect(!range.containsTime(range.end))
        #expect(!range.containsTime(time(9, 10)))
        #expect(!range.containsTime(time(1, 1, epoch: 1)))
        #expect(!range.containsTime(.indefinite))
        #expect(!CMTimeRange.zero.containsTime(.zero))
        #expect(!CMTimeRange.invalid.containsTime(.zero))
        #expect(CMTimeRange(start: .zero, duration: .positiveInfinity).containsTime(time(.max, 1)))
    }

    @Test func `a range is valid, empty or indefinite by its parts`() {
        #expect(CMTimeRange.zero.isValid && CMTimeRange.zero.isEmpty && !CMTimeRange.zero.isIndefinite)
        #expect(!CMTimeRange.invalid.isValid && !CMTimeRange.invalid.isEmpty)
        #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
        #expect(!CMTimeRange(start: .zero, duration: time(1, 1, epoch: 1)).isValid)
        #expect(!range(20, 10).isValid)
        #expect(!CMTimeRange(start: time(1, 1), end: time(2, 1, epoch: 1)).isValid)
        #expect(CMTIMERANGE_IS_VALID(range(1, 2)) && CMTIMERANGE_IS_INVALID(CMTimeRange()))
    }

    @Test func `union and intersection are those of the sets of times`() {
        // Every pair of ranges within 0..<6, held against sets of integers.
        let ranges = (0..<6).flatMap { start in (start..<6).map { (Int64(start), Int64($0)) } }
        for (a, b) in ranges {
            for (c, d) in ranges {
                let (first, second) = (Set(a..<b), Set(c..<d))
                let union = range(a, b).union(range(c, d))
                let both = range(a, b).intersection(range(c, d))
                let all = first.union(second)
                for tick in Int64(0)..<6 {
                    let isBetween = tick >= all.min() ?? 9 && tick <= all.max() ?? -1
                    #expect(union.containsTime(time(tick, 10)) == isBetween)
                    #expect(both.containsTime(time(tick, 10)) == first.intersection(second).contains(tick))
                }
                if !second.isEmpty {
                    #expect(range(a, b).containsTimeRange(range(c, d)) == second.isSubset(of: first))
                }
            }
        }
        #expect(range(0, 1).intersection(range(2, 3)) == .zero)
        #expect(!range(0, 1).union(.invalid).isValid)
    }

    @Test func `a time is clamped to start and end`() {
        #expect(CMTimeClampToRange(time(5, 10), range: range(10, 20)) == time(1, 1))
        #expect(CMTimeClampToRange(time(15, 10), range: range(10, 20)) == time(3, 2))
        #expect(CMTimeClampToRange(.positiveInfinity, range: range(10, 20)) == time(2, 1))
        #expect(!CMTimeClampToRange(.invalid, range: range(10, 20)).isValid)
        #expect(!CMTimeClampToRange(time(1, 1), range: .zero).isValid)
    }

    @Test func `a folded time is where a loop over the range is`() {
        for tick in Int64(-40)...40 {
            let folded = CMTimeFoldIntoRange(time(tick, 10), foldRange: range(10, 17))
            let expected = 10 + ((tick - 10) % 7 + 7) % 7
            #expect(folded == time(expected, 10))
        }
        #expect(!CMTimeFoldIntoRange(.zero, foldRange: .zero).isValid)
        #expect(!CMTimeFoldIntoRange(.indefinite, foldRange: range(0, 1)).isValid)
    }

    @Test func `a mapped time lies in the target where it lay in the source`() {
        let source = CMTimeRange(start: time(1, 3), duration: time(2, 7))
        let target = CMTimeRange(start: time(5, 1), duration: time(3, 11))
        func mapped(_ time: CMTime) -> CMTime {
            CMTimeMapTimeFromRangeToRange(time, fromRange: source, toRange: target)
        }
        #expect(mapped(source.start) == target.start)
        #expect(mapped(source.end) == target.end)
        // (1/2 − 1/3) · (3/11) / (2/7) + 5 = 7/44 + 5
        #expect(name(of: mapped(time(1, 2))) == "227/44")
        #expect(!mapped(time(1, 2, epoch: 1)).isValid)
        #expect(!CMTimeMapDurationFromRangeToRange(.zero, fromRange: .zero, toRange: target).isValid)
    }

    @Test func `between endless ranges a time only moves`() {
        let source = CMTimeRange(start: time(1, 1), duration: .positiveInfinity)
        let target = CMTimeRange(start: time(10, 1), duration: .positiveInfinity)
        #expect(CMTimeMapTimeFromRangeToRange(time(3, 1), fromRange: source, toRange: target) == time(12, 1))
    }

    @Test func `a gap has no source`() {
        let gap = CMTimeMappingMakeEmpty(target: range(0, 1))
        #expect(!gap.source.isValid)
        #expect(gap.target == range(0, 1))
        #expect(CMTimeMapping() == .invalid)
        #expect(CMTimeMappingMake(source: range(0, 1), target: range(1, 2)).source == range(0, 1))
    }

    @Test(arguments: [
        time(-1, 600), time(.min, .max, epoch: .min), .invalid, .indefinite, .positiveInfinity, .zero,
    ])
    func `a time comes out of an NSValue as it went in`(_ original: CMTime) {
        let object = NSValue(time: original)
        let result = object.timeValue
        #expect(result.value == original.value && result.timescale == original.timescale)
        #expect(result.flags == original.flags && result.epoch == original.epoch)
        #expect(object == NSValue(time: original))
        #expect(object != NSValue(time: time(-2, 600)))
    }

    @Test func `a range comes out of an NSValue as it went in`() {
        for start in [time(-1, 600), time(.min, .max, epoch: -(1 << 47)), .indefinite, .invalid] {
            let original = CMTimeRange(start: start, duration: time(.max, .max - 1))
            let object = NSValue(timeRange: original)
            #expect(object.timeRangeValue == original)
            #expect(object.timeRangeValue.start.epoch == original.start.epoch)
            #expect(object == NSValue(timeRange: original))
        }
        let tooFar = CMTimeRange(start: time(0, 1, epoch: 1 << 47), duration: time(1, 1))
        #expect(!NSValue(timeRange: tooFar).timeRangeValue.isValid)
    }
}
