import CAVFShimsProcess
import Glibc

/// A mapping of memory that two processes share; unmapped with its last owner.
final class SharedMemory: @unchecked Sendable {
    // Proof: the pointer never changes; who may touch what is said by what lies in the memory.
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    /// A mapping of the descriptor's memory; nil if the kernel refuses or it is smaller than that.
    ///
    /// The descriptor may be closed afterwards.
    init?(descriptor: Int32, byteCount: Int) {
        var status = stat()
        guard byteCount > 0, fstat(descriptor, &status) == 0, status.st_size >= byteCount else { return nil }
        // Touched now, so that the first blocks need not.
        let mapped = mmap(
            nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED | Int32(MAP_POPULATE), descriptor, 0)
        guard let mapped, mapped != MAP_FAILED else { return nil }
        base = mapped
        self.byteCount = byteCount
    }

    deinit { munmap(base, byteCount) }
}

extension SharedMemory {
    /// New memory with the descriptor that another process gets; nil if there is none.
    static func new(_ byteCount: Int) -> (descriptor: Int32, mapping: SharedMemory)? {
        let descriptor = avf_shim_memory_new(byteCount)
        guard descriptor >= 0 else { return nil }
        if let mapping = SharedMemory(descriptor: descriptor, byteCount: byteCount) {
            return (descriptor, mapping)
        }
        close(descriptor)
        return nil
    }
}
