import CAVFRealtime

/// How a thread of the render side waits for another one's word within a block: for some microseconds
/// without sleeping, then in short naps, because the other thread may have lost its processor, perhaps to
/// this one.
@frozen
public struct Backoff: ~Copyable {
    @usableFromInline var patience = 2_000
    @usableFromInline var napWord: UInt32 = 0

    /// Nothing has been waited yet.
    @inlinable @_noLocks
    public init() {}

    /// Lets a moment pass.
    @inlinable @_noLocks
    public mutating func pause() {
        avf_rt_pause()
        patience &-= 1
        // No thread wakes this private word: the wait ends by its deadline.
        if patience < 0 { _ = avf_rt_word_wait(&napWord, 0, avf_rt_host_time() &+ 50_000) }
    }
}
