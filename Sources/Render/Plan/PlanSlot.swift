import Synchronization

/// Hands plans to the render thread and takes them back.
///
/// Plans cross as bits; ownership crosses with them.
///
/// The control side publishes with one exchange. The render side adopts the newest plan, but only once there
/// is room to hand the old one back, so nothing is freed and nothing is lost on the render thread.
package struct PlanSlot: @unchecked Sendable {
    // Proof: `pending` and `retired` are atomic; `current` is touched by the render thread only, or with the
    // renderer stopped.
    private let pending: UnsafeMutablePointer<Atomic<UInt>>
    private let retired: UnsafeMutablePointer<Atomic<UInt>>
    private let current: UnsafeMutablePointer<UInt>

    /// A slot without a plan.
    package init() {
        pending = .allocate(capacity: 1)
        pending.initialize(to: Atomic(0))
        retired = .allocate(capacity: 1)
        retired.initialize(to: Atomic(0))
        current = .allocate(capacity: 1)
        current.initialize(to: 0)
    }

    /// Hands over a plan.
    ///
    /// A plan that was never adopted comes back here and is released here. Control thread.
    package func publish(_ plan: RenderPlan) {
        let bits = UInt(bitPattern: plan.retainedBody())
        Self.release(pending.pointee.exchange(bits, ordering: .acquiringAndReleasing))
    }

    /// Releases the plan that the renderer has finished with, if any.
    ///
    /// Any control thread.
    package func collect() {
        // The exchange is dear, and there is hardly ever a plan.
        guard retired.pointee.load(ordering: .relaxed) != 0 else { return }
        Self.release(retired.pointee.exchange(0, ordering: .acquiringAndReleasing))
    }

    /// Adopts the newest plan if there is room to hand the old one back.
    ///
    /// Render thread.
    @_noLocks
    package func adoptNewestPlan() {
        guard pending.pointee.load(ordering: .relaxed) != 0,
            retired.pointee.load(ordering: .acquiring) == 0
        else { return }
        let next = pending.pointee.exchange(0, ordering: .acquiringAndReleasing)
        guard next != 0 else { return }
        retired.pointee.store(current.pointee, ordering: .releasing)
        current.pointee = next
    }

    /// The adopted plan.
    ///
    /// Render thread.
    var plan: UnsafeMutablePointer<PlanBody>? {
        @_noLocks get { UnsafeMutablePointer<PlanBody>(bitPattern: current.pointee) }
    }

    /// Releases every plan and the slot itself, once, with the renderer gone.
    package func deallocate() {
        collect()
        Self.release(pending.pointee.exchange(0, ordering: .relaxed))
        Self.release(current.pointee)
        pending.deinitialize(count: 1)
        pending.deallocate()
        retired.deinitialize(count: 1)
        retired.deallocate()
        current.deallocate()
    }

    private static func release(_ bits: UInt) {
        UnsafeMutablePointer<PlanBody>(bitPattern: bits)?.pointee.owner.release()
    }
}
