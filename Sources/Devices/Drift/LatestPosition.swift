import AVFRealtime

/// The newest of the positions that the stream that follows has published.
package struct LatestPosition: BitwiseCopyable, Sendable {
    private let reader: RingReader<StreamPosition>
    private var latest: StreamPosition?

    /// The positions of a ring, which must outlive this.
    package init(_ ring: FrameRing) { reader = ring.positions.reader }

    /// The newest position; nil before there was one.
    @_noLocks
    package mutating func newestPosition() -> StreamPosition? {
        while let position = reader.pop() { latest = position }
        return latest
    }
}
