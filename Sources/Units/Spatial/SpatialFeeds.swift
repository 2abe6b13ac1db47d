import AVFRealtime
import CAVFDSP

/// The signals that go into each bus in this stretch of a cell, in the order of the sources.
struct SpatialFeeds: ~Copyable {
    /// The buses.
    enum Bus: Int, BitwiseCopyable {
        /// Shared filters of the left and of the right ear.
        case basisLeft, basisRight
        /// Filters of each source's own.
        case ownLeft, ownRight
        /// A sound field for both ears.
        case field
        /// Loudspeakers, and the two channels of the reverb behind them.
        case speakers
    }

    private static var busCount: Int { @_noLocks get { 6 } }

    private let feeds: OwnedBuffer<avf_dsp_spatial_feed>
    private let counts = OwnedBuffer<Int>(repeating: 0, count: 6)
    private let capacity: Int
    /// What an empty place leads to.
    private let silence = OwnedBuffer<Float>(repeating: 0, count: 16)

    /// Lists with room for so many signals each.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
        let place = silence.pointer
        feeds = OwnedBuffer(count: Self.busCount * self.capacity) { _ in
            avf_dsp_spatial_feed(input: place, gains: place, steps: nil, rowCount: 0)
        }
    }

    @_noLocks
    func empty() {
        for bus in 0..<Self.busCount { counts.pointer[bus] = 0 }
    }

    /// Adds a signal, unless nothing of it would be heard.
    @_noLocks
    func append(_ gains: SpatialGains, _ input: UnsafePointer<Float>, to bus: Bus) {
        guard !gains.isZero, counts.pointer[bus.rawValue] < capacity else { return }
        feeds.pointer[bus.rawValue &* capacity &+ counts.pointer[bus.rawValue]] = gains.feed(input)
        counts.pointer[bus.rawValue] &+= 1
    }

    @_noLocks
    func count(_ bus: Bus) -> Int { counts.pointer[bus.rawValue] }

    @_noLocks
    func first(_ bus: Bus) -> UnsafePointer<avf_dsp_spatial_feed> {
        UnsafePointer(feeds.pointer + bus.rawValue &* capacity)
    }
}
