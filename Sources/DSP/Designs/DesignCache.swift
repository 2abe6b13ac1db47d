import Synchronization

/// The newest designs, so that the next converter between the same rates is made at once. [control]
///
/// At most 16 designs of at most 1 MiB are kept; the oldest one goes first. Threads do not wait: a place is
/// emptied while one looks at it; another that comes meanwhile finds nothing there and designs anew.
struct DesignCache: @unchecked Sendable {  // Proof: the places are atomics, and are never freed.
    static let shared = DesignCache()

    private static let placeCount = 16
    private static let largestByteCount = 1 << 20

    /// References that the place owns, as bits; 0 is none.
    private let places: UnsafeMutablePointer<Atomic<UInt>>
    private let turn: UnsafeMutablePointer<Atomic<Int>>

    init() {
        places = .allocate(capacity: Self.placeCount)
        for place in 0..<Self.placeCount { (places + place).initialize(to: Atomic(0)) }
        turn = .allocate(capacity: 1)
        turn.initialize(to: Atomic(0))
    }

    /// The design for a key, made if it is not there.
    func design<Design: SharedDesign>(_ key: SharedDesign.Key, make: () -> Design) -> Design {
        for place in 0..<Self.placeCount {
            if let found = look(at: place), found.key == key, let design = found as? Design { return design }
        }
        let design = make()
        if design.byteCount <= Self.largestByteCount { keep(design) }
        return design
    }

    private func look(at place: Int) -> SharedDesign? {
        let bits = places[place].exchange(0, ordering: .acquiringAndReleasing)
        guard let found = Self.taken(bits) else { return nil }
        let (isBack, _) = places[place].compareExchange(
            expected: 0, desired: Self.bits(of: found), ordering: .acquiringAndReleasing)
        // Another thread has kept another one here.
        if !isBack { _ = Self.taken(bits) }
        return found
    }

    private func keep(_ design: SharedDesign) {
        let place = turn.pointee.wrappingAdd(1, ordering: .relaxed).oldValue
        let bits = Self.bits(of: design)
        _ = Self.taken(
            places[Int(UInt(bitPattern: place) % UInt(Self.placeCount))].exchange(
                bits, ordering: .acquiringAndReleasing))
    }

    private static func bits(of design: SharedDesign) -> UInt {
        UInt(bitPattern: Unmanaged.passRetained(design).toOpaque())
    }

    /// What the bits own, which then owns itself.
    private static func taken(_ bits: UInt) -> SharedDesign? {
        UnsafeRawPointer(bitPattern: bits).map {
            Unmanaged<SharedDesign>.fromOpaque($0).takeRetainedValue()
        }
    }
}
