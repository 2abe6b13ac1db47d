import CAVFDSP

// What generators, modulators and the channel ask of a voice: SoundFont 2.04, sections 8.1 and 9.

extension SamplerVoices {
    /// Sets a voice's numbers; those of the envelopes' times for a new one only, but for the release.
    @_noLocks
    func shape(_ slot: Int, _ note: SamplerNote, isNew: Bool) {
        sum(note)
        let voice = voice(slot)
        setPitch(voice, note)
        setLevel(voice, note, isNew: isNew)
        setFilter(voice, note, isNew: isNew)
        setModulation(voice)
        setLFOs(voice, isNew: isNew)
        if isNew {
            setEnvelopes(voice, Double(note.played.key))
            setSample(voice, note)
        } else if voice.pointee.stage == Int32(AVF_DSP_VOICE_HELD) {
            setReleases(voice)
        }
    }

    /// The sums of generators and modulators.
    @_noLocks
    private func sum(_ note: SamplerNote) {
        let zone = note.zone.pointee
        for number in 0..<SamplerGenerator.count {
            let value = zone.generators[number] + channels.offset(number, note.played.channel)
            scratch.pointer[number] = Double(value)
        }
        scratch.pointer[SamplerGenerator.attenuation.number] *= 0.4
        for place in 0..<Int(zone.modulatorCount) {
            let modulator = zone.modulators[place]
            scratch.pointer[Int(modulator.destination)] += channels.value(of: modulator, note.played)
        }
    }

    @_noLocks
    private func sum(_ generator: SamplerGenerator, _ least: Double, _ most: Double) -> Double {
        max(least, min(most, scratch.pointer[generator.number]))
    }

    @_noLocks
    private func cents(_ generator: SamplerGenerator) -> Double { sum(generator, -24_000, 24_000) }

    @_noLocks
    private func setPitch(_ voice: UnsafeMutablePointer<avf_dsp_voice>, _ note: SamplerNote) {
        let zone = note.zone.pointee
        let ownRoot = Double(zone.generators[SamplerGenerator.rootKey.number])
        let root = ownRoot >= 0 ? ownRoot : zone.rootKey
        var cents = (Double(note.played.key) - root) * sum(.scaleTuning, 0, 1200)
        cents += 100 * sum(.coarseTune, -240, 240) + sum(.fineTune, -24_000, 24_000)
        cents += sum(.pitch, -24_000, 24_000) + zone.tuningCents
        cents += settings.tuningCents + channels[note.played.channel].tuningCents
        voice.pointee.pace = SamplerPitch.pace(
            cents: cents, sampleRateHz: zone.sampleRateHz, outputRateHz: sampleRateHz)
    }

    @_noLocks
    private func setLevel(
        _ voice: UnsafeMutablePointer<avf_dsp_voice>, _ note: SamplerNote, isNew: Bool
    ) {
        var centibels = sum(.attenuation, 0, 1440)
        if centibels < 1440, channels.isDown(67, note.played.channel) { centibels += Self.softCentibels }
        let resonance = Self.octaves(centibels: sum(.filterResonance, 0, 960) - Self.flatCentibels)
        voice.pointee.damping = avf_dsp_voice_power(-resonance)
        voice.pointee.filterGain = avf_dsp_voice_power(-resonance / 2)
        let gain = centibels >= 1440 ? 0 : avf_dsp_voice_power(-Self.octaves(centibels: centibels))
        voice.pointee.amplitude = gain * note.zone.pointee.gain * voice.pointee.filterGain
        let place = (sum(.pan, -500, 500) + 500) / 4000
        voice.pointee.shares = (
            Float(avf_dsp_voice_sine(0.25 - place)), Float(avf_dsp_voice_sine(place)),
            Float(sum(.reverbSend, 0, 1000) / 1000), Float(sum(.chorusSend, 0, 1000) / 1000)
        )
        if voice.pointee.shares.2 > 0 { sends.pointer.pointee.reverb = true }
        if voice.pointee.shares.3 > 0 { sends.pointer.pointee.chorus = true }
    }

    /// What the soft pedal takes away.
    private static var softCentibels: Double { @_noLocks get { 60 } }
    /// The resonance of a filter without a peak, which the format counts from.
    private static var flatCentibels: Double { @_noLocks get { 30.102_999_566_398_12 } }

    @_noLocks
    private static func octaves(centibels: Double) -> Double { centibels * 0.016_609_640_474_436_812 }

    @_noLocks
    private func setFilter(
        _ voice: UnsafeMutablePointer<avf_dsp_voice>, _ note: SamplerNote, isNew: Bool
    ) {
        voice.pointee.cutoff = sum(.filterCutoff, 1500, 13_500)
        voice.pointee.modulationLFOToCutoff = cents(.modLFOToFilterCutoff)
        voice.pointee.modulationToCutoff = cents(.modEnvelopeToFilterCutoff)
        let isOpen =
            voice.pointee.cutoff >= 13_500 && voice.pointee.modulationLFOToCutoff == 0
            && voice.pointee.modulationToCutoff == 0 && sum(.filterResonance, 0, 960) == 0
        if !isOpen || note.zone.pointee.modulatesFilter { voice.pointee.isFiltered = true }
    }

    @_noLocks
    private func setModulation(_ voice: UnsafeMutablePointer<avf_dsp_voice>) {
        voice.pointee.modulationLFOToPitch = cents(.modLFOToPitch)
        voice.pointee.vibratoLFOToPitch = cents(.vibratoLFOToPitch)
        voice.pointee.modulationToPitch = cents(.modEnvelopeToPitch)
        voice.pointee.modulationLFOToVolume = sum(.modLFOToVolume, -960, 960)
    }

    // MARK: - Times

    /// Frames of so many timecents; none at the shortest that the format has for a time that may be
    /// missing.
    @_noLocks
    private func frames(_ timecents: Double, missingAt none: Double = -12_000) -> Double {
        timecents <= none ? 0 : sampleRateHz * avf_dsp_voice_power(max(timecents, -12_000) / 1200)
    }

    @_noLocks
    private func setLFOs(_ voice: UnsafeMutablePointer<avf_dsp_voice>, isNew: Bool) {
        let time = Double(now &- voice.pointee.start)
        let rates = (pace(.modLFOFrequency), pace(.vibratoLFOFrequency))
        if isNew {
            voice.pointee.modulationLFO = avf_dsp_voice_lfo(
                since: frames(sum(.modLFODelay, -32_768, 5000)), phase: 0, pace: rates.0)
            voice.pointee.vibratoLFO = avf_dsp_voice_lfo(
                since: frames(sum(.vibratoLFODelay, -32_768, 5000)), phase: 0, pace: rates.1)
            return
        }
        if voice.pointee.modulationLFO.pace != rates.0 {
            avf_dsp_voice_lfo_turn(&voice.pointee.modulationLFO, time, rates.0)
        }
        if voice.pointee.vibratoLFO.pace != rates.1 {
            avf_dsp_voice_lfo_turn(&voice.pointee.vibratoLFO, time, rates.1)
        }
    }

    /// Periods per frame.
    @_noLocks
    private func pace(_ generator: SamplerGenerator) -> Double {
        8.175_798_915_643_707 * avf_dsp_voice_power(sum(generator, -16_000, 4500) / 1200) / sampleRateHz
    }

    @_noLocks
    private func setEnvelopes(_ voice: UnsafeMutablePointer<avf_dsp_voice>, _ key: Double) {
        voice.pointee.volume = avf_dsp_voice_envelope(
            delay: frames(sum(.volumeEnvelopeDelay, -32_768, 5000)),
            attack: frames(sum(.volumeEnvelopeAttack, -32_768, 8000), missingAt: -32_768),
            hold: frames(tracked(.volumeEnvelopeHold, .keyToVolumeEnvelopeHold, key, 5000)),
            decay: frames(tracked(.volumeEnvelopeDecay, .keyToVolumeEnvelopeDecay, key, 8000)), release: 0,
            sustain: sum(.volumeEnvelopeSustain, 0, 1440))
        voice.pointee.modulation = avf_dsp_voice_envelope(
            delay: frames(sum(.modEnvelopeDelay, -32_768, 5000)),
            attack: frames(sum(.modEnvelopeAttack, -32_768, 8000), missingAt: -32_768),
            hold: frames(tracked(.modEnvelopeHold, .keyToModEnvelopeHold, key, 5000)),
            decay: frames(tracked(.modEnvelopeDecay, .keyToModEnvelopeDecay, key, 8000)), release: 0,
            sustain: 1 - sum(.modEnvelopeSustain, 0, 1000) / 1000)
        setReleases(voice)
    }

    /// A time that is shorter for higher keys.
    @_noLocks
    private func tracked(
        _ generator: SamplerGenerator, _ tracking: SamplerGenerator, _ key: Double, _ most: Double
    ) -> Double {
        let timecents = sum(generator, -32_768, most)
        return max(-32_768, min(most, timecents + sum(tracking, -1200, 1200) * (60 - key)))
    }

    /// A volume that ended sooner than in 1/64 s would click.
    @_noLocks
    private func setReleases(_ voice: UnsafeMutablePointer<avf_dsp_voice>) {
        voice.pointee.volume.release = frames(sum(.volumeEnvelopeRelease, -7200, 8000))
        voice.pointee.modulation.release = max(1, frames(sum(.modEnvelopeRelease, -12_000, 8000)))
    }

    @_noLocks
    private func setSample(_ voice: UnsafeMutablePointer<avf_dsp_voice>, _ note: SamplerNote) {
        let mode = Int(note.zone.pointee.generators[SamplerGenerator.sampleMode.number])
        voice.pointee.sample = note.zone.pointee.sample
        voice.pointee.isLooping = note.zone.pointee.hasLoop && (mode == 1 || mode == 3)
    }
}

/// How fast samples are read.
package enum SamplerPitch {
    /// Frames of a sample for each frame of the output, in 2^-32, for a pitch of so many cents above the
    /// sample's own.
    @_noLocks
    package static func pace(cents: Double, sampleRateHz: Double, outputRateHz: Double) -> Double {
        4_294_967_296 * (sampleRateHz / outputRateHz) * avf_dsp_voice_power(cents / 1200)
    }
}
