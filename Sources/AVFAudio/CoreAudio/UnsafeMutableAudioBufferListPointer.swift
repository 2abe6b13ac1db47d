/// A view of an `AudioBufferList` as a collection of its buffers, however many follow the first.
///
/// It does not own the memory. [any]
@frozen
public struct UnsafeMutableAudioBufferListPointer: @unchecked Sendable {
    // Sendable like any pointer in flight between threads: whoever shares the list orders the accesses.

    /// The list itself, for functions that take it.
    public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    /// Views the list at an address.
    @inlinable
    public init(_ p: UnsafeMutablePointer<AudioBufferList>) {
        unsafeMutablePointer = p
    }

    /// Views the list at an address, or is nil if there is none.
    @inlinable
    public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
        guard let p else { return nil }
        unsafeMutablePointer = p
    }

    /// The list, for reading.
    @inlinable
    public var unsafePointer: UnsafePointer<AudioBufferList> {
        UnsafePointer(unsafeMutablePointer)
    }

    /// The number of buffers in the list; setting it says how many of the allocated ones count.
    @inlinable
    public var count: Int {
        get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
        nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(truncatingIfNeeded: newValue) }
    }

    @inlinable
    internal var buffers: UnsafeMutablePointer<AudioBuffer> {
        let offset = MemoryLayout<AudioBufferList>.size - MemoryLayout<AudioBuffer>.stride
        let first = UnsafeMutableRawPointer(unsafeMutablePointer) + offset
        return first.assumingMemoryBound(to: AudioBuffer.self)
    }
}

extension UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
    /// A buffer of the list.
    public typealias Element = AudioBuffer
    /// A buffer's number, from 0.
    public typealias Index = Int

    /// Always 0.
    @inlinable
    public var startIndex: Int { 0 }

    /// The number of buffers.
    @inlinable
    public var endIndex: Int { count }

    /// One buffer.
    @inlinable
    public subscript(index: Index) -> Element {
        get {
            assert(0 <= index && index < count)
            return buffers[index]
        }
        nonmutating set {
            assert(0 <= index && index < count)
            buffers[index] = newValue
        }
    }
}
