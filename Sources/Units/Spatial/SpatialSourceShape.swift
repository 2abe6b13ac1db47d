import AVFSpatial
import CAVFDSP

/// How much memory a source needs, and how far back it remembers.
struct SpatialSourceShape: BitwiseCopyable {
    let channelCount: Int
    /// Frames before the cell that delays look at.
    let historyFrameCount: Int
    /// Numbers of the loudspeakers' bus for each frame.
    let speakerLaneCount: Int
    /// The longest filter that moves, and the longest at rest.
    let tapCount: Int
    let restTapCount: Int

    /// Taps of the delay's filters, which look at frames before those.
    static var farrowFrameCount: Int { @_noLocks get { 16 } }
    static var rowCount: Int { @_noLocks get { 5 } }

    init(channelCount: Int, sampleRateHz: Double, outputChannelCount: Int) {
        self.channelCount = channelCount
        let settings = HRTFSettings(sampleRateHz: sampleRateHz)
        tapCount = settings.tapCount
        restTapCount = settings.tapCount + FractionalDelayView.tapCount
        historyFrameCount = (HRTFSettings.mostDelayFrames(settings.sampleRateHz) + 2 + 15) / 16 * 16
        speakerLaneCount = Self.speakerLaneCount(outputChannelCount)
    }

    /// Two channels more than there are loudspeakers, for the reverb.
    static func speakerLaneCount(_ outputChannelCount: Int) -> Int {
        (min(SpeakerLayout.mostSpeakers, outputChannelCount) + 2 + 15) / 16 * 16
    }

    /// Cells of silence after which nothing is remembered.
    var memoryCellCount: Int {
        @_noLocks get {
            (historyFrameCount + Self.farrowFrameCount) / SpatialContext.cellFrameCount + 2
        }
    }

    private var cell: Int { @_noLocks get { SpatialContext.cellFrameCount } }

    var lineFrameCount: Int {
        @_noLocks get { historyFrameCount + Self.farrowFrameCount + cell }
    }
    var rowFrameCount: Int { @_noLocks get { historyFrameCount + cell } }

    /// Of the signals: clean channels, their mix, what the reverb gets, the line, its rows, four ears.
    var signalFloatCount: Int {
        @_noLocks get {
            (channelCount &+ 6) &* cell &+ lineFrameCount &+ Self.rowCount &* rowFrameCount
        }
    }

    var floatCount: Int { signalFloatCount + SpatialGainTable.floatCount(self) }
}
