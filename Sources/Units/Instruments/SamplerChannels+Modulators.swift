import CAVFDSP

/// The note that a modulator is asked for.
struct SamplerPlayedNote: BitwiseCopyable {
    /// 0…15.
    let channel: Int
    /// What the keyboard said.
    let struckKey: Int
    /// What the zone makes of it.
    let key: Int
    let velocity: Int

    @_noLocks
    init(channel: Int, struckKey: Int, key: Int, velocity: Int) {
        self.channel = channel
        self.struckKey = struckKey
        self.key = key
        self.velocity = velocity
    }
}

/// A controller's place between its ends: 0…1 for curves of one sign, −1…1 for those of two, which have
/// their middle at the controller's middle.
private struct ControllerPlace {
    let unipolar: Double
    let bipolar: Double

    /// Of a controller of seven bits.
    @_noLocks
    init(_ value: Int) {
        unipolar = Double(value) / 127
        bipolar = Double(value &- 64) / (value > 64 ? 63 : 64)
    }

    @_noLocks
    init(unipolar: Double, bipolar: Double) {
        self.unipolar = unipolar
        self.bipolar = bipolar
    }
}

extension SamplerChannels {
    /// What a modulator adds to its generator.
    @_noLocks
    func value(of modulator: SamplerModulator, _ note: SamplerPlayedNote) -> Double {
        let first = place(of: modulator.source, note)
        let second = place(of: modulator.amountSource, note)
        let silence = silences(modulator, first)
        let value = Double(modulator.amount) * silence * first * second
        return modulator.transform == 2 ? abs(value) : value
    }

    /// A level's controller of the format's own range is silent at its end, not merely at −96 dB.
    @_noLocks
    private func silences(_ modulator: SamplerModulator, _ place: Double) -> Double {
        let isConcave = modulator.source >> 8 & 0b1111_1111 == 0b101
        let isLevel = Int(modulator.destination) == SamplerGenerator.attenuation.number
        return isConcave && isLevel && place >= 1 && modulator.amount >= 960 ? 1.5 : 1
    }

    /// Where a source is on its curve.
    @_noLocks
    private func place(of source: UInt16, _ note: SamplerPlayedNote) -> Double {
        if source == 0 { return 1 }
        guard let place = controllerPlace(source, note) else { return 0 }
        let isReversed = source >> 8 & 1 == 1
        let kind = Int(source >> 10)
        guard source >> 9 & 1 == 1 else {
            return Self.curve(kind, isReversed ? 1 - place.unipolar : place.unipolar)
        }
        let value = isReversed ? -place.bipolar : place.bipolar
        if kind == 3 { return value >= 0 ? 1 : -1 }
        return value < 0 ? -Self.curve(kind, -value) : Self.curve(kind, value)
    }

    /// SoundFont 2.04, section 8.2.1; nil for a source that does not exist.
    @_noLocks
    private func controllerPlace(_ source: UInt16, _ note: SamplerPlayedNote) -> ControllerPlace? {
        let number = Int(source & 0x7F)
        let state = self[note.channel]
        if source & 0x80 != 0 { return ControllerPlace(Int(controller(number, note.channel))) }
        switch number {
        case 2: return ControllerPlace(note.velocity)
        case 3: return ControllerPlace(note.key)
        case 10: return ControllerPlace(Int(pressure(key: note.struckKey, note.channel)))
        case 13: return ControllerPlace(Int(state.pressure))
        case 14:
            return ControllerPlace(
                unipolar: Double(state.bend) / 16_384, bipolar: Double(state.bend &- 8192) / 8192)
        case 16:
            let range = state.bendRange / 127
            return ControllerPlace(unipolar: range, bipolar: 2 * range - 1)
        default: return nil
        }
    }

    /// The concave curve is the convex one from the other end.
    @_noLocks
    private static func curve(_ kind: Int, _ value: Double) -> Double {
        switch kind {
        case 1: 1 - avf_dsp_voice_convex(1 - value)
        case 2: avf_dsp_voice_convex(value)
        case 3: value >= 0.5 ? 1 : 0
        default: value
        }
    }
}
