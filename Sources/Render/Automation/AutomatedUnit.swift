import Synchronization

/// A unit whose parameters can be changed at exact samples: its blocks are cut where a change is due.
///
/// A unit without scheduled changes pays one look at an atomic.
open class AutomatedUnit: RenderUnit, @unchecked Sendable {
    // Proof: see RenderUnit; the automation is made once, handed over by an atomic, and freed with the unit.
    private let automation = Atomic<UnsafeMutablePointer<ParameterAutomation>?>(nil)
    /// The targets that the unit reads.
    package let parameters: ParameterBlock
    package let configuration: UnitConfiguration
    /// Where the parts of a block are written down for a unit that makes all of them in one go, which owns
    /// the list; nil for a unit that is called for each part.
    package final var parts: UnsafeMutablePointer<SubBlocks>?
    private let isInBlock = Atomic<Bool>(false)
    /// Whether `processSubBlock` makes the beginning of a block.
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
        automation.deinitialize(count: 1)
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
        _ = makeAutomation()
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
        return makeAutomation().pointee.incoming.push(event)
    }

    /// Makes one part of a block, within which no parameter changes, or a block with the `parts` it has.
    ///
    /// Render thread; subclasses override it.
    open func processSubBlock(_ block: RenderBlock) {}

    /// Makes one block, in parts where a change is due.
    public final override func process(_ block: RenderBlock) {
        guard Self.canSchedule, let automation = automation.load(ordering: .acquiring) else {
            return processSubBlock(block)
        }
        makeSubBlocks(of: block, automation)
    }

    /// Whether a unit that makes all parts of a block in one go can do so with this one.
    ///
    /// Render thread.
    package final func canWriteSubBlocks(of block: RenderBlock) -> Bool {
        guard let automation = automation.load(ordering: .acquiring) else { return true }
        automation.pointee.takeIncoming(block)
        return automation.pointee.fits(block)
    }

    /// Makes the changes of a block for which that is so, and writes its parts down.
    ///
    /// Render thread.
    package final func writeSubBlocks(of block: RenderBlock) {
        guard let automation = automation.load(ordering: .acquiring), let parts else { return }
        automation.pointee.write(block, to: parts)
    }

    /// The calls of `processSubBlock` are those of `process`: through the class, by the function that may do
    /// that.
    ///
    /// Apart, because most units have no schedule.
    @inline(never)
    private func makeSubBlocks(
        of block: RenderBlock, _ automation: UnsafeMutablePointer<ParameterAutomation>
    ) {
        automation.pointee.takeIncoming(block)
        if let parts, automation.pointee.fits(block) {
            automation.pointee.write(block, to: parts)
            return processSubBlock(block)
        }
        parts?.pointee.removeAll()
        var frame = 0
        while let part = automation.pointee.next(block, &frame) {
            processSubBlock(part)
            isInBlock.store(true, ordering: .relaxed)
        }
        isInBlock.store(false, ordering: .relaxed)
    }

    /// The automation; of two threads that make it at the same time, one throws its own away.
    private func makeAutomation() -> UnsafeMutablePointer<ParameterAutomation> {
        if let made = automation.load(ordering: .acquiring) { return made }
        let made = UnsafeMutablePointer<ParameterAutomation>.allocate(capacity: 1)
        made.initialize(to: ParameterAutomation(configuration, parameters.reader))
        let (isFirst, first) = automation.compareExchange(
            expected: nil, desired: made, ordering: .acquiringAndReleasing)
        guard !isFirst, let first else { return made }
        made.deinitialize(count: 1)
        made.deallocate()
        return first
    }
}
