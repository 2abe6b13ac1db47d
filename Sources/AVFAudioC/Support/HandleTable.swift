import AVFEngine
import Synchronization

/// Every object that C code may name.
///
/// A handle is a number in a pointer's clothes: a mark that no address has (8 bits), the generation of a slot
/// (32) and the slot's index (24). Looking one up reads only the table's own memory and takes no lock, so it
/// may happen on a render thread.
///
/// Sendable, because slots are changed through their atomic words, which hand their plain fields over; chunks
/// are published with release and never freed; the rest is behind the Mutex.
final class HandleTable: @unchecked Sendable {
    /// The table of this library.
    static let shared = HandleTable()

    private static let mark: UInt = 0xAF
    private static let chunkSize = 1024
    private static let mostChunks = 4096

    private struct Control {
        var chunkCount = 0
        var free: [Int] = []
        /// The handles of nodes and engines, so that one object always has one handle.
        var handles: [ObjectIdentifier: UInt] = [:]
    }

    private let chunks: UnsafeMutablePointer<Atomic<UnsafeMutablePointer<HandleSlot>?>>
    private let control = Mutex(Control())
    /// Slots whose last call ended on a thread that must not free anything: the head of a list.
    private let abandoned = Atomic<Int>(-1)

    private init() {
        chunks = .allocate(capacity: Self.mostChunks)
        for index in 0..<Self.mostChunks { (chunks + index).initialize(to: Atomic(nil)) }
    }

    // MARK: - Making and ending handles. [control]

    /// A handle for an object, with one reference for the caller; the handle that it has already, if it has
    /// one.
    func handle(for object: AnyObject, _ kind: HandleKind) throws(CallFailure) -> OpaquePointer {
        collect()
        let number = control.withLock { control -> UInt? in
            if let known = control.handles[ObjectIdentifier(object)], retainIfAlive(known) { return known }
            guard let index = Self.takeFree(&control, chunks) else { return nil }
            let slot = chunkedSlot(index)
            slot.pointee.object = UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque())
            slot.pointee.kind = kind
            let number = Self.mark << 56 | UInt(slot.pointee.generation) << 24 | UInt(index)
            control.handles[ObjectIdentifier(object)] = number
            slot.pointee.word.add(HandleSlot.oneReference, ordering: .releasing)
            return number
        }
        guard let number, let handle = OpaquePointer(bitPattern: number) else { throw .tooManyHandles }
        return handle
    }

    /// One more reference to an object. [any]
    func retain<Object>(_ handle: OpaquePointer?, as type: HandleType<Object>) throws(CallFailure) {
        guard let index = beginCall(handle, type) else { throw .badHandle(type.name) }
        let isRetained = chunkedSlot(index).pointee.retain()
        endCall(index, mayFree: false)
        guard isRetained else { throw .tooManyHandles }
    }

    /// One reference less.
    func release<Object>(_ handle: OpaquePointer?, as type: HandleType<Object>) throws(CallFailure) {
        collect()
        guard let index = beginCall(handle, type) else { throw .badHandle(type.name) }
        let isReleased = chunkedSlot(index).pointee.release(Self.generation(of: handle))
        endCall(index, mayFree: true)
        guard isReleased else { throw .badHandle(type.name) }
    }

    // MARK: - Looking up

    /// The object that a handle names, kept alive by the caller. [control]
    func object<Object>(
        _ handle: OpaquePointer?, as type: HandleType<Object>
    ) throws(CallFailure) -> Object {
        guard let index = beginCall(handle, type) else { throw .badHandle(type.name) }
        defer { endCall(index, mayFree: true) }
        guard let object: Object = object(at: index) else { throw .badHandle(type.name) }
        return object
    }

    /// Runs `body` with the object that a handle names; nothing is freed on this thread. [any]
    func withObject<Object, Result>(
        _ handle: OpaquePointer?, as type: HandleType<Object>, _ body: (Object) -> Result
    ) -> Result? {
        guard let index = beginCall(handle, type) else { return nil }
        defer { endCall(index, mayFree: false) }
        guard let object: Object = object(at: index) else { return nil }
        return body(object)
    }

    /// Who a live handle names. [any]
    func kind<Object>(of handle: OpaquePointer?, as type: HandleType<Object>) -> HandleKind? {
        guard let index = beginCall(handle, type) else { return nil }
        defer { endCall(index, mayFree: false) }
        return chunkedSlot(index).pointee.kind
    }

    // MARK: - Slots

    private static func generation(of handle: OpaquePointer?) -> UInt32 {
        UInt32(truncatingIfNeeded: UInt(bitPattern: handle) >> 24)
    }

    private func chunkedSlot(_ index: Int) -> UnsafeMutablePointer<HandleSlot> {
        guard let chunk = chunks[index / Self.chunkSize].load(ordering: .acquiring) else {
            preconditionFailure("The handle table has lost a chunk.")
        }
        return chunk + index % Self.chunkSize
    }

    /// The slot that a live handle of that type names, with a call counted in.
    private func beginCall<Object>(_ handle: OpaquePointer?, _ type: HandleType<Object>) -> Int? {
        let number = UInt(bitPattern: handle)
        let index = Int(number & 0xFF_FFFF)
        guard number >> 56 == Self.mark, index / Self.chunkSize < Self.mostChunks,
            let chunk = chunks[index / Self.chunkSize].load(ordering: .acquiring)
        else { return nil }
        let slot = chunk + index % Self.chunkSize
        guard slot.pointee.beginCall(Self.generation(of: handle)) else { return nil }
        guard type.kinds.contains(slot.pointee.kind.rawValue) else {
            endCall(index, mayFree: false)
            return nil
        }
        return index
    }

    /// The object of a slot, during a call.
    private func object<Object: AnyObject>(at index: Int) -> Object? {
        // The kind was checked, and each kind has one Swift type.
        chunkedSlot(index).pointee.object.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }

    private func endCall(_ index: Int, mayFree: Bool) {
        let slot = chunkedSlot(index)
        guard slot.pointee.endCall() else { return }
        if mayFree { empty(index) } else { abandon(index, slot) }
    }

    private func abandon(_ index: Int, _ slot: UnsafeMutablePointer<HandleSlot>) {
        var head = abandoned.load(ordering: .relaxed)
        while true {
            slot.pointee.next = head
            let result = abandoned.weakCompareExchange(
                expected: head, desired: index, ordering: .acquiringAndReleasing)
            if result.exchanged { return }
            head = result.original
        }
    }

    /// Empties what render threads have left behind.
    private func collect() {
        guard abandoned.load(ordering: .relaxed) >= 0 else { return }
        var index = abandoned.exchange(-1, ordering: .acquiringAndReleasing)
        while index >= 0 {
            let next = chunkedSlot(index).pointee.next
            empty(index)
            index = next
        }
    }

    /// Lets go of a slot's object and makes its handles stale.
    ///
    /// The program's code may run inside: the `destroy` of a callback.
    private func empty(_ index: Int) {
        let slot = chunkedSlot(index)
        guard let object = slot.pointee.object else { return }
        let owned = Unmanaged<AnyObject>.fromOpaque(object)
        control.withLock { control in
            let generation = slot.pointee.generation
            let number = Self.mark << 56 | UInt(generation) << 24 | UInt(index)
            let identity = owned._withUnsafeGuaranteedRef { ObjectIdentifier($0) }
            if control.handles[identity] == number { control.handles[identity] = nil }
            slot.pointee.object = nil
            // A slot whose generations are used up stays empty, so that no stale handle ever fits again.
            guard generation < UInt32.max else { return }
            slot.pointee.word.store(UInt64(generation + 1) << 32, ordering: .releasing)
            control.free.append(index)
        }
        owned._withUnsafeGuaranteedRef { ($0 as? AudioEngine)?.shutDown() }
        owned.release()
    }

    private func retainIfAlive(_ number: UInt) -> Bool {
        let slot = chunkedSlot(Int(number & 0xFF_FFFF))
        return slot.pointee.retainIfAlive(UInt32(truncatingIfNeeded: number >> 24))
    }

    private static func takeFree(
        _ control: inout Control, _ chunks: UnsafeMutablePointer<Atomic<UnsafeMutablePointer<HandleSlot>?>>
    ) -> Int? {
        if let index = control.free.popLast() { return index }
        guard control.chunkCount < mostChunks else { return nil }
        let chunk = UnsafeMutablePointer<HandleSlot>.allocate(capacity: chunkSize)
        for offset in 0..<chunkSize { (chunk + offset).initialize(to: HandleSlot(generation: 1)) }
        let first = control.chunkCount * chunkSize
        chunks[control.chunkCount].store(chunk, ordering: .releasing)
        control.chunkCount += 1
        control.free = (first..<first + chunkSize).reversed()
        return control.free.popLast()
    }
}
