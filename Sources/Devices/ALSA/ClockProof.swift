/// Watches whether a device takes frames as time goes by, or as fast as they come.
///
/// A card's buffer is filled once; after that it takes what it has played. What writes into files or throws
/// away has no such clock, whatever its name and however many plugins of ALSA stand before it.
package struct ClockProof {
    private let format: DeviceStreamFormat
    private var beginNanoseconds: UInt64 = 0
    private var takenFrameCount = 0

    /// A card's clock may run some 0.1 % fast, which must not add up.
    private static let windowNanoseconds: UInt64 = 1_000_000_000

    package init(format: DeviceStreamFormat) { self.format = format }

    /// The card's buffer is empty.
    package mutating func begin(now: UInt64) { (beginNanoseconds, takenFrameCount) = (now, 0) }

    /// The card has taken frames.
    package mutating func note(frameCount: Int, now: UInt64) {
        takenFrameCount += frameCount
        if !isMissing(now: now), now > beginNanoseconds + Self.windowNanoseconds { begin(now: now) }
        isMissing = isMissing(now: now)
    }

    /// Whether more frames were taken than a clock explains.
    package private(set) var isMissing = false

    /// Frames that were taken before their time.
    package func aheadFrameCount(now: UInt64) -> Int {
        max(0, takenFrameCount - format.frameCount(inNanoseconds: now - min(now, beginNanoseconds)))
    }

    private func isMissing(now: UInt64) -> Bool {
        aheadFrameCount(now: now) > format.bufferFrameCount + 4 * format.periodFrameCount
    }
}
