import Synchronization

/// One value that the control side replaces as a whole and the render side takes as a whole.
///
/// A sequence lock: the writer makes the number odd, writes the words, and makes it even again; a reader that
/// finds another number after its copy than before it throws the copy away. The reader never waits: it
/// keeps what it has and asks again with its next block. Boehm, "Can seqlocks get along with programming
/// language memory models?", 2012.
@frozen
public struct SequenceCell<Value: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    // Proof: all that both sides touch is atomic.
    @usableFromInline let words: OwnedBuffer<Atomic<UInt64>>
    @usableFromInline let number: OwnedCell<Atomic<UInt64>>

    /// A cell with a value. [control]
    @inlinable
    public init(_ value: Value) {
        let count = (MemoryLayout<Value>.size + 7) / 8
        words = OwnedBuffer(count: count) { _ in Atomic(0) }
        number = OwnedCell(Atomic(0))
        store(value)
    }

    /// Replaces the value; one writer at a time. [control]
    @inlinable
    public func store(_ value: Value) {
        let before = number.pointer.pointee.load(ordering: .relaxed)
        number.pointer.pointee.store(before &+ 1, ordering: .relaxed)
        atomicMemoryFence(ordering: .releasing)
        withUnsafeBytes(of: value) { bytes in
            for place in 0..<words.count {
                var word: UInt64 = 0
                let count = min(8, bytes.count - 8 * place)
                withUnsafeMutableBytes(of: &word) { target in
                    target.copyBytes(from: bytes[8 * place..<8 * place + count])
                }
                words.pointer[place].store(word, ordering: .relaxed)
            }
        }
        number.pointer.pointee.store(before &+ 2, ordering: .releasing)
    }

    /// Copies the value if it is another one than `seen` stands for; false if it is not, or is being
    /// written. [render]
    /// - Parameters:
    ///   - value: Where the value goes; untouched if false.
    ///   - scratch: Room for as many words as the value has.
    ///   - seen: The number of the value that was copied last; begin with 0.
    /// - Returns: Whether the value was copied.
    @inlinable @_noLocks
    public func take(
        _ value: UnsafeMutablePointer<Value>, scratch: UnsafeMutablePointer<UInt64>, seen: inout UInt64
    ) -> Bool {
        let before = number.pointer.pointee.load(ordering: .acquiring)
        guard before != seen, before & 1 == 0 else { return false }
        for place in 0..<words.count { scratch[place] = words.pointer[place].load(ordering: .relaxed) }
        atomicMemoryFence(ordering: .acquiring)
        guard number.pointer.pointee.load(ordering: .relaxed) == before else { return false }
        UnsafeMutableRawPointer(value).copyMemory(
            from: UnsafeRawPointer(scratch), byteCount: MemoryLayout<Value>.size)
        seen = before
        return true
    }

    /// Words that `take` needs room for.
    @inlinable
    public var wordCount: Int { words.count }
}
