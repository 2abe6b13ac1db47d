import AVFRender
import AVFSpatial
import CAVFDSP

// What a source does with each stretch of a cell: it takes the frames, and leads them into the buses.

extension SpatialSourceState {
    /// Takes frames: cleaned, mixed into one, and behind what is in their way.
    @_noLocks
    mutating func take(_ input: AudioBus, _ frame: Int, _ cellFrame: Int, _ frameCount: Int) {
        let count = min(shape.channelCount, input.channelCount)
        let mix = signals.mix + cellFrame
        for channel in 0..<shape.channelCount {
            let own = signals.channel(channel) + cellFrame
            if channel < count {
                avf_dsp_copy_finite(own, input[channel] + frame, frameCount)
            } else {
                avf_dsp_clear(own, frameCount)
            }
            if channel == 0 {
                avf_dsp_scale(mix, own, mono.pointer[0], frameCount)
            } else {
                avf_dsp_accumulate(mix, own, mono.pointer[channel], frameCount)
            }
        }
        filters.occlusion.run(mix, into: signals.sent + cellFrame, cellFrame, frameCount)
        filters.obstruction.run(
            signals.sent + cellFrame, into: signals.line + cellFrame, cellFrame, frameCount)
    }

    @_noLocks
    mutating func feed(
        _ cellFrame: Int, _ frameCount: Int, _ context: SpatialContext, _ feeds: borrowing SpatialFeeds
    ) {
        let line = UnsafePointer(signals.line + cellFrame)
        hearDelays(cellFrame, frameCount, context)
        feeds.append(gains.basisLeft, signals.ear(0) + cellFrame, to: .basisLeft)
        feeds.append(gains.basisRight, signals.ear(1) + cellFrame, to: .basisRight)
        feeds.append(gains.ownLeft, signals.ear(0) + cellFrame, to: .ownLeft)
        feeds.append(gains.ownRight, signals.ear(1) + cellFrame, to: .ownRight)
        feeds.append(gains.restLeft, line - delays.restLeft, to: .ownLeft)
        feeds.append(gains.restRight, line - delays.restRight, to: .ownRight)
        feeds.append(gains.field, line, to: .field)
        feeds.append(gains.point, line, to: .speakers)
        feeds.append(gains.sphereLeft, signals.ear(2) + cellFrame, to: .speakers)
        feeds.append(gains.sphereRight, signals.ear(3) + cellFrame, to: .speakers)
        feeds.append(gains.head, line - delays.middle, to: .speakers)
        feeds.append(gains.send, signals.sent + cellFrame, to: .speakers)
        for channel in 0..<shape.channelCount {
            let own = UnsafePointer(signals.channel(channel) + cellFrame)
            feeds.append(gains.channel(channel).pointee, own, to: .speakers)
            feeds.append(gains.channelField(channel).pointee, own, to: .field)
        }
    }

    /// Makes what the ears hear through delays, as far as it is heard.
    @_noLocks
    private mutating func hearDelays(_ cellFrame: Int, _ frameCount: Int, _ context: SpatialContext) {
        let needsSet = !gains.basisLeft.isZero || !gains.ownLeft.isZero || !gains.basisRight.isZero
            || !gains.ownRight.isZero
        let needsSphere = !gains.sphereLeft.isZero || !gains.sphereRight.isZero
        guard needsSet || needsSphere else {
            areRowsStale = true
            return
        }
        let farrow = usesLongDelays ? context.longFarrow : context.shortFarrow
        if areRowsStale { signals.rebuildRows(farrow, before: cellFrame) }
        areRowsStale = false
        signals.extendRows(farrow, cellFrame, frameCount)
        if needsSet {
            hear(0, delays.left, farrow, cellFrame, frameCount)
            hear(1, delays.right, farrow, cellFrame, frameCount)
        }
        if needsSphere {
            hear(2, delays.sphereLeft, farrow, cellFrame, frameCount)
            hear(3, delays.sphereRight, farrow, cellFrame, frameCount)
            filters.left.run(signals.ear(2) + cellFrame, cellFrame, frameCount)
            filters.right.run(signals.ear(3) + cellFrame, cellFrame, frameCount)
        }
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
