/// Raw room for one chunk of samples between libsndfile and the caller.
final class SampleScratch {
    /// Samples of the largest chunk, whatever the channel count.
    private static let sampleCount = 16_384

    /// The most frames that fit.
    let frameCount: Int
    private let base: UnsafeMutableRawPointer

    init(channelCount: Int) {
        frameCount = max(1, SampleScratch.sampleCount / channelCount)
        base = .allocate(
            byteCount: frameCount * channelCount * MemoryLayout<Double>.stride,
            alignment: MemoryLayout<Double>.alignment)
    }

    deinit { base.deallocate() }

    /// The room as samples of one type.
    ///
    /// What was there as another type is gone.
    func samples<Sample: BitwiseCopyable>(_: Sample.Type) -> UnsafeMutablePointer<Sample> {
        base.assumingMemoryBound(to: Sample.self)
    }
}
