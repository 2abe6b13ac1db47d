import AVFMedia
import Glibc
import TestSupport

/// A file of 32-bit samples that goes away with the object.
final class TemporaryWave {
    let path: String

    /// A mono file at 48 kHz with samples from a formula.
    init(frameCount: Int, _ value: (_ frame: Int, _ channel: Int) -> Float) throws {
        path = TestRoot.unused("wave") + ".wav"
        let format = try AudioFileFormat(
            path: path, encoding: .float32, sampleRateHz: 48_000, channelCount: 1)
        let writer = try AudioFileWriter(path: path, format: format)
        try writer.writeInterleaved((0..<frameCount).map { value($0, 0) }, frameCount: frameCount)
        try writer.close()
    }

    deinit { unlink(path) }
}
