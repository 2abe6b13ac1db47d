import Synchronization

/// A unit whose parameters can be changed at exact samples: its blocks are cut where a change is due.
///
/// A unit that nobody schedules anything for pays one look at an atomic.
open class AutomatedUnit: RenderUnit, @unchecked Sendable {
    // Proof: see RenderUnit; the automation is made once, handed over by an atomic, and freed with the unit.
    private let automation = Atomic<UnsafeMutablePointer<ParameterAutomation>?>(nil)
    /// The targets that the unit reads.
    package let parameters: ParameterBlock
    package let configuration: UnitConfiguration
    /// Where the parts of a block are written down for a unit that makes all of them in one go, which owns
    /// the list; nil for a unit that is called for each part.
    package final var parts: UnsafeMutablePointer<BlockParts>?
    private let isScheduling = Atomic<Bool>(false)
    private let isInBlock = Atomic<Bool>(false)
    /// Whether `processPart` makes the beginning of a block.
    ///
    /// Render thread.
    package final var isBlockStart: Bool { !isInBlock.load(ordering: .relaxed) }

    /// A unit with those buses, driven by the given targets.
    package init(
        _ configuration: UnitConfiguration, parameters: ParameterBlock, latencyFrames: Int = 0
    ) {
        self.configuration = configuration
        self.parameters = parameters
        super.init(latencyFrames: latencyFrames)
    }

    deinit {
        guard Self.canSchedule, let automation = automation.load(ordering: .relaxed) else { return }
        automation.pointee.deallocate()
        automation.deallocate()
    }

    /// LV2 hosts do not, and a plugin's binary need not know how.
    private static var canSchedule: Bool {
        #if hasFeature(Embedded)
            false
        #else
            true
        #endif
    }

    /// Makes `schedule` ready to be called from threads that must not wait for memory.
    package final func prepareSchedule() {
        withScheduleLock { _ = makeAutomation() }
    }

    /// Schedules a change; false if too many wait. [any]
    ///
    /// The value is clamped to the parameter's range; NaN and unknown places are refused too.
    package final func schedule(_ event: ParameterEvent) -> Bool {
        guard parameters.specs.indices.contains(event.parameter),
            !parameters.specs[event.parameter].isReadOnly,
            let value = parameters.clamp(event.value, at: event.parameter)
        else { return false }
        var event = event
        event.value = value
        if parameters.specs[event.parameter].isInteger { event.rampFrameCount = 0 }
        return withScheduleLock { makeAutomation().pointee.incoming.enqueue(event) }
    }

    /// Makes one part of a block, within which no parameter changes, or a block with the `parts` it has.
    ///
    /// Render thread; subclasses override it.
    open func processPart(_ block: RenderBlock) {}

    /// Makes one block, in parts where a change is due.
    public final override func process(_ block: RenderBlock) {
        guard Self.canSchedule, let automation = automation.load(ordering: .acquiring) else {
            return processPart(block)
        }
        makeParts(of: block, automation)
    }

    /// Whether a unit that makes all parts of a block in one go can do so with this one.
    ///
    /// Render thread.
    package final func canWriteParts(of block: RenderBlock) -> Bool {
        guard let automation = automation.load(ordering: .acquiring) else { return true }
        automation.pointee.takeIncoming(block)
        return automation.pointee.fits(block)
    }

    /// Makes the changes of a block for which that is so, and writes its parts down.
    ///
    /// Render thread.
    package final func writeParts(of block: RenderBlock) {
        guard let automation = automation.load(ordering: .acquiring), let parts else { return }
        automation.pointee.write(block, to: parts)
    }

    /// The calls of `processPart` are those of `process`: through the class, by the function that may do
    /// that.
    ///
    /// Apart, because most units have no schedule.
    @inline(never)
    private func makeParts(
        of block: RenderBlock, _ automation: UnsafeMutablePointer<ParameterAutomation>
    ) {
        automation.pointee.takeIncoming(block)
        if let parts, automation.pointee.fits(block) {
            automation.pointee.write(block, to: parts)
            return processPart(block)
        }
        parts?.pointee.removeAll()
        var frame = 0
        while let part = automation.pointee.next(block, &frame) {
            processPart(part)
            isInBlock.store(true, ordering: .relaxed)
        }
        isInBlock.store(false, ordering: .relaxed)
    }

    /// The few instructions of a push are waited for, never a block.
    private final func withScheduleLock<Result>(_ body: () -> Result) -> Result {
        while isScheduling.exchange(true, ordering: .acquiring) {}
        defer { isScheduling.store(false, ordering: .releasing) }
        return body()
    }

    private func makeAutomation() -> UnsafeMutablePointer<ParameterAutomation> {
        if let made = automation.load(ordering: .relaxed) { return made }
        let made = UnsafeMutablePointer<ParameterAutomation>.allocate(capacity: 1)
        made.initialize(to: ParameterAutomation(configuration, parameters.reader))
        automation.store(made, ordering: .releasing)
        return made
    }
}
