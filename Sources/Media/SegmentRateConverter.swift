/// Brings a segment to another rate; refuses for now, there being no resampler yet.
final class SegmentRateConverter {
    let outputFrameCount: Int
    init(
        _ source: SegmentSource, path: String, inputRateHz: Double, outputRateHz: Double
    ) throws(MediaError) {
        outputFrameCount = 0
        throw .invalidSampleRate(path, sampleRateHz: outputRateHz)
    }
    func read(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int, frameCount: Int
    ) throws(MediaError) -> Int { 0 }
}
