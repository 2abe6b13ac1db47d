import AVFDSP
import Glibc

/// The lines that a wavering time puts beside a tone of 1 kHz: phase modulation, 2π f τ / 2 on each side.
enum SideLine {
    /// The largest line, 1 Hz or more from the tone, of the second half, in decibels of the tone's level.
    static func decibels(_ timeError: [Double], blocksPerSecond: Double) -> Double {
        // The second half, of long runs its last five minutes.
        let half = Array(timeError.suffix(min(timeError.count / 2, Int(300 * blocksPerSecond))))
        // Pieces of about 40 s: lines of 0.1 Hz.
        var size = 64
        while Double(2 * size) <= 55 * blocksPerSecond, 2 * size <= half.count { size *= 2 }
        let window = blackmanHarris(size)
        let cubics = cubicBasis(size)
        let scale = 2 / window.reduce(0, +) * .pi * 1000
        let lowest = Int((Double(size) / blocksPerSecond).rounded(.up))
        var fft = DoubleFFT(size: size)
        var largest = 1e-40
        for first in stride(from: 0, through: half.count - size, by: size) {
            // A slow drift is no line.
            var piece = Array(half[first..<first + size])
            for row in cubics { subtract(row, from: &piece) }
            for index in 0..<size { piece[index] *= window[index] }
            let spectrum = fft.spectrum(of: piece)
            for bin in lowest..<fft.binCount {
                let (real, imaginary) = (spectrum.real[bin], spectrum.imaginary[bin])
                largest = max(largest, real * real + imaginary * imaginary)
            }
        }
        return 20 * log10(largest.squareRoot() * scale)
    }

    // Four terms, −92 dB beside the main lobe (Harris, "On the Use of Windows", 1978).
    private static func blackmanHarris(_ size: Int) -> [Double] {
        (0..<size).map { index in
            let angle = 2 * Double.pi * Double(index) / Double(size)
            return 0.35875 - 0.48829 * cos(angle) + 0.14128 * cos(2 * angle) - 0.01168 * cos(3 * angle)
        }
    }

    /// Polynomials up to the third degree, orthogonal to each other and of length 1.
    private static func cubicBasis(_ count: Int) -> [[Double]] {
        var basis: [[Double]] = []
        for degree in 0...3 {
            var row = (0..<count).map { pow(2 * Double($0) / Double(count - 1) - 1, Double(degree)) }
            for other in basis { subtract(other, from: &row) }
            let norm = dot(row, row).squareRoot()
            basis.append(row.map { $0 / norm })
        }
        return basis
    }

    private static func subtract(_ unit: [Double], from row: inout [Double]) {
        let share = dot(unit, row)
        for index in 0..<row.count { row[index] -= share * unit[index] }
    }

    private static func dot(_ first: [Double], _ second: [Double]) -> Double {
        var sum = 0.0
        for index in 0..<first.count { sum += first[index] * second[index] }
        return sum
    }
}
