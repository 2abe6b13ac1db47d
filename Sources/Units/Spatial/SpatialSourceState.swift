import AVFDSP
import AVFRealtime
import AVFRender
import AVFSpatial
import CAVFDSP

/// The render side of one source: its last frames, and the gains and delays that lead them into the buses.
///
/// Everything moves along straight lines within cells of 64 frames that begin at multiples of 64 of the
/// sample time; what a source is told counts from the next cell on. So no sample depends on how time is cut
/// into blocks. A source that has been silent for longer than it remembers does nothing until it sounds
/// again.
struct SpatialSourceState: ~Copyable {
    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    let memory: AlignedFloats
    private let cell: UnsafeMutablePointer<SequenceCell<SpatialSourceSettings>>
    private let delayMemory: UnsafeMutablePointer<SpatialDelayMemory>
    private let words: OwnedBuffer<UInt64>
    private let settingsCell: OwnedCell<SpatialSourceSettings>
    private var seen: UInt64 = 0

    let shape: SpatialSourceShape
    let signals: SpatialSignals
    var filters = SpatialShadowFilters()
    var gains: SpatialGainTable
    var levels = SpatialLevels()
    var delays = SpatialDelays()
    var doppler = SpatialDoppler()

    /// Whether anything is remembered or to be heard.
    private(set) var isAwake = false
    private var isCellSilent = true
    private var quietCellCount = 0
    /// Whether gains or delays may move in the next cell although nobody has told the source anything.
    var isUnsettled = true
    /// Whether any gains move in this cell.
    var isMoving = false
    /// Cells for which the direction has stayed.
    var stillCellCount: Int32 = 0
    /// The direction of length 1, as the head sees it, and the one that the filters at rest were made for.
    var unit = Vector3(1, 0, 0)
    var restUnit = Vector3(0, 0, 0)
    var restNumber: Int32 = -1
    /// Where the direction lies in the set; nil without one.
    var place: HRTFPlace?
    var restCellCount: Int32 = .max
    /// Whether the source is rendered with a set, and wants its filters at rest.
    var usesSet = false
    var wantsRest = false
    var areDelaysReached = true
    var hasChannels = false
    var hasChannelField = false
    /// Whether channels are fed one by one in this cell: also while the last of them fade out.
    var feedsChannels = false
    /// Whether the rows of the delay's filters do not follow the input.
    var areRowsStale = true
    var usesLongDelays = false
    /// Cells by which the source has faded in.
    var openCellCount: Int32 = 0
    /// Whether it has to fade in when it sounds for the first time.
    var beginsInSilence: Bool
    /// Whether others are heard in its place, and whether it has sounded since that was decided.
    var isDropped = false
    var hasSounded = false
    var score: Int32 = -1
    /// Each channel's share of the mix; output by output each channel's when they are passed on; and where
    /// each stands in a bed.
    let mono: OwnedBuffer<Float>
    let passed: OwnedBuffer<Float>
    let bed: OwnedBuffer<Vector3>
    /// Whether the channels could be a sound field.
    let isFullOrder: Bool

    init(
        _ cell: UnsafeMutablePointer<SequenceCell<SpatialSourceSettings>>,
        _ delayMemory: UnsafeMutablePointer<SpatialDelayMemory>, channelCount: Int, sampleRateHz: Double,
        outputChannelCount: Int, bed layout: SpeakerLayout?, beginsInSilence: Bool
    ) {
        self.cell = cell
        self.delayMemory = delayMemory
        self.beginsInSilence = beginsInSilence
        words = OwnedBuffer(repeating: 0, count: cell.pointee.wordCount)
        settingsCell = OwnedCell(SpatialSourceSettings())
        shape = SpatialSourceShape(
            channelCount: channelCount, sampleRateHz: sampleRateHz, outputChannelCount: outputChannelCount)
        let mix = ChannelMixMatrix(inputChannelCount: channelCount, outputChannelCount: 1).gains
        mono = OwnedBuffer(count: channelCount) { channelCount == 1 ? 1 : mix[$0] }
        let matrix = ChannelMixMatrix(inputChannelCount: channelCount, outputChannelCount: outputChannelCount)
        passed = OwnedBuffer(count: matrix.gains.count) { matrix.gains[$0] }
        let usual = SpeakerLayout.bed(channelCount: channelCount)
        let speakers = (layout?.speakers.count == channelCount ? layout ?? usual : usual).speakers
        bed = OwnedBuffer(count: channelCount) {
            HeadDirection(
                azimuthDegrees: speakers[$0].azimuthDegrees, elevationDegrees: speakers[$0].elevationDegrees
            ).unit
        }
        isFullOrder =
            channelCount > 1 && SphericalHarmonics.order(ofChannelCount: channelCount) != nil
        memory = AlignedFloats(count: shape.floatCount)
        signals = SpatialSignals(memory.pointer, shape)
        gains = SpatialGainTable(memory.pointer + shape.signalFloatCount, shape)
    }

    /// What the source was told before this cell.
    var settings: SpatialSourceSettings { @_noLocks get { settingsCell.pointer.pointee } }

    /// Forgets what it remembers.
    @_noLocks
    mutating func reset() {
        sleep()
        seen = 0
    }

    @_noLocks
    private mutating func sleep() {
        isAwake = false
        signals.silence()
        filters.reset()
        doppler.reset()
        gains.close()
        quietCellCount = 0
        areRowsStale = false
        restNumber = -1
    }

    // MARK: - Cells

    /// Goes on to the next cell, of which nothing is known yet.
    @_noLocks
    mutating func beginCell(_ context: UnsafePointer<SpatialContext>, hasNews: Bool) {
        guard isAwake else { return }
        quietCellCount = isCellSilent ? quietCellCount &+ 1 : 0
        if quietCellCount > shape.memoryCellCount &+ doppler.memoryCellCount, filters.isQuiet {
            return sleep()
        }
        if isDropped, openCellCount == 0 { return sleep() }
        isCellSilent = true
        signals.shift(rowCount: areRowsStale ? 0 : usesLongDelays ? 5 : 4)
        if isMoving { gains.begin() }
        isMoving = false
        filters.begin()
        delays.begin()
        doppler.begin(delayMemory.pointee)
        let isTold = cell.pointee.take(settingsCell.pointer, scratch: words.pointer, seen: &seen)
        if isTold || hasNews || isUnsettled { plan(context, jumps: false) } else { stayStill() }
        doppler.move(delayMemory.pointee, context)
    }

    /// Takes how late the source is to be heard.
    @_noLocks
    mutating func aimDoppler(
        _ settings: SpatialSourceSettings, _ context: UnsafePointer<SpatialContext>, jumps: Bool
    ) {
        let factor = settings.sourceMode == .ambienceBed ? 0 : Double(settings.dopplerFactor)
        doppler.aim(
            factor: factor, source: settings.position, delayMemory.pointee, context, jumps: jumps)
    }

    /// Lets the mix be heard as late as its way takes.
    @_noLocks
    mutating func delay(_ block: UnsafeMutablePointer<Float>, _ cellFrame: Int, _ frameCount: Int) {
        doppler.run(block, delayMemory.pointee, cellFrame, frameCount)
    }

    /// Begins in the middle of a cell, or after a jump in time, with nothing remembered.
    @_noLocks
    private mutating func wake(_ context: UnsafePointer<SpatialContext>) {
        takeSettings()
        isAwake = true
        isCellSilent = false
        quietCellCount = 0
        areRowsStale = false
        plan(context, jumps: true)
    }

    /// Takes what the source was told last.
    @_noLocks
    mutating func takeSettings() {
        _ = cell.pointee.take(settingsCell.pointer, scratch: words.pointer, seen: &seen)
    }

    /// Counts a cell in which nothing changes; after enough of them the source is at rest.
    @_noLocks
    private mutating func stayStill() {
        stillCellCount = min(stillCellCount &+ 1, .max &- 1)
        isUnsettled = restsSoon
    }

    // MARK: - Sound

    /// Takes frames of the input from a frame of the cell on.
    @_noLocks
    mutating func take(
        _ input: AudioBus, from frame: Int, cellFrame: Int, _ frameCount: Int,
        _ context: UnsafePointer<SpatialContext>
    ) {
        if !isAwake {
            if Self.isSilent(input, frame, frameCount) { return }
            hasSounded = true
            if isDropped { return }
            wake(context)
        }
        let isSilent = takeChannels(input, frame, cellFrame, frameCount)
        isCellSilent = isCellSilent && isSilent
    }

    @_noLocks
    static func isSilent(_ input: AudioBus, _ frame: Int, _ frameCount: Int) -> Bool {
        for channel in 0..<input.channelCount {
            if !avf_dsp_spatial_is_silent(input[channel] + frame, frameCount) { return false }
        }
        return true
    }
}
