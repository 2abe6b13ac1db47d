import Synchronization

/// Hands plans to the render thread and takes them back.
///
/// Plans cross as bits; ownership crosses with them.
///
/// The control side publishes with one exchange. The render side adopts the newest plan, but only once there
/// is room to hand the old one back, so nothing is freed and nothing is lost on the render thread.
package struct PlanSlot: ~Copyable, Sendable {
    private let pending = Atomic<UInt>(0)
    private let retired = Atomic<UInt>(0)
    /// Touched by the render thread only, or with the renderer stopped.
    private let current = Atomic<UInt>(0)

    /// A slot without a plan.
    package init() {}

    /// Releases every plan, with the renderer gone.
    deinit {
        Self.release(pending.load(ordering: .acquiring))
        Self.release(retired.load(ordering: .acquiring))
        Self.release(current.load(ordering: .relaxed))
    }

    /// Hands over a plan.
    ///
    /// A plan that was never adopted comes back here and is released here. Control thread.
    package func publish(_ plan: RenderPlan) {
        let bits = UInt(bitPattern: plan.retainedBody())
        Self.release(pending.exchange(bits, ordering: .acquiringAndReleasing))
    }

    /// Releases the plan that the renderer has finished with, if any.
    ///
    /// Any control thread.
    package func collect() {
        // The exchange is expensive, and there is hardly ever a plan.
        guard retired.load(ordering: .relaxed) != 0 else { return }
        Self.release(retired.exchange(0, ordering: .acquiringAndReleasing))
    }

    /// Adopts the newest plan if there is room to hand the old one back.
    ///
    /// Render thread.
    @_noLocks
    package func adoptNewestPlan() {
        guard pending.load(ordering: .relaxed) != 0,
            retired.load(ordering: .acquiring) == 0
        else { return }
        let next = pending.exchange(0, ordering: .acquiringAndReleasing)
        guard next != 0 else { return }
        retired.store(current.load(ordering: .relaxed), ordering: .releasing)
        current.store(next, ordering: .relaxed)
    }

    /// The adopted plan.
    ///
    /// Render thread.
    var plan: UnsafeMutablePointer<PlanBody>? {
        @_noLocks get { UnsafeMutablePointer<PlanBody>(bitPattern: current.load(ordering: .relaxed)) }
    }

    private static func release(_ bits: UInt) {
        UnsafeMutablePointer<PlanBody>(bitPattern: bits)?.pointee.owner.release()
    }
}
