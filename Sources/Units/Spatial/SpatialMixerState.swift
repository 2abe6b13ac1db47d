import AVFRealtime
import AVFRender
import AVFSpatial
import CAVFDSP

/// The render side of a spatial mixer.
struct SpatialMixerState: ~Copyable {
    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let cell: UnsafeMutablePointer<SequenceCell<SpatialMixerSettings>>
    private let mailbox: UnsafeMutablePointer<SpatialMailbox>
    private let words: OwnedBuffer<UInt64>
    private let settings: OwnedCell<SpatialMixerSettings>
    private let channels: OwnedBuffer<UnsafeMutablePointer<Float>>
    private let silence = OwnedBuffer<Float>(repeating: 0, count: 1)
    private var seen: UInt64 = 0
    private let contextCell: OwnedCell<SpatialContext>
    private var buses: SpatialBuses
    private var reverb: SpatialReverb
    private var master = GainRamp(1)
    private var voices = SpatialVoices()
    /// The set in use.
    private(set) var lease: UnsafeMutablePointer<HRTFLease>?
    private var leavingCellCount: Int32 = 0
    /// The sample time of the next frame; before the first one there is none.
    private var nextTime: Int64?

    init(
        _ cell: UnsafeMutablePointer<SequenceCell<SpatialMixerSettings>>,
        _ mailbox: UnsafeMutablePointer<SpatialMailbox>, _ context: SpatialContext, sampleRateHz: Double
    ) {
        self.cell = cell
        self.mailbox = mailbox
        contextCell = OwnedCell(context)
        words = OwnedBuffer(repeating: 0, count: cell.pointee.wordCount)
        settings = OwnedCell(SpatialMixerSettings())
        let place = silence.pointer
        channels = OwnedBuffer(count: SpeakerLayout.mostSpeakers + 2) { _ in place }
        let shape = SpatialSourceShape(
            channelCount: 1, sampleRateHz: sampleRateHz, outputChannelCount: context.outputChannelCount)
        let late = HRTFSettings.mostDelayFrames(HRTFSettings(sampleRateHz: sampleRateHz).sampleRateHz)
        buses = SpatialBuses(shape, fieldTapCount: (shape.tapCount + late + 31) / 16 * 16)
        reverb = SpatialReverb(sampleRateHz: sampleRateHz)
    }

    /// What the sources are told together.
    private var shared: UnsafePointer<SpatialContext> {
        @_noLocks get { UnsafePointer(contextCell.pointer) }
    }

    /// Forgets everything that was heard.
    @_noLocks
    mutating func reset() { nextTime = nil }

    /// Makes a block of these sources, one for each input bus.
    @_noLocks
    mutating func process(
        _ block: RenderBlock, _ roster: borrowing SpatialRoster, _ feeds: borrowing SpatialFeeds
    ) {
        align(to: block.sampleTime, roster.sources, min(roster.sourceCount, block.inputCount))
        let count = roster.gather(block)
        let (sources, inputs) = (roster.awake, roster.inputs)
        var frame = 0
        while frame < block.frameCount {
            let time = block.sampleTime &+ Int64(frame)
            let cellFrame = Int(time & Int64(SpatialContext.cellFrameCount &- 1))
            if cellFrame == 0 { voices.rank(roster, at: time, shared) }
            if cellFrame == 0 { beginCell(sources, count, jumps: false) }
            let stretch = min(block.frameCount &- frame, SpatialContext.cellFrameCount &- cellFrame)
            feeds.empty()
            // Source by source in each pass: what one pass has written, the next one finds in the cache.
            for source in 0..<count {
                sources[source].pointee.take(
                    block.inputs[Int(inputs[source])], from: frame, cellFrame: cellFrame, stretch, shared)
            }
            for source in 0..<count { sources[source].pointee.prepareDelays(cellFrame, stretch, shared) }
            for source in 0..<count { sources[source].pointee.feed(cellFrame, stretch, shared, feeds) }
            render(block.output, from: frame, stretch, at: time, feeds)
            frame &+= stretch
        }
        nextTime = block.sampleTime &+ Int64(block.frameCount)
    }

    /// After a jump in time nothing is remembered.
    @_noLocks
    private mutating func align(
        to time: Int64, _ sources: UnsafePointer<UnsafeMutablePointer<SpatialSourceState>>, _ count: Int
    ) {
        guard nextTime != time else { return }
        for source in 0..<count { sources[source].pointee.reset() }
        buses.reset()
        reverb.reset()
        beginCell(sources, count, jumps: true)
    }

    // MARK: - Cells

    @_noLocks
    private mutating func beginCell(
        _ sources: UnsafePointer<UnsafeMutablePointer<SpatialSourceState>>, _ count: Int, jumps: Bool
    ) {
        var hasNews = cell.pointee.take(settings.pointer, scratch: words.pointer, seen: &seen) || jumps
        contextCell.pointer.pointee.settings = settings.pointer.pointee
        hasNews = followSets(jumps: jumps) || hasNews
        let ramp = Int(contextCell.pointer.pointee.sampleRateHz * GainRamp.seconds)
        master.follow(contextCell.pointer.pointee.settings.outputGain, over: jumps ? 0 : ramp)
        reverb.beginCell(contextCell.pointer.pointee.settings, jumps: jumps)
        for source in 0..<count { sources[source].pointee.beginCell(shared, hasNews: hasNews) }
    }

    /// Takes a set that was offered, once nothing is heard through the old one; true if anything changed.
    @_noLocks
    private mutating func followSets(jumps: Bool) -> Bool {
        guard mailbox.pointee.hasNews || contextCell.pointer.pointee.isSetLeaving else { return false }
        if !contextCell.pointer.pointee.isSetLeaving, lease?.pointee.view != nil, !jumps {
            contextCell.pointer.pointee.isSetLeaving = true
            // One more: the fade's last line ends with the cell after its last step.
            leavingCellCount = contextCell.pointer.pointee.fadeCellCount &+ 1
            return true
        }
        leavingCellCount &-= 1
        guard leavingCellCount <= 0 || jumps else { return false }
        contextCell.pointer.pointee.isSetLeaving = false
        guard let new = mailbox.pointee.takeOffer() else { return true }
        if let lease { mailbox.pointee.handBack(lease) }
        lease = new
        contextCell.pointer.pointee.hrtf = new.pointee.view
        contextCell.pointer.pointee.hrtfNumber &+= 1
        buses.reset()
        return true
    }

    // MARK: - Sound

    @_noLocks
    private mutating func render(
        _ output: AudioBus, from frame: Int, _ frameCount: Int, at time: Int64,
        _ feeds: borrowing SpatialFeeds
    ) {
        let count = min(contextCell.pointer.pointee.outputChannelCount, output.channelCount)
        for channel in 0..<output.channelCount { avf_dsp_clear(output[channel] + frame, frameCount) }
        guard count == contextCell.pointer.pointee.outputChannelCount else { return }
        for channel in 0..<count { channels.pointer[channel] = output[channel] + frame }
        for side in 0..<2 {
            avf_dsp_clear(reverb.input(side), frameCount)
            channels.pointer[count &+ side] = reverb.input(side)
        }
        buses.render(feeds, shared, channels.pointer, frameCount)
        reverb.render(channels.pointer, channelCount: count, frameCount, at: time)
        if !master.isSettled || master.settled != 1 {
            for channel in 0..<count {
                master.apply(to: channels.pointer[channel], into: channels.pointer[channel], frameCount)
            }
        }
        master.advance(frameCount)
    }
}
