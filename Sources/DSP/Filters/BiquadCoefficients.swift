/// One second-order section: `H(z) = (b0 + b1 z⁻¹ + b2 z⁻²) / (1 + a1 z⁻¹ + a2 z⁻²)`.
@frozen
public struct BiquadCoefficients: Equatable, Sendable {
    /// Weight of the newest input sample.
    public var b0: Double
    /// Weight of the input one sample ago.
    public var b1: Double
    /// Weight of the input two samples ago.
    public var b2: Double
    /// Weight of the output one sample ago, subtracted.
    public var a1: Double
    /// Weight of the output two samples ago, subtracted.
    public var a2: Double

    /// A section with these coefficients, already divided by a0.
    @_noLocks @inlinable
    public init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
        self.b0 = b0
        self.b1 = b1
        self.b2 = b2
        self.a1 = a1
        self.a2 = a2
    }

    /// The section that hands its input on.
    @inlinable
    public static var identity: BiquadCoefficients {
        @_noLocks get { .init(b0: 1, b1: 0, b2: 0, a1: 0, a2: 0) }
    }

    /// Whether two sections have the same coefficients.
    @_noLocks @inlinable
    public static func == (left: BiquadCoefficients, right: BiquadCoefficients) -> Bool {
        left.b0 == right.b0 && left.b1 == right.b1 && left.b2 == right.b2 && left.a1 == right.a1
            && left.a2 == right.a2
    }
}
