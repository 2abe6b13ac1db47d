import AVFRealtime

/// From a position on, bars have so many beats.
package struct MeterChange: BitwiseCopyable, Sendable, Equatable {
    /// Where, in units; a bar begins there.
    package var unit: Int64
    /// Beats of a bar, 1…255.
    package var numerator: UInt8
    /// What a beat is, as a power of two: 2 for a quarter note.
    package var denominatorPower: UInt8

    /// A change of meter; what is out of range is clamped.
    package init(unit: Int64, numerator: UInt8, denominatorPower: UInt8) {
        self.unit = unit
        self.numerator = max(1, numerator)
        self.denominatorPower = min(denominatorPower, 15)
    }
}

/// The bars of a song, somewhere in memory that a timeline owns.
package struct MeterTable: BitwiseCopyable, @unchecked Sendable {
    // Proof: the memory is written before the table is made, and never again.
    let changes: UnsafePointer<MeterChange>
    /// How many changes there are, at least one; the first is at unit 0.
    package let count: Int
    let unitsPerBeat: Int64

    /// The meter at a unit.
    @_noLocks
    package func meter(atUnit unit: Int64) -> MeterChange {
        var (low, high) = (0, count)
        while high &- low > 1 {
            let middle = (low &+ high) >> 1
            if changes[middle].unit <= unit { low = middle } else { high = middle }
        }
        return changes[low]
    }

    /// Where the bar of a unit begins.
    @_noLocks
    package func downbeatUnit(ofUnit unit: Int64) -> Int64 {
        let meter = meter(atUnit: unit)
        let length = (4 &* unitsPerBeat &* Int64(meter.numerator)) >> Int64(meter.denominatorPower)
        guard unit > meter.unit, length > 0 else { return meter.unit }
        return meter.unit &+ (unit &- meter.unit) / length &* length
    }
}
