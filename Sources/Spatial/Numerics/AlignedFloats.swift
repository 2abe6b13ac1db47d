/// Numbers in memory of their own that begins with a cache line.
package struct AlignedFloats: ~Copyable, @unchecked Sendable {
    // Proof: the pointer never changes; who may touch what it leads to is for the owner to say.
    /// The first number; valid as long as the owner.
    package let pointer: UnsafeMutablePointer<Float>
    /// How many there are.
    package let count: Int

    /// Zeros. [control]
    package init(count: Int) {
        self.count = count
        let capacity = max(16, count)
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: capacity * MemoryLayout<Float>.stride, alignment: 64)
        pointer = memory.initializeMemory(as: Float.self, repeating: 0, count: capacity)
    }

    /// These numbers. [control]
    package init(_ values: [Float]) {
        self.init(count: values.count)
        for (place, value) in values.enumerated() { pointer[place] = value }
    }

    deinit { pointer.deallocate() }
}
