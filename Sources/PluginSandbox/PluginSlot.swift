import AVFLV2Host
import AVFRealtime
import Synchronization

/// A plugin's place in a process, as the render thread sees it.
struct PluginSlot: BitwiseCopyable {
    let line: UnsafeMutablePointer<ProcessChannel>
    let member: UInt32
}

/// A plugin's place in a process, as the control side owns it.
final class PluginSlotOwner: @unchecked Sendable {
    // Proof: the slot never changes.
    let hostProcess: PluginHostProcess
    let member: Int
    let slot: UnsafeMutablePointer<PluginSlot>

    init(_ hostProcess: PluginHostProcess, member: Int) {
        self.hostProcess = hostProcess
        self.member = member
        slot = .allocate(capacity: 1)
        slot.initialize(to: PluginSlot(line: hostProcess.room.line, member: UInt32(member)))
    }

    deinit { slot.deallocate() }
}

/// What the render thread and the control side say to each other about one plugin.
///
/// In this process's own memory, where the plugin cannot write.
struct SandboxFlags: ~Copyable {
    /// The slot's address, or 0; its lowest bit says that the render thread has come for it.
    private let slot = Atomic<UInt>(0)
    /// The render thread is inside while it uses the slot; never closed.
    private let gate = Gate()
    /// Rendering is offline, so that a block may take long.
    let isOffline = Atomic<Bool>(false)
    /// Blocks that came too late.
    let lateBlocks = FaultyBlocks()
    /// Calls for memory that the plugin made in its blocks; −1 if not counted.
    let allocationCount = Atomic<Int>(-1)
    /// Blocks with samples that were not fit to be heard.
    let mutedBlocks = FaultyBlocks()
    /// Blocks with messages that cannot be read.
    let unreadableBlocks = FaultyBlocks()
    /// Blocks in which the plugin wrote beside its buffers.
    let strayBlocks = FaultyBlocks()

    // MARK: - Render thread

    /// Takes the slot for a block; nil without one.
    ///
    /// `leave` follows in either case.
    @_noLocks
    func enter() -> UnsafeMutablePointer<PluginSlot>? {
        _ = gate.enter()
        // From now on the plugin has a past, and cannot be moved without losing it.
        var bits = slot.load(ordering: .acquiring)
        if bits != 0, bits & 1 == 0 { bits = slot.bitwiseOr(1, ordering: .acquiringAndReleasing).newValue }
        return UnsafeMutablePointer(bitPattern: bits & ~1)
    }

    /// The slot, between `enter` and `leave`.
    var slotInUse: UnsafeMutablePointer<PluginSlot>? {
        @_noLocks get { UnsafeMutablePointer(bitPattern: slot.load(ordering: .relaxed) & ~1) }
    }

    /// Ends what `enter` began.
    @_noLocks
    func leave() { gate.leave() }

    // MARK: - Control side

    /// Whether the render thread has not come for the slot yet.
    var isUnused: Bool { slot.load(ordering: .acquiring) & 1 == 0 }

    /// Gives the plugin another slot, in place of one whose process is gone.
    func sit(_ place: PluginSlotOwner?) {
        slot.store(Self.bits(place), ordering: .releasing)
    }

    /// Gives the plugin another slot if the render thread has not come for the present one.
    func move(from old: PluginSlotOwner, to new: PluginSlotOwner) -> Bool {
        slot.compareExchange(
            expected: Self.bits(old), desired: Self.bits(new), ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Waits until the render thread has left a slot that was taken away; for the end of a block, never
    /// longer.
    func waitUntilLeft() { gate.waitUntilEmpty() }

    private static func bits(_ place: PluginSlotOwner?) -> UInt {
        place.map { UInt(bitPattern: $0.slot) } ?? 0
    }
}
