import AVFGraph
import AVFMedia
import AVFRender

/// The input of a render: what the player will deliver.
struct SourceFile {
    let path: String
    /// The rate of the render and the file's channels.
    let format: BusFormat
    /// Frames at that rate.
    let frameCount: Int

    /// Looks at a file; without a rate, its own is taken.
    ///
    /// - Throws: `Failure` if it cannot be read or brought to the rate.
    init(path: String, sampleRateHz: Double?) throws(Failure) {
        self.path = path
        do {
            let reader = try AudioFileReader(path: path)
            format = BusFormat(
                sampleRateHz: sampleRateHz ?? reader.format.sampleRateHz,
                channelCount: reader.format.channelCount)
            frameCount = try SegmentReader(reader: reader, sampleRateHz: format.sampleRateHz).outputFrameCount
        } catch {
            throw Failure(reading: error)
        }
    }

    /// The whole signal as a picture.
    ///
    /// - Throws: `Failure` if the file cannot be read any more.
    func picture() throws(Failure) -> SignalPicture {
        var picture = SignalPicture(format, frameCount: frameCount)
        let buffer = SampleBuffer(channelCount: format.channelCount, frameCapacity: 16_384)
        do {
            let reader = try SegmentReader(path: path, sampleRateHz: format.sampleRateHz)
            while case let count = try reader.read(into: buffer.channels, frameCount: buffer.frameCapacity),
                count > 0
            {
                picture.add(buffer.readOnlyChannels, offset: 0, frameCount: count)
            }
        } catch {
            throw Failure(reading: error)
        }
        return picture.finished()
    }
}
