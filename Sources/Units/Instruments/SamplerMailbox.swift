import AVFRealtime
import Synchronization

/// How programs come to the render side and back: each side takes what the other has put there, and neither
/// waits.
struct SamplerMailboxContents: ~Copyable {
    // Proof: a reference belongs to the side that has taken it out of an atomic.
    static var partCount: Int { @_noLocks get { 16 } }

    private let offered = OwnedBuffer<Atomic<UnsafeMutableRawPointer?>>(count: 16) { _ in Atomic(nil) }
    /// A bit for each part that something was offered to.
    private let news = Atomic<UInt32>(0)
    /// The newest of the references that are over; each leads to the one before.
    private let over = Atomic<UnsafeMutableRawPointer?>(nil)

    init() {}

    deinit {
        for part in 0..<Self.partCount {
            if let reference = Self.reference(offered.pointer[part].load(ordering: .acquiring)) {
                SamplerProgramReference.discard(reference)
            }
        }
        collect()
    }

    @_noLocks
    private static func reference(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<
        SamplerProgramReference
    >? {
        memory.map { $0.assumingMemoryBound(to: SamplerProgramReference.self) }
    }

    /// Gives a part another set, which it takes with its next block. [control]
    func offer(_ set: SamplerProgramSet?, part: Int) {
        let reference = UnsafeMutableRawPointer(SamplerProgramReference.make(set))
        let unused = offered.pointer[part].exchange(reference, ordering: .acquiringAndReleasing)
        if let unused = Self.reference(unused) { SamplerProgramReference.discard(unused) }
        news.bitwiseOr(1 << UInt32(part), ordering: .releasing)
    }

    /// Frees what is over. [control]
    func collect() {
        var next = Self.reference(over.exchange(nil, ordering: .acquiring))
        while let reference = next {
            next = Self.reference(reference.pointee.next)
            SamplerProgramReference.discard(reference)
        }
    }

    /// The parts that something was offered to since the last call, as bits.
    ///
    /// Render thread.
    @_noLocks
    func takeNews() -> UInt32 {
        news.load(ordering: .relaxed) == 0 ? 0 : news.exchange(0, ordering: .acquiring)
    }

    /// What a part was offered.
    ///
    /// Render thread.
    @_noLocks
    func take(part: Int) -> UnsafeMutablePointer<SamplerProgramReference>? {
        Self.reference(offered.pointer[part].exchange(nil, ordering: .acquiring))
    }

    /// Hands back a reference that neither a part nor a voice uses.
    ///
    /// Render thread. The control side takes all of them at once, so the second try succeeds at the latest.
    @_noLocks
    func giveBack(_ reference: UnsafeMutablePointer<SamplerProgramReference>) {
        var newest = over.load(ordering: .relaxed)
        while true {
            reference.pointee.next = newest
            let (isDone, original) = over.compareExchange(
                expected: newest, desired: UnsafeMutableRawPointer(reference), ordering: .releasing)
            if isDone { return }
            newest = original
        }
    }
}

/// Where a sampler's mailbox is; nowhere for a kernel that has none, and so no programs.
package struct SamplerMailbox: BitwiseCopyable, @unchecked Sendable {
    // Proof: the pointer never changes, and what it leads to is made for two sides.
    private let post: UnsafeMutablePointer<SamplerMailboxContents>?

    @_noLocks
    init(_ post: UnsafeMutablePointer<SamplerMailboxContents>?) { self.post = post }

    /// One on the heap. [control]
    static func make() -> SamplerMailbox {
        let post = UnsafeMutablePointer<SamplerMailboxContents>.allocate(capacity: 1)
        post.initialize(to: SamplerMailboxContents())
        return SamplerMailbox(post)
    }

    /// Frees it with what is in it. [control]
    func discard() {
        post?.deinitialize(count: 1)
        post?.deallocate()
    }

    /// As the post's. [control]
    func offer(_ set: SamplerProgramSet?, part: Int) { post?.pointee.offer(set, part: part) }

    /// As the post's. [control]
    func collect() { post?.pointee.collect() }

    /// One part or voice less uses a reference.
    ///
    /// Render thread, as what follows.
    @_noLocks
    func endUse(_ reference: UnsafeMutablePointer<SamplerProgramReference>) {
        reference.pointee.useCount &-= 1
        if reference.pointee.useCount == 0, let post { post.pointee.giveBack(reference) }
    }

    @_noLocks
    func takeNews() -> UInt32 { post?.pointee.takeNews() ?? 0 }

    @_noLocks
    func take(part: Int) -> UnsafeMutablePointer<SamplerProgramReference>? { post?.pointee.take(part: part) }
}
