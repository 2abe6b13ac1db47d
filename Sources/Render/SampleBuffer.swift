/// Planar float samples in memory of its own, aligned for vector loops.
package final class SampleBuffer: @unchecked Sendable {
    // Proof: it has one writer until it is handed on; after that it is only read.
    /// Frames that fit.
    package let frameCapacity: Int
    /// Number of channels.
    package let channelCount: Int
    /// One pointer for each channel.
    package let channels: UnsafePointer<UnsafeMutablePointer<Float>>
    private let memory: UnsafeMutableRawPointer
    private let table: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    /// Silence of that size.
    package init(channelCount: Int, frameCapacity: Int) {
        self.channelCount = channelCount
        self.frameCapacity = frameCapacity
        let strideInFrames = (frameCapacity + 15) / 16 * 16
        let sampleCount = max(16, channelCount * strideInFrames)
        memory = .allocate(byteCount: sampleCount * MemoryLayout<Float>.stride, alignment: 64)
        let samples = memory.initializeMemory(as: Float.self, repeating: 0, count: sampleCount)
        table = .allocate(capacity: max(1, channelCount))
        for channel in 0..<channelCount {
            (table + channel).initialize(to: samples + channel * strideInFrames)
        }
        channels = UnsafePointer(table)
    }

    deinit {
        table.deallocate()
        memory.deallocate()
    }
}
