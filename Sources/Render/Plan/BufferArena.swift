import Synchronization

/// The sample memory of one plan: equal, aligned buffers in one allocation, and one that stays silent.
///
/// Each buffer starts on a cache line and ends with a spare one, so that neighbours never share a line.
package struct BufferArena: ~Copyable {
    private static let alignment = 64
    private let base: UnsafeMutableRawPointer
    private let byteCount: Int
    private let strideInFrames: Int
    private let shelf: ArenaShelf?
    /// Number of buffers.
    package let bufferCount: Int

    /// `bufferCount` buffers of `frameCapacity` frames, all zero, or what they were in an arena from the
    /// shelf: a plan writes every buffer before it reads it.
    package init(bufferCount: Int, frameCapacity: Int, shelf: ArenaShelf? = nil) {
        self.bufferCount = bufferCount
        self.shelf = shelf
        let framesPerLine = Self.alignment / MemoryLayout<Float>.stride
        strideInFrames = (frameCapacity + framesPerLine - 1) / framesPerLine * framesPerLine + framesPerLine
        let strideInBytes = strideInFrames * MemoryLayout<Float>.stride
        let byteCount = Self.roomy((bufferCount + 1) * strideInBytes)
        if let spare = shelf?.take(atLeast: byteCount) {
            base = spare.base
            self.byteCount = spare.byteCount
            base.initializeMemory(as: UInt8.self, repeating: 0, count: strideInBytes)
        } else {
            base = .allocate(byteCount: byteCount, alignment: Self.alignment)
            self.byteCount = byteCount
            base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        }
    }

    /// So many bytes or up to an eighth more: a graph that grows by one node can use the memory of a former
    /// plan.
    private static func roomy(_ byteCount: Int) -> Int {
        let step = max(64, 1 << max(0, byteCount.bitWidth - 1 - byteCount.leadingZeroBitCount - 3))
        return (byteCount + step - 1) / step * step
    }

    deinit {
        if let shelf { shelf.put(base, byteCount) } else { base.deallocate() }
    }

    /// A buffer that is never written.
    package var silence: UnsafeMutablePointer<Float> { base.assumingMemoryBound(to: Float.self) }

    /// The buffer at `index`.
    package func buffer(_ index: Int) -> UnsafeMutablePointer<Float> {
        silence + (index + 1) * strideInFrames
    }
}

/// Keeps the memory of the last plans for the next ones: fresh memory costs more than much of a large edit.
///
/// Of two, because a plan may be replaced before it was ever rendered.
package final class ArenaShelf: Sendable {
    /// Where the memory is; its first word tells its size.
    private let first = Atomic<Int>(0)
    private let second = Atomic<Int>(0)

    /// A shelf with nothing on it.
    package init() {}

    deinit {
        for place in [first.load(ordering: .acquiring), second.load(ordering: .acquiring)] {
            UnsafeMutableRawPointer(bitPattern: place)?.deallocate()
        }
    }

    /// Takes memory of at least that size, and not far more. [control]
    fileprivate func take(atLeast byteCount: Int) -> (base: UnsafeMutableRawPointer, byteCount: Int)? {
        let places = [
            first.exchange(0, ordering: .acquiringAndReleasing),
            second.exchange(0, ordering: .acquiringAndReleasing),
        ]
        var found: (base: UnsafeMutableRawPointer, byteCount: Int)?
        for case let base? in places.map(UnsafeMutableRawPointer.init(bitPattern:)) {
            let size = base.load(as: Int.self)
            if found == nil, (byteCount...2 * byteCount).contains(size) {
                found = (base, size)
            } else {
                put(base, size)
            }
        }
        return found
    }

    /// Puts memory down; what has lain longest goes. [control]
    fileprivate func put(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
        base.storeBytes(of: byteCount, as: Int.self)
        let older = first.exchange(Int(bitPattern: base), ordering: .acquiringAndReleasing)
        let oldest = second.exchange(older, ordering: .acquiringAndReleasing)
        UnsafeMutableRawPointer(bitPattern: oldest)?.deallocate()
    }
}
