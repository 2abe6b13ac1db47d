import Glibc

/// The frames of one channel of a sample in memory, for reading by any thread.
///
/// Nothing is written after it has been made, and its address stays the same until it is released. The
/// memory is the process's own: a bank's file may be cut or rewritten meanwhile without harm.
/// `paddingFrameCount` frames of silence lie before the first frame and behind the last one, so that an
/// interpolator may read over both ends; a loop is not unrolled into them.
// Proof of Sendable: only the caller of `init` writes, before it is shared.
package final class SampleFrames: @unchecked Sendable {
    /// How a frame is stored.
    package enum Form: Sendable {
        /// 16-bit integers of the host; full scale is 32,768.
        case int16
        /// 16-bit integers, and `lowBytes` with eight further bits below each (SoundFont's `sm24`).
        case int24
        /// Numbers with full scale 1.
        case float32
    }

    /// Silent frames before the first and behind the last one.
    package static let paddingFrameCount = 64

    /// Frames, without padding; at least 1.
    package let frameCount: Int
    /// The rate in Hz, 100 to 1,000,000.
    package let rateHz: Double
    /// How frames are stored.
    package let form: Form
    /// The memory behind one sample, padding included, in bytes.
    package let byteCount: Int

    private let memory: UnsafeMutableRawPointer
    private let lowMemory: UnsafeMutableRawPointer?

    /// Frames that the caller has yet to write, with silence around them; nil if there is no memory.
    init?(frameCount: Int, rateHz: Double, form: Form) {
        let frameSize = form == .float32 ? 4 : 2
        guard let memory = Self.padded(frameCount, frameSize: frameSize) else { return nil }
        lowMemory = form == .int24 ? Self.padded(frameCount, frameSize: 1) : nil
        guard form != .int24 || lowMemory != nil else {
            free(memory)
            return nil
        }
        self.memory = memory
        self.frameCount = frameCount
        self.rateHz = rateHz
        self.form = form
        byteCount = (frameCount + 2 * Self.paddingFrameCount) * (frameSize + (form == .int24 ? 1 : 0))
    }

    /// Memory whose padding is zero; the frames are left as they are, because they are written at once.
    private static func padded(_ frameCount: Int, frameSize: Int) -> UnsafeMutableRawPointer? {
        let paddingSize = paddingFrameCount * frameSize
        guard let memory = malloc(frameCount * frameSize + 2 * paddingSize) else { return nil }
        memset(memory, 0, paddingSize)
        memset(memory + paddingSize + frameCount * frameSize, 0, paddingSize)
        return memory
    }

    deinit {
        free(memory)
        free(lowMemory)
    }

    /// The first frame of `int16` and `int24`; nil for `float32`.
    package var int16: UnsafePointer<Int16>? {
        form == .float32 ? nil : UnsafePointer(writableInt16)
    }

    /// The eight low bits of the first frame, unsigned; nil unless the form is `int24`.
    ///
    /// A frame is (256 × int16 + low byte) / 8,388,608.
    package var lowBytes: UnsafePointer<UInt8>? { writableLowBytes.map { UnsafePointer($0) } }

    /// The first frame of `float32`; nil for the others.
    package var float32: UnsafePointer<Float>? {
        form == .float32 ? UnsafePointer(writableFloat32) : nil
    }

    // The maker's view. The memory is bound once, to what the form says.
    var writableInt16: UnsafeMutablePointer<Int16> {
        memory.assumingMemoryBound(to: Int16.self) + Self.paddingFrameCount
    }
    var writableLowBytes: UnsafeMutablePointer<UInt8>? {
        lowMemory.map { $0.assumingMemoryBound(to: UInt8.self) + Self.paddingFrameCount }
    }
    var writableFloat32: UnsafeMutablePointer<Float> {
        memory.assumingMemoryBound(to: Float.self) + Self.paddingFrameCount
    }

    /// Frame `index` as a number with full scale 1, for tests and displays.
    package subscript(index: Int) -> Double {
        precondition(index >= -Self.paddingFrameCount && index < frameCount + Self.paddingFrameCount)
        switch form {
        case .int16: return Double(writableInt16[index]) / 32_768
        case .int24:
            return (Double(writableInt16[index]) * 256 + Double(writableLowBytes?[index] ?? 0)) / 8_388_608
        case .float32: return Double(writableFloat32[index])
        }
    }
}
