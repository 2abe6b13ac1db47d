import AVFRealtime
import AVFSpatial
import CAVFDSP

/// The buses that all sources go into, and the filters behind them.
struct SpatialBuses: ~Copyable {
    /// Frames after which a bus is moved back to the start of its memory.
    private static var longFrameCount: Int { @_noLocks get { 512 } }
    private static var cell: Int { @_noLocks get { SpatialContext.cellFrameCount } }

    private let basisLeft: AlignedFloats
    private let basisRight: AlignedFloats
    private let field: AlignedFloats
    private let own: AlignedFloats
    private let lines: AlignedFloats
    private let speakers: AlignedFloats
    private let ears: AlignedFloats
    private let speakerLaneCount: Int
    private let lineTapCount: Int
    private let mostTapCount: Int
    private var basisClock = SpatialBusClock()
    private var fieldClock = SpatialBusClock()
    private var quietLineFrameCount = Int.max >> 1

    init(_ shape: SpatialSourceShape, fieldTapCount: Int) {
        mostTapCount = max(shape.tapCount, fieldTapCount)
        let frames = mostTapCount + Self.longFrameCount + Self.cell
        basisLeft = AlignedFloats(count: frames * 32)
        basisRight = AlignedFloats(count: frames * 32)
        field = AlignedFloats(count: frames * 16)
        lineTapCount = shape.restTapCount
        own = AlignedFloats(count: Self.cell * lineTapCount)
        lines = AlignedFloats(count: 2 * (Self.cell + lineTapCount))
        speakerLaneCount = shape.speakerLaneCount
        speakers = AlignedFloats(count: Self.cell * speakerLaneCount)
        ears = AlignedFloats(count: 2 * Self.cell)
    }

    @_noLocks
    mutating func reset() {
        avf_dsp_clear(lines.pointer, lines.count)
        basisClock = SpatialBusClock()
        fieldClock = SpatialBusClock()
        quietLineFrameCount = Int.max >> 1
    }

    /// Adds all loudspeakers' signals and both ears' to the channels.
    ///
    /// `channels` are so many loudspeakers and then the reverb's two inputs.
    @_noLocks
    mutating func render(
        _ feeds: borrowing SpatialFeeds, _ context: UnsafePointer<SpatialContext>,
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int
    ) {
        renderSpeakers(feeds, context, channels, frameCount)
        guard context.pointee.outputChannelCount > 1 else { return }
        avf_dsp_clear(ears.pointer, 2 * Self.cell)
        let isHeard = (
            renderBasis(feeds, context, frameCount), renderOwn(feeds, frameCount),
            renderField(feeds, context, frameCount)
        )
        guard isHeard.0 || isHeard.1 || isHeard.2 else { return }
        avf_dsp_add(channels[0], ears.pointer, frameCount)
        avf_dsp_add(channels[1], ears.pointer + Self.cell, frameCount)
    }

    @_noLocks
    private func renderSpeakers(
        _ feeds: borrowing SpatialFeeds, _ context: UnsafePointer<SpatialContext>,
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int
    ) {
        let count = feeds.count(.speakers)
        guard count > 0 else { return }
        let rows = speakerLaneCount / 16
        avf_dsp_clear(speakers.pointer, frameCount * speakerLaneCount)
        avf_dsp_spatial_feed_bus(speakers.pointer, rows, feeds.first(.speakers), count, frameCount)
        avf_dsp_spatial_collect(
            channels, context.pointee.outputChannelCount + 2, speakers.pointer, rows, frameCount)
    }

    /// False if nothing is to be heard.
    @_noLocks
    private mutating func renderBasis(
        _ feeds: borrowing SpatialFeeds, _ context: UnsafePointer<SpatialContext>, _ frameCount: Int
    ) -> Bool {
        guard let set = context.pointee.hrtf else { return false }
        let isFed = feeds.count(.basisLeft) + feeds.count(.basisRight) > 0
        let (tapCount, lanes) = (set.tapCount, set.basisCount)
        guard
            basisClock.begin(
                isFed: isFed, tapCount, lanes, basisLeft.pointer, basisRight.pointer,
                longFrameCount: Self.longFrameCount)
        else { return false }
        let place = (tapCount + basisClock.frame) * lanes
        let (left, right) = (basisLeft.pointer + place, basisRight.pointer + place)
        fill(left, lanes, feeds, .basisLeft, frameCount)
        fill(right, lanes, feeds, .basisRight, frameCount)
        avf_dsp_spatial_decode(ears.pointer, left, set.basis, lanes / 16, tapCount, frameCount)
        avf_dsp_spatial_decode(
            ears.pointer + Self.cell, right, set.basis, lanes / 16, tapCount, frameCount)
        basisClock.advance(frameCount)
        return true
    }

    @_noLocks
    private mutating func renderField(
        _ feeds: borrowing SpatialFeeds, _ context: UnsafePointer<SpatialContext>, _ frameCount: Int
    ) -> Bool {
        guard let set = context.pointee.hrtf else { return false }
        let tapCount = set.fieldTapCount
        let isFed = feeds.count(.field) > 0
        guard
            fieldClock.begin(
                isFed: isFed, tapCount, 16, field.pointer, nil, longFrameCount: Self.longFrameCount)
        else { return false }
        let bus = field.pointer + (tapCount + fieldClock.frame) * 16
        fill(bus, 16, feeds, .field, frameCount)
        avf_dsp_spatial_decode(ears.pointer, bus, set.field, 1, tapCount, frameCount)
        avf_dsp_spatial_decode(
            ears.pointer + Self.cell, bus, set.field + tapCount * 16, 1, tapCount, frameCount)
        fieldClock.advance(frameCount)
        return true
    }

    @_noLocks
    private func fill(
        _ bus: UnsafeMutablePointer<Float>, _ lanes: Int, _ feeds: borrowing SpatialFeeds,
        _ name: SpatialFeeds.Bus, _ frameCount: Int
    ) {
        avf_dsp_clear(bus, frameCount * lanes)
        avf_dsp_spatial_feed_bus(bus, lanes / 16, feeds.first(name), feeds.count(name), frameCount)
    }

    @_noLocks
    private mutating func renderOwn(_ feeds: borrowing SpatialFeeds, _ frameCount: Int) -> Bool {
        let isFed = feeds.count(.ownLeft) + feeds.count(.ownRight) > 0
        quietLineFrameCount = isFed ? 0 : quietLineFrameCount &+ frameCount
        guard quietLineFrameCount < 2 * lineTapCount + Self.cell else {
            quietLineFrameCount = Int.max >> 1
            return false
        }
        spread(feeds, .ownLeft, lines.pointer, into: ears.pointer, frameCount)
        spread(
            feeds, .ownRight, lines.pointer + (Self.cell + lineTapCount), into: ears.pointer + Self.cell,
            frameCount)
        return true
    }

    /// What the filters add to a line of the frames to come, and of the line what is due.
    @_noLocks
    private func spread(
        _ feeds: borrowing SpatialFeeds, _ name: SpatialFeeds.Bus, _ line: UnsafeMutablePointer<Float>,
        into ear: UnsafeMutablePointer<Float>, _ frameCount: Int
    ) {
        if feeds.count(name) > 0 {
            fill(own.pointer, lineTapCount, feeds, name, frameCount)
            avf_dsp_spatial_spread(line, own.pointer, lineTapCount / 16, frameCount)
        }
        avf_dsp_add(ear, line, frameCount)
        var done = 0
        while done < lineTapCount {
            let piece = min(frameCount, lineTapCount - done)
            avf_dsp_copy(line + done, line + done + frameCount, piece)
            done += piece
        }
        avf_dsp_clear(line + lineTapCount, frameCount)
    }
}

/// Where a bus with a history is in its memory, and whether anything is left in it.
private struct SpatialBusClock: BitwiseCopyable {
    /// Frames behind the history.
    private(set) var frame = 0
    private var quietFrameCount = 0
    private var isOpen = false

    @_noLocks
    init() {}

    /// Prepares memory for frames of a cell; false if there is nothing in the bus, and nothing comes.
    @_noLocks
    mutating func begin(
        isFed: Bool, _ tapCount: Int, _ lanes: Int, _ first: UnsafeMutablePointer<Float>,
        _ second: UnsafeMutablePointer<Float>?, longFrameCount: Int
    ) -> Bool {
        if isFed { quietFrameCount = 0 }
        if !isOpen || quietFrameCount >= tapCount {
            isOpen = isFed
            guard isFed else { return false }
            frame = 0
            avf_dsp_clear(first, tapCount * lanes)
            if let second { avf_dsp_clear(second, tapCount * lanes) }
        }
        if frame >= longFrameCount {
            rewind(first, tapCount * lanes, lanes)
            if let second { rewind(second, tapCount * lanes, lanes) }
            frame = 0
        }
        return true
    }

    /// The history is at most as long as the way that it goes, or is moved in pieces of that way.
    @_noLocks
    private func rewind(_ bus: UnsafeMutablePointer<Float>, _ count: Int, _ lanes: Int) {
        let way = frame * lanes
        var done = 0
        while done < count {
            let piece = min(way, count - done)
            avf_dsp_copy(bus + done, bus + done + way, piece)
            done += piece
        }
    }

    @_noLocks
    mutating func advance(_ frameCount: Int) {
        frame &+= frameCount
        quietFrameCount = min(quietFrameCount &+ frameCount, .max >> 1)
    }
}
