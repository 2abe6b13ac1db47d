import Glibc
import Synchronization

/// A plugin's place in a process, as the render thread sees it.
struct GuestSeat: BitwiseCopyable {
    let line: UnsafeMutablePointer<GuestLine>
    let member: UInt32
}

/// A plugin's place in a process, as the control side owns it.
final class GuestPlace: @unchecked Sendable {
    // Proof: the seat never changes.
    let guest: GuestProcess
    let member: Int
    let seat: UnsafeMutablePointer<GuestSeat>

    init(_ guest: GuestProcess, member: Int) {
        self.guest = guest
        self.member = member
        seat = .allocate(capacity: 1)
        seat.initialize(to: GuestSeat(line: guest.room.line, member: UInt32(member)))
    }

    deinit { seat.deallocate() }
}

/// What the render thread and the control side say to each other about one plugin.
///
/// In this process's own memory, where the plugin cannot write.
struct GuestFlags: ~Copyable {
    /// The seat's address, or 0; its lowest bit says that the render thread has come for it.
    private let seat = Atomic<UInt>(0)
    /// The render thread is using the seat.
    private let isInUse = Atomic<Bool>(false)
    /// Nobody listens at present, so that a block may take long.
    let isOffline = Atomic<Bool>(false)
    /// Blocks that came too late.
    let lateBlocks = TroubledBlocks()
    /// Calls for memory that the plugin made in its blocks; −1 where nobody counts.
    let allocationCount = Atomic<Int>(-1)
    /// Blocks that were muted because they were not fit to be heard.
    let mutedBlocks = TroubledBlocks()

    // MARK: - Render thread

    /// Takes the seat for a block; nil without one.
    ///
    /// `leave` follows in either case.
    @_noLocks
    func enter() -> UnsafeMutablePointer<GuestSeat>? {
        isInUse.store(true, ordering: .sequentiallyConsistent)
        // From now on the plugin has a past, and cannot be moved without losing it.
        var bits = seat.load(ordering: .sequentiallyConsistent)
        if bits != 0, bits & 1 == 0 { bits = seat.bitwiseOr(1, ordering: .sequentiallyConsistent).newValue }
        return UnsafeMutablePointer(bitPattern: bits & ~1)
    }

    /// The seat, between `enter` and `leave`.
    var seatInUse: UnsafeMutablePointer<GuestSeat>? {
        @_noLocks get { UnsafeMutablePointer(bitPattern: seat.load(ordering: .relaxed) & ~1) }
    }

    /// Ends what `enter` began.
    @_noLocks
    func leave() { isInUse.store(false, ordering: .releasing) }

    // MARK: - Control side

    /// Whether the render thread has not come for the seat yet.
    var isUnused: Bool { seat.load(ordering: .acquiring) & 1 == 0 }

    /// Gives the plugin another seat, in place of one whose process is gone.
    func sit(_ place: GuestPlace?) {
        seat.store(Self.bits(place), ordering: .sequentiallyConsistent)
    }

    /// Gives the plugin another seat if the render thread has not come for the present one.
    func move(from old: GuestPlace, to new: GuestPlace) -> Bool {
        seat.compareExchange(
            expected: Self.bits(old), desired: Self.bits(new), ordering: .sequentiallyConsistent
        ).exchanged
    }

    /// Waits until the render thread has left a seat that was taken away; for the end of a block, never
    /// longer.
    func waitUntilLeft() { while isInUse.load(ordering: .sequentiallyConsistent) { usleep(50) } }

    private static func bits(_ place: GuestPlace?) -> UInt {
        place.map { UInt(bitPattern: $0.seat) } ?? 0
    }
}
