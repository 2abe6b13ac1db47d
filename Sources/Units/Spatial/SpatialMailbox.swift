import AVFRealtime
import AVFSpatial
import Synchronization

/// A set of transfer functions in a mixer's hands, or none.
///
/// Plain memory, which the mailbox frees on the control side.
struct HRTFLease: BitwiseCopyable {
    let view: HRTFView?
    /// Keeps the set until the lease is freed.
    private let set: Unmanaged<HRTFSet>?
    /// The next lease in the list of those that are over.
    var next: UnsafeMutableRawPointer?

    /// A lease on the heap. [control]
    static func make(_ set: HRTFSet?) -> UnsafeMutablePointer<HRTFLease> {
        let lease = UnsafeMutablePointer<HRTFLease>.allocate(capacity: 1)
        // Proof: released by `discard`, once for each lease.
        lease.initialize(to: HRTFLease(view: set?.view, set: set.map { Unmanaged.passRetained($0) }))
        return lease
    }

    /// Frees a lease that nobody uses. [control]
    static func discard(_ lease: UnsafeMutablePointer<HRTFLease>) {
        lease.pointee.set?.release()
        lease.deallocate()
    }
}

/// How sets come to the render side and back: each side takes what the other has put there, and neither
/// waits.
struct SpatialMailbox: ~Copyable {
    // Proof: a lease belongs to the side that has taken it out of an atomic.
    private let offered = Atomic<UnsafeMutableRawPointer?>(nil)
    /// The newest of the leases that are over; each leads to the one before.
    private let over = Atomic<UnsafeMutableRawPointer?>(nil)

    init() {}

    deinit {
        if let lease = Self.lease(offered.load(ordering: .acquiring)) { HRTFLease.discard(lease) }
        collect()
    }

    @_noLocks
    private static func lease(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<HRTFLease>? {
        memory.map { $0.assumingMemoryBound(to: HRTFLease.self) }
    }

    /// Gives the mixer another set, or none. [control]
    func offer(_ set: HRTFSet?) {
        let lease = UnsafeMutableRawPointer(HRTFLease.make(set))
        let unused = offered.exchange(lease, ordering: .acquiringAndReleasing)
        if let unused = Self.lease(unused) { HRTFLease.discard(unused) }
        collect()
    }

    /// Frees what is over. [control]
    func collect() {
        var next = Self.lease(over.exchange(nil, ordering: .acquiring))
        while let lease = next {
            next = Self.lease(lease.pointee.next)
            HRTFLease.discard(lease)
        }
    }

    /// Whether something was offered.
    ///
    /// Render thread, as what follows.
    var hasNews: Bool { @_noLocks get { offered.load(ordering: .relaxed) != nil } }

    /// What was offered.
    @_noLocks
    func takeOffer() -> UnsafeMutablePointer<HRTFLease>? {
        Self.lease(offered.exchange(nil, ordering: .acquiring))
    }

    /// Hands a lease back.
    ///
    /// The control side takes all of them at once, so the second try succeeds at the latest.
    @_noLocks
    func handBack(_ lease: UnsafeMutablePointer<HRTFLease>) {
        var newest = over.load(ordering: .relaxed)
        while true {
            lease.pointee.next = newest
            let (isDone, original) = over.compareExchange(
                expected: newest, desired: UnsafeMutableRawPointer(lease), ordering: .releasing)
            if isDone { return }
            newest = original
        }
    }
}
