import AVFGraph
import Glibc
import Synchronization

/// Planar samples of the program: memory that says no instead of ending the process when there is too little.
///
/// Sendable, because the pointers never change, what they lead to is the program's to guard, and the length
/// is atomic.
final class FrameBuffer: @unchecked Sendable {
    /// The alignment of each channel, in frames: a cache line.
    private static let alignmentInFrames = 16

    let format: BusFormat
    let frameCapacity: Int
    /// One pointer for each channel.
    let channels: UnsafePointer<UnsafeMutablePointer<Float>>
    private let memory: UnsafeMutableRawPointer
    private let table: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let length = Atomic<Int>(0)

    /// Silence of that size.
    ///
    /// - Throws: `CallFailure` when memory runs out.
    init(_ format: BusFormat, frameCapacity: Int) throws(CallFailure) {
        let unit = Self.alignmentInFrames
        let stride = (max(1, frameCapacity) + unit - 1) / unit * unit
        // At most 2^32 frames of 256 channels: the product fits 64 bits by far.
        let byteCount = (stride * format.channelCount + unit) * MemoryLayout<Float>.stride
        guard let memory = calloc(1, byteCount) else { throw .outOfMemory }
        let base = memory.alignedUp(toMultipleOf: unit * MemoryLayout<Float>.stride)
        let samples = base.bindMemory(to: Float.self, capacity: stride * format.channelCount)
        table = .allocate(capacity: format.channelCount)
        for channel in 0..<format.channelCount {
            (table + channel).initialize(to: samples + channel * stride)
        }
        channels = UnsafePointer(table)
        self.format = format
        self.frameCapacity = frameCapacity
        self.memory = memory
    }

    deinit {
        table.deallocate()
        free(memory)
    }

    /// Frames that count, 0...frameCapacity.
    var frameLength: Int {
        get { length.load(ordering: .relaxed) }
        set { length.store(min(max(0, newValue), frameCapacity), ordering: .relaxed) }
    }

    /// Puts interleaved samples in, from the first frame on.
    func write(interleaved samples: UnsafePointer<Float>, frameCount: Int) {
        let channelCount = format.channelCount
        for channel in 0..<channelCount {
            let target = channels[channel]
            for frame in 0..<frameCount { target[frame] = samples[frame * channelCount + channel] }
        }
    }

    /// Takes interleaved samples out, from the first frame on.
    func read(interleaved samples: UnsafeMutablePointer<Float>, frameCount: Int) {
        let channelCount = format.channelCount
        for channel in 0..<channelCount {
            let source = channels[channel]
            for frame in 0..<frameCount { samples[frame * channelCount + channel] = source[frame] }
        }
    }
}
