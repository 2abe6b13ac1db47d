import Glibc

extension Double {
    /// The number with so many digits behind the point; "-inf" for silence in decibels.
    func digits(_ count: Int) -> String {
        guard isFinite else { return self < 0 ? "-inf" : isNaN ? "nan" : "inf" }
        let scale = pow(10, Double(count))
        let scaled = (abs(self) * scale).rounded()
        guard scaled < 1e15 else { return "\(self)" }
        let whole = String(Int(scaled / scale))
        let isNegative = self < 0 && scaled > 0
        guard count > 0 else { return (isNegative ? "-" : "") + whole }
        let rest = String(Int(scaled.truncatingRemainder(dividingBy: scale)))
        return (isNegative ? "-" : "") + whole + "." + String(repeating: "0", count: count - rest.count)
            + rest
    }

    /// The number without needless digits.
    var plain: String { Int(exactly: self).map(String.init) ?? "\(self)" }

    /// A linear level in decibels; −∞ for silence.
    var decibels: Double { self > 0 ? 20 * log10(self) : -.infinity }

    /// The linear level of so many decibels.
    static func linear(decibels: Double) -> Double { pow(10, decibels / 20) }
}

extension Float {
    /// The number without needless digits.
    var plain: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}

extension String {
    /// The text filled up with spaces.
    func padded(to width: Int, alignsRight: Bool = false) -> String {
        let filling = String(repeating: " ", count: max(0, width - count))
        return alignsRight ? filling + self : self + filling
    }
}
