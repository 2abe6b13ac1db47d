import AVFSpatial
import CAVFDSP

// What a source does in the next cell: where it is seen, which ways of rendering it takes, and how loud.

/// What follows from where a source is.
struct SpatialSight: BitwiseCopyable {
    let settings: SpatialSourceSettings
    let direction: HeadDirection
    /// Gain of the direct sound.
    let direct: Float
    /// Gain of what goes to the reverb.
    let wet: Float
    /// How far the source is from the middle of the head: 0 in it, 1 from 0.1 m on.
    let outside: Float
    let jumps: Bool

    @_noLocks
    init(
        settings: SpatialSourceSettings, direction: HeadDirection, distance: Double,
        _ mixer: SpatialMixerSettings, jumps: Bool
    ) {
        self.settings = settings
        self.direction = direction
        self.jumps = jumps
        outside = Float(max(0, min(1, distance / 0.1)))
        let attenuation = mixer.attenuation.gain(atDistance: distance)
        let blend = ReverbBlend(mixer.isReverbEnabled ? Double(settings.reverbBlend) : 0)
        direct = settings.gain * Float(attenuation * blend.dry)
        let far = attenuation > 0 ? avf_dsp_pow(attenuation, Double(mixer.reverbDistancePower)) : 0
        wet = settings.gain * Float(far * blend.wet)
    }
}

extension SpatialSourceState {
    /// Whether filters of its own are to be made for a source that has stayed for long enough.
    var restsSoon: Bool {
        @_noLocks get { usesSet && levels[.rest] == 0 && stillCellCount >= restCellCount }
    }

    /// Decides about the next cell.
    @_noLocks
    mutating func plan(_ context: UnsafePointer<SpatialContext>, jumps: Bool) {
        var settings = self.settings
        let isEnding = settings.isEnding || isDropped
        settings.gain *= opening(isEnding: isEnding, context, jumps: jumps)
        let seen = context.pointee.settings.listener.direction(of: settings.position)
        // In the very middle there is no direction: the last one stays.
        let hasMoved = seen.distance > 1e-9 && !seen.unit.coincides(with: unit)
        if seen.distance > 1e-9 { unit = seen.unit }
        stillCellCount = hasMoved || jumps ? 0 : min(stillCellCount &+ 1, .max &- 1)
        restCellCount = context.pointee.restCellCount
        let sight = SpatialSight(
            settings: settings, direction: HeadDirection(front: unit.x, left: unit.y, up: unit.z),
            distance: seen.distance, context.pointee.settings, jumps: jumps)
        aimDelays(sight, context)
        aimDoppler(settings, context, jumps: jumps)
        let wanted = wantedPaths(sight, context)
        wantsRest = wanted & SpatialPath.rest.mask != 0
        levels.approach(wanted, full: context.pointee.fadeCellCount, jumps: jumps)
        aimFilters(sight, distance: seen.distance, context)
        feedsChannels = hasChannels || hasChannelField
        aimGains(sight, context)
        feedsChannels = feedsChannels || hasChannels || hasChannelField
        isMoving = true
        isUnsettled =
            doppler.isFading || !areDelaysReached
            || !levels.areReached(wanted, full: context.pointee.fadeCellCount) || restsSoon
            || openCellCount != (isEnding ? 0 : context.pointee.fadeCellCount)
    }

    /// The gain by which the source has faded in, after one more step.
    @_noLocks
    private mutating func opening(
        isEnding: Bool, _ context: UnsafePointer<SpatialContext>, jumps: Bool
    ) -> Float {
        let full = context.pointee.fadeCellCount
        let goal = isEnding ? 0 : full
        if jumps {
            openCellCount = beginsInSilence ? 0 : goal
            beginsInSilence = false
        } else if openCellCount != goal {
            openCellCount &+= goal > openCellCount ? 1 : -1
        }
        let t = Float(openCellCount) / Float(full)
        return t * t * (3 - 2 * t)
    }

    @_noLocks
    private mutating func aimDelays(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) {
        let rate = context.pointee.sampleRateHz
        let head = SphericalHead()
        let first = HRTFSettings.leastDelayFrames + head.radius / SphericalHead.speedOfSound * rate
        let left = head.incidence(.left, sight.direction)
        let right = head.incidence(.right, sight.direction)
        let isThere = (
            delays.sphereLeft.aim(
                at: Float(first + head.delay(incidence: left) * rate), jumps: sight.jumps),
            delays.sphereRight.aim(
                at: Float(first + head.delay(incidence: right) * rate), jumps: sight.jumps)
        )
        areDelaysReached = isThere.0 && isThere.1
        delays.middle = Int(first)
        guard let set = context.pointee.hrtf else { return }
        let place = set.place(of: unit)
        self.place = place
        let isAtSet = (
            delays.left.aim(at: place.leftDelay, jumps: sight.jumps),
            delays.right.aim(at: place.rightDelay, jumps: sight.jumps)
        )
        areDelaysReached = areDelaysReached && isAtSet.0 && isAtSet.1
        delays.middle = Int(set.middleDelay)
    }

    @_noLocks
    private mutating func aimFilters(
        _ sight: SpatialSight, distance: Double, _ context: UnsafePointer<SpatialContext>
    ) {
        let rate = context.pointee.sampleRateHz
        let settings = sight.settings
        let occlusion = Double(settings.occlusionDecibels)
        let air = Double(settings.airDecibelsPerMetre) * min(distance, 1e6)
        let obstruction = Double(settings.obstructionDecibels) - air
        filters.occlusion.aim(
            at: OnePoleLowPass.pole(decibels: occlusion, sampleRateHz: rate), jumps: sight.jumps)
        filters.obstruction.aim(
            at: OnePoleLowPass.pole(decibels: obstruction, sampleRateHz: rate), jumps: sight.jumps)
        guard levels[.sphere] > 0 || !gains.sphereLeft.isZero else { return }
        let head = SphericalHead()
        let left = head.incidence(.left, sight.direction)
        let right = head.incidence(.right, sight.direction)
        filters.left.aim(at: head.shadow(incidence: left, sampleRateHz: rate), jumps: sight.jumps)
        filters.right.aim(at: head.shadow(incidence: right, sampleRateHz: rate), jumps: sight.jumps)
    }

    // MARK: - Paths

    /// The ways of rendering that the source should have, as bits.
    @_noLocks
    private mutating func wantedPaths(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>)
        -> UInt32
    {
        usesSet = false
        let settings = sight.settings
        let isSeveral = shape.channelCount > 1
        let hasField = context.pointee.isForHeadphones && context.pointee.canUseSet
        if settings.sourceMode == .ambienceBed {
            return hasField ? SpatialPath.channelField.mask : SpatialPath.channels.mask
        }
        if settings.sourceMode == .bypass || settings.algorithm == .stereoPassThrough
            || (settings.sourceMode == .spatializeIfMono && isSeveral)
        {
            return SpatialPath.channels.mask
        }
        let splits = settings.inHeadMode == .bypass && isSeveral && sight.outside < 1
        return placedPath(settings, context, hasField: hasField)
            | (splits ? SpatialPath.channels.mask : 0)
    }

    @_noLocks
    private mutating func placedPath(
        _ settings: SpatialSourceSettings, _ context: UnsafePointer<SpatialContext>, hasField: Bool
    ) -> UInt32 {
        guard context.pointee.outputChannelCount > 1 else { return SpatialPath.point.mask }
        let algorithm = context.pointee.resolved(settings.algorithm)
        switch algorithm {
        case .sphericalHead: return SpatialPath.sphere.mask
        case .soundField: return hasField ? SpatialPath.field.mask : SpatialPath.point.mask
        case .hrtf, .hrtfHQ:
            guard context.pointee.canUseSet else { return SpatialPath.sphere.mask }
            usesSet = true
            let isLong = algorithm == .hrtfHQ
            if isLong != usesLongDelays { areRowsStale = true }
            usesLongDelays = isLong
            if canRest(context) { return SpatialPath.rest.mask }
            return isLong ? SpatialPath.own.mask : SpatialPath.basis.mask
        default: return SpatialPath.point.mask
        }
    }

    /// Whether the source has stayed for long enough, and its filters at rest are those of its place, or can
    /// be made.
    @_noLocks
    private func canRest(_ context: UnsafePointer<SpatialContext>) -> Bool {
        guard stillCellCount >= context.pointee.restCellCount, areDelaysReached else { return false }
        return levels[.rest] == 0
            || (restUnit.coincides(with: unit) && restNumber == context.pointee.hrtfNumber)
    }
}
