import AVFRender
import AVFSpatial
import CAVFDSP

// What a source does with each stretch of a cell: it takes the frames, and leads them into the buses.

extension SpatialSourceState {
    /// Takes frames: cleaned, mixed into one, and behind what is in their way; true if all are silent.
    @_noLocks
    mutating func takeChannels(
        _ input: AudioBus, _ frame: Int, _ cellFrame: Int, _ frameCount: Int
    ) -> Bool {
        let line = signals.line + cellFrame
        if isPlain {
            // One channel and nothing in its way: everything is fed from the line.
            let isSilent = avf_dsp_spatial_take(line, input[0] + frame, frameCount)
            filters.follow(line[frameCount &- 1])
            return isSilent
        }
        var isSilent = true
        let count = min(shape.channelCount, input.channelCount)
        let mix = signals.mix + cellFrame
        avf_dsp_clear(mix, frameCount)
        for channel in 0..<shape.channelCount {
            let own = signals.channel(channel) + cellFrame
            if channel < count {
                let isOwnSilent = avf_dsp_spatial_take(own, input[channel] + frame, frameCount)
                isSilent = isSilent && isOwnSilent
                avf_dsp_accumulate(mix, own, mono.pointer[channel], frameCount)
            } else {
                avf_dsp_clear(own, frameCount)
            }
        }
        if doppler.isOpen { delay(mix, cellFrame, frameCount) }
        filters.occlusion.run(mix, into: signals.sent + cellFrame, cellFrame, frameCount)
        filters.obstruction.run(signals.sent + cellFrame, into: line, cellFrame, frameCount)
        return isSilent
    }

    /// Whether there is one channel and nothing in its way.
    private var isPlain: Bool {
        @_noLocks get {
            shape.channelCount == 1 && !doppler.isOpen && filters.occlusion.isOpen
                && filters.obstruction.isOpen
        }
    }

    /// Leads a stretch of the cell into the buses.
    @_noLocks
    mutating func feed(
        _ cellFrame: Int, _ frameCount: Int, _ context: UnsafePointer<SpatialContext>,
        _ feeds: borrowing SpatialFeeds
    ) {
        guard isAwake else { return }
        if hearsSet { feedSet(cellFrame, frameCount, context, feeds) }
        if hearsSphere { feedSphere(cellFrame, frameCount, context, feeds) }
        let line = UnsafePointer(signals.line + cellFrame)
        feeds.append(gains.point, line, to: .speakers)
        feeds.append(gains.restLeft, line - delays.restLeft, to: .ownLeft)
        feeds.append(gains.restRight, line - delays.restRight, to: .ownRight)
        feeds.append(gains.field, line, to: .field)
        feeds.append(gains.head, line - delays.middle, to: .speakers)
        let sent = isPlain ? line : UnsafePointer(signals.sent + cellFrame)
        feeds.append(gains.send, sent, to: .speakers)
        guard feedsChannels else { return }
        for channel in 0..<shape.channelCount {
            let own = isPlain ? line : UnsafePointer(signals.channel(channel) + cellFrame)
            feeds.append(gains.channel(channel).pointee, own, to: .speakers)
            feeds.append(gains.channelField(channel).pointee, own, to: .field)
        }
    }

    private var hearsSet: Bool {
        @_noLocks get {
            !gains.basisLeft.isZero || !gains.ownLeft.isZero || !gains.basisRight.isZero
                || !gains.ownRight.isZero
        }
    }

    private var hearsSphere: Bool {
        @_noLocks get { !gains.sphereLeft.isZero || !gains.sphereRight.isZero }
    }

    /// Makes the rows that delays are read from, as far as any delay is heard.
    @_noLocks
    mutating func prepareDelays(
        _ cellFrame: Int, _ frameCount: Int, _ context: UnsafePointer<SpatialContext>
    ) {
        guard isAwake, hearsSet || hearsSphere else {
            areRowsStale = isAwake
            return
        }
        let farrow = farrow(context)
        if areRowsStale { signals.rebuildRows(farrow, before: cellFrame) }
        areRowsStale = false
        signals.extendRows(farrow, cellFrame, frameCount)
    }

    @_noLocks
    private func farrow(_ context: UnsafePointer<SpatialContext>) -> avf_dsp_spatial_farrow {
        usesLongDelays ? context.pointee.longFarrow : context.pointee.shortFarrow
    }

    @_noLocks
    private func feedSet(
        _ cellFrame: Int, _ frameCount: Int, _ context: UnsafePointer<SpatialContext>,
        _ feeds: borrowing SpatialFeeds
    ) {
        let farrow = farrow(context)
        let (left, right) = (signals.ear(0) + cellFrame, signals.ear(1) + cellFrame)
        hear(0, delays.left, farrow, cellFrame, frameCount)
        hear(1, delays.right, farrow, cellFrame, frameCount)
        feeds.append(gains.basisLeft, left, to: .basisLeft)
        feeds.append(gains.basisRight, right, to: .basisRight)
        feeds.append(gains.ownLeft, left, to: .ownLeft)
        feeds.append(gains.ownRight, right, to: .ownRight)
    }

    @_noLocks
    private mutating func feedSphere(
        _ cellFrame: Int, _ frameCount: Int, _ context: UnsafePointer<SpatialContext>,
        _ feeds: borrowing SpatialFeeds
    ) {
        let farrow = farrow(context)
        let (left, right) = (signals.ear(2) + cellFrame, signals.ear(3) + cellFrame)
        hear(2, delays.sphereLeft, farrow, cellFrame, frameCount)
        hear(3, delays.sphereRight, farrow, cellFrame, frameCount)
        filters.left.run(left, cellFrame, frameCount)
        filters.right.run(right, cellFrame, frameCount)
        feeds.append(gains.sphereLeft, left, to: .speakers)
        feeds.append(gains.sphereRight, right, to: .speakers)
    }

    @_noLocks
    private func hear(
        _ ear: Int, _ delay: SpatialDelay, _ farrow: avf_dsp_spatial_farrow, _ cellFrame: Int,
        _ frameCount: Int
    ) {
        var farrow = farrow
        let own = Float(farrow.tapCount / 2 &- 1)
        avf_dsp_spatial_delay(
            &farrow, signals.ear(ear) + cellFrame, signals.rows + cellFrame, signals.rowStride,
            delay.start - own, delay.slope, cellFrame, frameCount)
    }
}
