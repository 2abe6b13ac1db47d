import AVFRealtime
import Synchronization

/// A unit that takes events at exact samples: its blocks are cut where a parameter changes, and hold the
/// messages that are due in them.
///
/// A unit that takes no messages and has no scheduled changes pays one look at an atomic.
open class AutomatedUnit: RenderUnit, @unchecked Sendable {
    // Proof: see RenderUnit; the automation is made once, handed over by an atomic, and freed with the unit.
    private let automation = LazyCell<ParameterAutomation>()
    /// The targets that the unit reads.
    package let parameters: ParameterBlock
    package let configuration: UnitConfiguration
    /// Whether the unit hears MIDI and other messages.
    package let takesMessages: Bool
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
        _ configuration: UnitConfiguration, parameters: ParameterBlock, latencyFrames: Int = 0,
        takesMessages: Bool = false
    ) {
        self.configuration = configuration
        self.parameters = parameters
        self.takesMessages = takesMessages
        super.init(latencyFrames: latencyFrames)
        // The look makes the types known that the render thread needs, which takes memory in debug builds.
        if Self.canSchedule, automation.pointer == nil, takesMessages || parameters.events.isMade {
            prepareSchedule()
        }
    }

    /// LV2 hosts do not, and a plugin's binary need not know how.
    private static var canSchedule: Bool {
        #if hasFeature(Embedded)
            false
        #else
            true
        #endif
    }

    /// Makes the unit ready for events. [control]
    package final func prepareSchedule() {
        _ = automation.pointer {
            ParameterAutomation(configuration, parameters, takesMessages: takesMessages)
        }
    }

    /// Schedules a change of the parameter at a place of the block; false if too many events wait, or the
    /// place or value is none. [control]
    package final func schedule(
        parameter: Int, value: Float, at sampleTime: Int64, rampFrameCount: Int64 = 0
    ) -> Bool {
        guard
            let event = parameters.event(
                parameter, value, at: sampleTime, rampFrameCount: rampFrameCount)
        else { return false }
        prepareSchedule()
        return parameters.events.enqueue(event)
    }

    /// Sends a MIDI message of any length; false if it does not fit into the queue, or the unit takes none.
    /// [control]
    package final func sendMIDI(_ message: [UInt8], at sampleTime: Int64 = RenderEvent.immediately) -> Bool {
        message.withUnsafeBufferPointer { bytes in
            guard takesMessages, let first = bytes.baseAddress else { return false }
            return parameters.events.enqueue(first, byteCount: bytes.count, at: sampleTime)
        }
    }

    /// Makes one part of a block, within which no parameter changes, or a block with the `parts` it has.
    ///
    /// Render thread; subclasses override it.
    open func processSubBlock(_ block: RenderBlock) {}

    /// Makes one block, in parts where a change is due.
    public final override func process(_ block: RenderBlock) {
        guard Self.canSchedule, let automation = automation.pointer else {
            return processSubBlock(block)
        }
        makeSubBlocks(of: block, automation)
    }

    /// Whether a unit that makes all parts of a block in one go can do so with this one.
    ///
    /// Render thread.
    package final func canWriteSubBlocks(of block: RenderBlock) -> Bool {
        guard let automation = automation.pointer else { return true }
        automation.pointee.intake.takeSent(block.sampleTime)
        return automation.pointee.fits(block, automation.pointee.intake.preview(block))
    }

    /// Makes the changes of a block for which that is so, and writes its parts down; gives the block with its
    /// events, until `endEvents`.
    ///
    /// Render thread.
    package final func writeSubBlocks(of block: RenderBlock) -> RenderBlock {
        guard let automation = automation.pointer, let parts else { return block }
        // What was sent since `canWriteSubBlocks` might not fit.
        automation.pointee.begin(block, takesSent: false)
        automation.pointee.write(block, to: parts)
        return automation.pointee.whole(block)
    }

    /// Forgets the events of the block that was written down.
    ///
    /// Render thread.
    package final func endEvents() { automation.pointer?.pointee.end() }

    /// The calls of `processSubBlock` are those of `process`: through the class, by the function that may do
    /// that.
    ///
    /// Apart, because most units have no schedule.
    @inline(never)
    private func makeSubBlocks(
        of block: RenderBlock, _ automation: UnsafeMutablePointer<ParameterAutomation>
    ) {
        automation.pointee.begin(block)
        if let parts, automation.pointee.fits(block) {
            automation.pointee.write(block, to: parts)
            processSubBlock(automation.pointee.whole(block))
        } else {
            parts?.pointee.removeAll()
            makeOneByOne(block, automation)
        }
        automation.pointee.end()
    }

    private func makeOneByOne(
        _ block: RenderBlock, _ automation: UnsafeMutablePointer<ParameterAutomation>
    ) {
        var frame = 0
        while let part = automation.pointee.next(block, &frame) {
            processSubBlock(part)
            isInBlock.store(true, ordering: .relaxed)
        }
        isInBlock.store(false, ordering: .relaxed)
    }
}
