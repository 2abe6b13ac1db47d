import CAVFDSP

/// Weights that fade a block in and out before its spectrum is taken.
package enum Window {
    /// The Hann window `(1 − cos(2πn / count)) / 2`, periodic: halves shifted by half a window add up to 1.
    package static func hann(_ count: Int) -> [Float] {
        (0..<max(0, count)).map {
            Float(0.5 - 0.5 * avf_dsp_cos(2 * Double.pi * Double($0) / Double(count)))
        }
    }
}
