/// How a set of head-related transfer functions is prepared.
package struct HRTFSettings: Sendable, Equatable {
    /// Of the engine, in Hz.
    package var sampleRateHz: Double
    /// Frames of each filter, a multiple of 16.
    package var tapCount: Int
    /// Filters that all moving sources share: 16 or 32.
    package var basisCount: Int
    /// Factor for the differences of the ears' delays: the listener's head by the measured one; 0.5…2.
    package var headScale: Double

    /// Settings; what lies outside of its range is clamped.
    ///
    /// - Parameters:
    ///   - sampleRateHz: 8000…384,000.
    ///   - basisCount: 32 costs more while sources move, and has octaves within half a decibel then.
    ///   - headScale: As the property.
    package init(sampleRateHz: Double, basisCount: Int = 16, headScale: Double = 1) {
        self.sampleRateHz = sampleRateHz.isFinite ? max(8000, min(384_000, sampleRateHz)) : 48_000
        // 2.67 ms: beyond them is the room that it was measured in.
        let taps = (128 * self.sampleRateHz / 48_000 / 16).rounded(.up) * 16
        tapCount = max(64, min(512, Int(taps)))
        self.basisCount = basisCount > 16 ? 32 : 16
        self.headScale = headScale.isFinite ? max(0.5, min(2, headScale)) : 1
    }

    /// Frames by which the earliest ear is late: what delays between frames need before them.
    package static var leastDelayFrames: Double { @_noLocks get { 16 } }
    /// Seconds by which the latest ear may be later than the earliest.
    static let mostDelaySeconds = 0.001_4

    /// Frames by which the latest ear is late at the most.
    package static func mostDelayFrames(_ sampleRateHz: Double) -> Int {
        Int(leastDelayFrames + mostDelaySeconds * sampleRateHz) + 1
    }
}
