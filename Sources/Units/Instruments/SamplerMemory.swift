import CAVFDSP

/// Samples somewhere in memory, which stay as they are while anything refers to them.
///
/// Numbers of 16 bits are in the machine's order, at any address, such as in a mapped file.
package final class SamplerMemory: @unchecked Sendable {
    // Proof: what the pointers lead to is only read; it is given back when nothing refers to it any more.
    let frames: UnsafeRawPointer
    let lowBytes: UnsafePointer<UInt8>?
    let format: Int32
    /// How many frames there are, of one channel.
    package let frameCount: Int
    private let release: @Sendable () -> Void

    private init(
        _ frames: UnsafeRawPointer, lowBytes: UnsafePointer<UInt8>?, format: Int, frameCount: Int,
        release: @escaping @Sendable () -> Void
    ) {
        self.frames = frames
        self.lowBytes = lowBytes
        self.format = Int32(format)
        self.frameCount = frameCount
        self.release = release
    }

    deinit { release() }

    /// Signed numbers of 16 bits that the caller keeps, with the low eight bits of 24 beside them or
    /// without.
    ///
    /// `release` is called on the control side when they are not needed any more.
    package convenience init(
        int16 frames: UnsafeRawPointer, lowBytes: UnsafePointer<UInt8>? = nil, frameCount: Int,
        release: @escaping @Sendable () -> Void
    ) {
        let format = lowBytes == nil ? AVF_DSP_VOICE_INT16 : AVF_DSP_VOICE_INT24
        self.init(
            frames, lowBytes: lowBytes, format: format, frameCount: frameCount, release: release)
    }

    /// Numbers of single precision that the caller keeps, full scale being 1.
    package convenience init(
        float frames: UnsafeRawPointer, frameCount: Int, release: @escaping @Sendable () -> Void
    ) {
        self.init(
            frames, lowBytes: nil, format: AVF_DSP_VOICE_FLOAT, frameCount: frameCount,
            release: release)
    }

    /// A copy of numbers of 16 bits.
    package convenience init(_ frames: [Int16]) {
        let copy = SampleCopy(frames)
        self.init(int16: copy.frames, frameCount: frames.count) { copy.free() }
    }

    /// A copy of numbers of single precision.
    package convenience init(_ frames: [Float]) {
        let copy = SampleCopy(frames)
        self.init(float: copy.frames, frameCount: frames.count) { copy.free() }
    }
}

/// Samples on the heap.
private struct SampleCopy: @unchecked Sendable {
    // Proof: written before anyone sees it, and freed by its only owner.
    let frames: UnsafeRawPointer

    init<Value: BitwiseCopyable>(_ values: [Value]) {
        let copy = UnsafeMutablePointer<Value>.allocate(capacity: max(1, values.count))
        copy.initialize(from: values, count: values.count)
        frames = UnsafeRawPointer(copy)
    }

    func free() { frames.deallocate() }
}
