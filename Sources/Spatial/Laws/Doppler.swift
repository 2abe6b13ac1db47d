import CAVFDSP

/// How much higher a moving source sounds to a moving listener.
package enum Doppler {
    /// The ratio of the frequencies, limited to 0.5…2.
    /// - Parameters:
    ///   - sourceSpeed: Metres a second by which the source comes closer.
    ///   - listenerSpeed: Metres a second by which the listener comes closer.
    /// - Returns: What is heard, divided by what sounds.
    @_noLocks
    package static func ratio(sourceSpeed: Double, listenerSpeed: Double = 0) -> Double {
        let speed = SphericalHead.speedOfSound
        guard sourceSpeed.isFinite, listenerSpeed.isFinite, sourceSpeed < speed else { return 2 }
        return max(0.5, min(2, (speed + listenerSpeed) / (speed - sourceSpeed)))
    }
}
