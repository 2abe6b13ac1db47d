import AVFRealtime
import CAVFDSP

/// Filters that delay by a fixed fraction of a frame, better than those that can move: sincs of 32 taps under
/// a Kaiser window, in a table of fractions between which values are interpolated cubically.
///
/// Kaiser, "Nonrecursive digital filter design using the I0-sinh window function", 1974.
package final class FractionalDelayTable: @unchecked Sendable {
    // Proof: nothing changes after it was made.
    private static let phaseCount = 64
    /// An error of −100 dB, up to four fifths of half of the sample rate.
    private static let beta = 10.06

    private let rows: OwnedBuffer<Double>

    /// The table. [control]
    package init() {
        let normalizer = 1 / avf_dsp_bessel_i0(Self.beta)
        // One phase more to each side.
        let rowCount = Self.phaseCount + 3
        rows = OwnedBuffer(count: rowCount * FractionalDelayView.tapCount) { place in
            let (row, tap) = place.quotientAndRemainder(dividingBy: FractionalDelayView.tapCount)
            let fraction = Double(row - 1) / Double(Self.phaseCount)
            let time = Double(tap - FractionalDelayView.latency) - fraction
            let share = time / (Double(FractionalDelayView.tapCount) / 2)
            let window = avf_dsp_bessel_i0(Self.beta * max(0, 1 - share * share).squareRoot()) * normalizer
            return window * (time == 0 ? 1 : avf_dsp_sin(.pi * time) / (.pi * time))
        }
    }

    /// Where the table lies; valid as long as it.
    package var view: FractionalDelayView {
        FractionalDelayView(rows: rows.pointer, phaseCount: Self.phaseCount)
    }
}

/// A table of delays as the render side sees it.
package struct FractionalDelayView: BitwiseCopyable, @unchecked Sendable {
    // Proof: what it leads to never changes, and lives as long as the table.
    /// Taps of a filter.
    package static var tapCount: Int { @_noLocks get { 32 } }
    /// Frames by which a filter delays at the fraction 0.
    package static var latency: Int { @_noLocks get { 15 } }

    private let rows: UnsafeMutablePointer<Double>
    private let phaseCount: Int

    init(rows: UnsafeMutablePointer<Double>, phaseCount: Int) {
        self.rows = rows
        self.phaseCount = phaseCount
    }

    /// Writes the 32 taps of a fraction, 0…1.
    ///
    /// Between phases: Lagrange's polynomial of the third degree.
    @_noLocks
    package func taps(fraction: Double, into taps: UnsafeMutablePointer<Float>) {
        let count = Self.tapCount
        let place = max(0, min(1, fraction)) * Double(phaseCount)
        let phase = min(phaseCount - 1, Int(place))
        let t = place - Double(phase)
        let row = rows + phase * count
        let a = -t * (t - 1) * (t - 2) / 6
        let b = (t + 1) * (t - 1) * (t - 2) / 2
        let c = -(t + 1) * t * (t - 2) / 2
        let d = (t + 1) * t * (t - 1) / 6
        for tap in 0..<count {
            let first = a * row[tap] + b * row[tap + count]
            taps[tap] = Float(first + (c * row[tap + 2 * count] + d * row[tap + 3 * count]))
        }
    }
}
