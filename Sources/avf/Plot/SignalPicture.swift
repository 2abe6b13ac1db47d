import AVFDSP
import AVFGraph
import AVFRender

/// A signal reduced to what a picture shows: the extremes of each column, and the mean spectrum.
struct SignalPicture {
    /// The lowest and highest sample of a column, over all channels.
    typealias Extremes = (lowest: Float, highest: Float)

    /// Columns over the whole duration; not more than there are frames.
    static func columnCount(of frameCount: Int) -> Int { min(800, frameCount) }

    /// Frames whose spectrum is taken at once: 32 blocks of the spectrum's default length.
    private static let chunkFrameCount = 131_072

    let format: BusFormat
    let frameCount: Int
    private var allColumns: [Extremes]
    private var chunk: SampleBuffer
    private var chunkFill = 0
    private var position = 0
    private var power: [Double] = []
    private let meanFrameCount: Int
    private(set) var binWidthHz = 1.0

    /// A picture of a signal that has so many frames.
    ///
    /// The last `tailFrameCount` of them follow the sound that it was made of. The mean spectrum is the
    /// energy of all over the duration of the others: silence at the end does not lower it.
    init(_ format: BusFormat, frameCount: Int, tailFrameCount: Int = 0) {
        self.format = format
        self.frameCount = frameCount
        meanFrameCount = max(1, frameCount - tailFrameCount)
        allColumns = Array(repeating: (.infinity, -.infinity), count: Self.columnCount(of: frameCount))
        chunk = SampleBuffer(channelCount: format.channelCount, frameCapacity: Self.chunkFrameCount)
    }

    /// The columns that were heard.
    var columns: ArraySlice<Extremes> { allColumns.prefix { $0.lowest <= $0.highest } }

    var durationSeconds: Double { Double(frameCount) / format.sampleRateHz }

    /// Hears the next frames.
    mutating func add(_ channels: UnsafePointer<UnsafePointer<Float>>, offset: Int, frameCount: Int) {
        for frame in offset..<offset + frameCount {
            let column = min(allColumns.count - 1, position * allColumns.count / max(1, self.frameCount))
            for channel in 0..<format.channelCount {
                let sample = channels[channel][frame]
                allColumns[column].lowest = min(allColumns[column].lowest, sample)
                allColumns[column].highest = max(allColumns[column].highest, sample)
                chunk.channels[channel][chunkFill] = sample
            }
            position += 1
            chunkFill += 1
            if chunkFill == Self.chunkFrameCount { takeSpectrum() }
        }
    }

    /// The picture when everything was heard.
    func finished() -> SignalPicture {
        var picture = self
        if chunkFill > 0 { picture.takeSpectrum() }
        return picture
    }

    /// The mean level of each bin, in decibels.
    var spectrumDecibels: [Double] {
        power.map { max(-200, ($0 / Double(meanFrameCount)).squareRoot().decibels) }
    }

    private mutating func takeSpectrum() {
        let spectrum = AveragedSpectrum(
            channels: chunk.channels, channelCount: format.channelCount, frameCount: chunkFill,
            sampleRateHz: format.sampleRateHz)
        binWidthHz = spectrum.binWidthHz
        if power.isEmpty { power = Array(repeating: 0, count: spectrum.decibels.count) }
        for (bin, level) in spectrum.decibels.enumerated() {
            power[bin] += Double(chunkFill) * Self.power(ofDecibels: Double(level))
        }
        chunkFill = 0
    }

    private static func power(ofDecibels level: Double) -> Double {
        let amplitude = Double.linear(decibels: level)
        return amplitude * amplitude
    }
}
