import CAVFRealtime
import Synchronization

/// Tells the control side when one render thread is inside something, and keeps it out on request.
///
/// The render thread never waits: it is let in or turned away. The control side waits until the render
/// thread has come out, which is the end of a block.
///
/// Dekker's algorithm: each side raises its own flag, passes a fence and looks at the other's, so at least
/// one sees the other. The fence of the render side costs nothing where the kernel can make the control
/// side's one do for both (membarrier(2)).
@frozen
public struct Gate: ~Copyable, Sendable {
    @usableFromInline let isInside = Atomic<Bool>(false)
    @usableFromInline let isClosed = Atomic<Bool>(false)

    /// An open gate without a thread inside.
    @inlinable
    public init() {}

    /// Comes in; false if the gate is closed.
    ///
    /// `leave` follows only if true. [render]
    @inlinable @inline(__always) @_noLocks
    public func enter() -> Bool {
        isInside.store(true, ordering: .relaxed)
        avf_rt_fence_light()
        guard isClosed.load(ordering: .acquiring) else { return true }
        isInside.store(false, ordering: .releasing)
        return false
    }

    /// Goes out. [render]
    @inlinable @inline(__always) @_noLocks
    public func leave() { isInside.store(false, ordering: .releasing) }

    /// Closes the gate and waits until the render thread is out; another thread that has closed it is waited
    /// for first. [control]
    public func close() {
        while isClosed.exchange(true, ordering: .acquiring) { Nap.briefly() }
        waitUntilEmpty()
    }

    /// Closes the gate for good and waits until the render thread is out; may be called again. [control]
    public func closeForGood() {
        isClosed.store(true, ordering: .releasing)
        waitUntilEmpty()
    }

    /// Opens the gate again. [control, by who has closed it]
    public func open() { isClosed.store(false, ordering: .releasing) }

    /// Runs a body while the render thread stays out. [control]
    public func whileClosed<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        close()
        defer { open() }
        return try body()
    }

    /// Waits until a render thread that came in before this call is out, while others may come in: what was
    /// taken from its sight before the call is not used any more afterwards.
    ///
    /// False if it is still inside after so many milliseconds. [control]
    @discardableResult
    public func waitUntilEmpty(atMostMilliseconds limit: Int = .max) -> Bool {
        avf_rt_fence_heavy()
        let end = limit == .max ? UInt64.max : avf_rt_host_time() &+ UInt64(limit) &* 1_000_000
        while isInside.load(ordering: .acquiring) {
            guard avf_rt_host_time() < end else { return false }
            Nap.briefly()
        }
        return true
    }
}

/// Lets one thread at a time in: who must not wait asks once, the control side may wait.
@frozen
public struct TryLock: ~Copyable, Sendable {
    @usableFromInline let isTaken = Atomic<Bool>(false)

    /// A free lock.
    @inlinable
    public init() {}

    /// Takes the lock if it is free; `unlock` follows only if true. [any]
    @inlinable @inline(__always)
    public func tryLock() -> Bool { !isTaken.exchange(true, ordering: .acquiring) }

    /// Gives the lock back. [any]
    @inlinable @inline(__always)
    public func unlock() { isTaken.store(false, ordering: .releasing) }

    /// Runs a body with the lock, after waiting for it. [control]
    public func withLock<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        while !tryLock() { Nap.briefly() }
        defer { unlock() }
        return try body()
    }
}
