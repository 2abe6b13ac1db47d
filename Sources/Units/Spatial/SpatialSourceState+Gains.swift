import AVFSpatial
import CAVFDSP

// The gains of each way of rendering. Those of ways that are closed, and stay so, are left alone.

extension SpatialSourceState {
    @_noLocks
    mutating func aimGains(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) {
        if isOpen(.point, gains.point) { aimPoint(sight, context) }
        if isOpen(.sphere, gains.sphereLeft) { aimSphere(sight, context) }
        if isOpen(.basis, gains.basisLeft) { aimBasis(sight, context) }
        if isOpen(.own, gains.ownLeft) { aimOwn(sight, context) }
        if isOpen(.rest, gains.restLeft) { aimRest(sight, context) }
        if isOpen(.field, gains.field) { aimField(sight, context) }
        aimSend(sight, context)
        aimHead(sight, context)
        aimChannels(sight, context)
        aimChannelField(sight, context)
    }

    @_noLocks
    func isOpen(_ path: SpatialPath, _ gains: SpatialGains) -> Bool { levels[path] > 0 || !gains.isZero }

    /// The share of a path: 3t² − 2t³, which begins and ends without a corner, and adds up to 1 with that of
    /// the path that it takes over from.
    @_noLocks
    func share(_ path: SpatialPath, _ context: UnsafePointer<SpatialContext>) -> Float {
        let t = Float(levels[path]) / Float(context.pointee.fadeCellCount)
        return t * t * (3 - 2 * t)
    }

    /// The lanes of the loudspeakers' bus, silent.
    @_noLocks
    private func lanes(_ context: UnsafePointer<SpatialContext>) -> UnsafeMutablePointer<Float> {
        avf_dsp_clear(context.pointee.gains, context.pointee.speakerLaneCount)
        return context.pointee.gains
    }

    // MARK: - Loudspeakers

    @_noLocks
    private mutating func aimPoint(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) {
        let lanes = lanes(context)
        let level = sight.direct * share(.point, context)
        let algorithm = sight.settings.algorithm
        if context.pointee.outputChannelCount == 1 {
            lanes[0] = level
        } else if algorithm == .soundField {
            addField(sight.direction.unit, level * sight.outside, context)
        } else if algorithm == .auto, context.pointee.outputChannelCount > 2 {
            addPanned(sight.direction, level * sight.outside, sight.settings.spreadDegrees, context)
        } else {
            addPair(sight.direction, level * sight.outside, to: lanes)
        }
        if context.pointee.outputChannelCount > 1, !splits(sight) {
            addMiddle(level * (1 - sight.outside), to: lanes)
        }
        gains.point.aim(at: lanes, context.pointee.speakerLaneCount, jumps: sight.jumps)
    }

    @_noLocks
    private func addPair(_ direction: HeadDirection, _ level: Float, to lanes: UnsafeMutablePointer<Float>) {
        let pan = EqualPowerPan(direction)
        lanes[0] += level * Float(pan.left)
        lanes[1] += level * Float(pan.right)
    }

    @_noLocks
    private func addMiddle(_ level: Float, to lanes: UnsafeMutablePointer<Float>) {
        lanes[0] += level * 0.707_106_77
        lanes[1] += level * 0.707_106_77
    }

    @_noLocks
    private func addPanned(
        _ direction: HeadDirection, _ level: Float, _ spreadDegrees: Float,
        _ context: UnsafePointer<SpatialContext>
    ) {
        let found = context.pointee.doubles
        context.pointee.panner.gains(direction, spreadDegrees: Double(spreadDegrees), into: found)
        let count = min(context.pointee.panner.speakerCount, context.pointee.outputChannelCount)
        for speaker in 0..<count { context.pointee.gains[speaker] += level * Float(found[speaker]) }
    }

    /// Adds the loudspeakers' gains of a plane wave.
    @_noLocks
    private func addField(_ unit: Vector3, _ level: Float, _ context: UnsafePointer<SpatialContext>) {
        let values = context.pointee.doubles
        SphericalHarmonics.evaluate(unit, into: values)
        addDecoded(values, stride: 1, level, context)
    }

    /// Adds the loudspeakers' gains of a sound field.
    @_noLocks
    private func addDecoded(
        _ values: UnsafePointer<Double>, stride: Int, _ level: Float, _ context: UnsafePointer<SpatialContext>
    ) {
        let count = min(context.pointee.panner.speakerCount, context.pointee.outputChannelCount)
        for speaker in 0..<count {
            var sum = 0.0
            for channel in 0..<16 {
                sum += context.pointee.decoder[speaker &* 16 &+ channel] * values[channel &* stride]
            }
            context.pointee.gains[speaker] += level * Float(sum)
        }
    }

    /// Whether the channels themselves are heard in the middle of the head.
    @_noLocks
    private func splits(_ sight: SpatialSight) -> Bool {
        sight.settings.inHeadMode == .bypass && shape.channelCount > 1
    }

    @_noLocks
    private mutating func aimSend(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) {
        guard sight.wet > 0 || !gains.send.isZero else { return }
        let lanes = lanes(context)
        addPair(sight.direction, sight.wet, to: lanes + context.pointee.outputChannelCount)
        gains.send.aim(at: lanes, context.pointee.speakerLaneCount, jumps: sight.jumps)
    }

    /// What is in the middle of the head is heard in both ears, as late as the ears are in the mean.
    @_noLocks
    private mutating func aimHead(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) {
        let shares =
            share(.sphere, context) + share(.basis, context) + share(.own, context) + share(.rest, context)
            + share(.field, context)
        let level = splits(sight) ? 0 : sight.direct * (1 - sight.outside) * shares
        guard level > 0 || !gains.head.isZero else { return }
        let lanes = lanes(context)
        addMiddle(level, to: lanes)
        gains.head.aim(at: lanes, context.pointee.speakerLaneCount, jumps: sight.jumps)
    }

    // MARK: - Ears

    @_noLocks
    private mutating func aimSphere(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) {
        let lanes = lanes(context)
        let level = sight.direct * sight.outside * share(.sphere, context) * 0.707_106_77
        lanes[0] = level
        gains.sphereLeft.aim(at: lanes, context.pointee.speakerLaneCount, jumps: sight.jumps)
        lanes[0] = 0
        lanes[1] = level
        gains.sphereRight.aim(at: lanes, context.pointee.speakerLaneCount, jumps: sight.jumps)
    }

    @_noLocks
    private mutating func aimBasis(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) {
        guard let set = context.pointee.hrtf, let place else { return closeSet() }
        let level = sight.direct * sight.outside * share(.basis, context)
        set.gains(place, ear: 0, gain: level, into: context.pointee.gains)
        gains.basisLeft.aim(at: context.pointee.gains, set.basisCount, jumps: sight.jumps)
        set.gains(place, ear: 1, gain: level, into: context.pointee.gains)
        gains.basisRight.aim(at: context.pointee.gains, set.basisCount, jumps: sight.jumps)
    }

    @_noLocks
    private mutating func aimOwn(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) {
        guard let set = context.pointee.hrtf, let place else { return closeSet() }
        let level = sight.direct * sight.outside * share(.own, context)
        set.taps(place, ear: 0, gain: level, into: context.pointee.gains)
        gains.ownLeft.aim(at: context.pointee.gains, set.tapCount, jumps: sight.jumps)
        set.taps(place, ear: 1, gain: level, into: context.pointee.gains)
        gains.ownRight.aim(at: context.pointee.gains, set.tapCount, jumps: sight.jumps)
    }

    @_noLocks
    private mutating func aimRest(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) {
        let isOther = !restUnit.coincides(with: unit) || restNumber != context.pointee.hrtfNumber
        if wantsRest, isOther, let set = context.pointee.hrtf, let place { makeRest(set, place, context) }
        let level = sight.direct * sight.outside * share(.rest, context)
        let count = shape.restTapCount
        avf_dsp_scale(context.pointee.gains, gains.restTaps, level, count)
        gains.restLeft.aim(at: context.pointee.gains, count, jumps: sight.jumps)
        avf_dsp_scale(context.pointee.gains, gains.restTaps + count, level, count)
        gains.restRight.aim(at: context.pointee.gains, count, jumps: sight.jumps)
    }

    /// Makes the filters at rest: those of the place with the fractions of their delays.
    @_noLocks
    private mutating func makeRest(
        _ set: HRTFView, _ place: HRTFPlace, _ context: UnsafePointer<SpatialContext>
    ) {
        restUnit = unit
        restNumber = context.pointee.hrtfNumber
        let (first, second) = (gains.restTaps, gains.restTaps + shape.restTapCount)
        delays.restLeft = make(set, place, ear: 0, delay: place.leftDelay, context, into: first)
        delays.restRight = make(set, place, ear: 1, delay: place.rightDelay, context, into: second)
    }

    /// Writes one filter at rest; gives the whole frames that it does not delay itself.
    @_noLocks
    private func make(
        _ set: HRTFView, _ place: HRTFPlace, ear: Int, delay: Float, _ context: UnsafePointer<SpatialContext>,
        into target: UnsafeMutablePointer<Float>
    ) -> Int {
        let whole = Int(delay)
        let kernel = context.pointee.gains + set.tapCount
        set.taps(place, ear: ear, gain: 1, into: context.pointee.gains)
        context.pointee.fractions.taps(fraction: Double(delay) - Double(whole), into: kernel)
        avf_dsp_spatial_combine(
            target, context.pointee.gains, set.tapCount, kernel, FractionalDelayView.tapCount)
        target[shape.restTapCount &- 1] = 0
        return whole &- FractionalDelayView.latency
    }

    /// Sets change only while nothing is heard through them.
    @_noLocks
    private mutating func closeSet() {
        gains.basisLeft.close()
        gains.basisRight.close()
        gains.ownLeft.close()
        gains.ownRight.close()
    }

    // MARK: - Sound fields and channels

    @_noLocks
    private mutating func aimField(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) {
        let values = context.pointee.doubles
        SphericalHarmonics.evaluate(sight.direction.unit, into: values)
        let level = sight.direct * sight.outside * share(.field, context)
        for channel in 0..<16 { context.pointee.gains[channel] = level * Float(values[channel]) }
        gains.field.aim(at: context.pointee.gains, 16, jumps: sight.jumps)
    }

    @_noLocks
    private mutating func aimChannels(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) {
        let isOpen = levels[.channels] > 0
        guard isOpen || hasChannels else { return }
        hasChannels = isOpen
        let isBed = sight.settings.sourceMode == .ambienceBed
        let isPoint = sight.settings.sourceMode == .pointSource
        // Beds and channels that are passed on know no distance; in a head there is what is left of a point.
        let own = isPoint ? sight.direct * (1 - sight.outside) : sight.settings.gain * dry(sight, context)
        let level = own * share(.channels, context)
        let isField = isBed && prepareField(sight, context)
        for channel in 0..<shape.channelCount {
            let lanes = lanes(context)
            if isField {
                addDecoded(context.pointee.doubles + channel, stride: 16, level, context)
            } else if isBed {
                addBed(channel, level, sight, context)
            } else {
                addPassed(channel, level, context)
            }
            gains.channel(channel).pointee.aim(
                at: lanes, context.pointee.speakerLaneCount, jumps: sight.jumps)
        }
    }

    @_noLocks
    private func dry(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) -> Float {
        Float(
            ReverbBlend(context.pointee.settings.isReverbEnabled ? Double(sight.settings.reverbBlend) : 0).dry
        )
    }

    /// A channel that is passed on goes where `ChannelMixMatrix` sends it.
    @_noLocks
    private func addPassed(_ channel: Int, _ level: Float, _ context: UnsafePointer<SpatialContext>) {
        for output in 0..<context.pointee.outputChannelCount {
            context.pointee.gains[output] += level * passed.pointer[output &* shape.channelCount &+ channel]
        }
    }

    @_noLocks
    private func addBed(
        _ channel: Int, _ level: Float, _ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>
    ) {
        let direction = bedDirection(bed.pointer[channel], sight.settings, context)
        if context.pointee.outputChannelCount > 2 {
            addPanned(direction, level, 0, context)
        } else if context.pointee.outputChannelCount == 2 {
            addPair(direction, level, to: context.pointee.gains)
        } else {
            context.pointee.gains[0] += level
        }
    }

    /// Where the head sees what the bed has in a direction.
    @_noLocks
    private func bedDirection(
        _ own: Vector3, _ settings: SpatialSourceSettings, _ context: UnsafePointer<SpatialContext>
    ) -> HeadDirection {
        let front = settings.bedFront.scaled(by: own.x)
        let side = settings.bedRight.scaled(by: -own.y)
        let world = front.adding(side).adding(settings.bedUp.scaled(by: own.z))
        let listener = context.pointee.settings.listener
        return listener.direction(of: world.adding(listener.position))
    }

    /// Leaves the rotation of the bed in `doubles` if its channels are a sound field; false if not.
    @_noLocks
    private func prepareField(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) -> Bool {
        guard sight.settings.bedIsAmbisonic, isFullOrder else { return false }
        context.pointee.rotation.matrix(
            front: bedDirection(Vector3(1, 0, 0), sight.settings, context).unit,
            left: bedDirection(Vector3(0, 1, 0), sight.settings, context).unit,
            up: bedDirection(Vector3(0, 0, 1), sight.settings, context).unit, into: context.pointee.doubles)
        return true
    }

    @_noLocks
    private mutating func aimChannelField(_ sight: SpatialSight, _ context: UnsafePointer<SpatialContext>) {
        let isOpen = levels[.channelField] > 0
        guard isOpen || hasChannelField else { return }
        hasChannelField = isOpen
        let level =
            sight.settings.gain * dry(sight, context) * share(.channelField, context)
        let isField = prepareField(sight, context)
        for channel in 0..<shape.channelCount {
            var (values, stride) = (context.pointee.doubles + channel, 16)
            if !isField {
                let direction = bedDirection(bed.pointer[channel], sight.settings, context)
                SphericalHarmonics.evaluate(direction.unit, into: context.pointee.doubles)
                (values, stride) = (context.pointee.doubles, 1)
            }
            for lane in 0..<16 { context.pointee.gains[lane] = level * Float(values[lane &* stride]) }
            gains.channelField(channel).pointee.aim(at: context.pointee.gains, 16, jumps: sight.jumps)
        }
    }
}
