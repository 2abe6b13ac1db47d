/// The sample memory of one plan: equal, aligned buffers in one allocation, and one that stays silent.
///
/// Each buffer starts on a cache line and ends with a spare one, so that neighbours never share a line.
package struct BufferArena: ~Copyable {
    private static let alignment = 64
    private let base: UnsafeMutableRawPointer
    private let strideInFrames: Int
    /// Number of buffers.
    package let bufferCount: Int

    /// `bufferCount` buffers of `frameCapacity` frames, all zero.
    package init(bufferCount: Int, frameCapacity: Int) {
        self.bufferCount = bufferCount
        let framesPerLine = Self.alignment / MemoryLayout<Float>.stride
        strideInFrames = (frameCapacity + framesPerLine - 1) / framesPerLine * framesPerLine + framesPerLine
        let byteCount = (bufferCount + 1) * strideInFrames * MemoryLayout<Float>.stride
        base = .allocate(byteCount: byteCount, alignment: Self.alignment)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }

    deinit { base.deallocate() }

    /// A buffer that nobody writes.
    package var silence: UnsafeMutablePointer<Float> { base.assumingMemoryBound(to: Float.self) }

    /// The buffer at `index`.
    package func buffer(_ index: Int) -> UnsafeMutablePointer<Float> {
        silence + (index + 1) * strideInFrames
    }
}
