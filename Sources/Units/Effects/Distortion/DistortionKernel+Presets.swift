import AVFRender

extension DistortionKernel {
    /// What breaks a sound in Apple's twenty-two ways, in the order of their numbers.
    package static let presets: [UnitPreset] = [
        UnitPreset("Drums Bit Brush", mixed(60) + crushed(30, rounding: 62, mix: 90)),
        UnitPreset(
            "Drums Buffer Beats", mixed(50) + echoed(120, decay: 0.35, mix: 60) + crushed(22, mix: 50)),
        UnitPreset("Drums LoFi", mixed(70) + crushed(38, rounding: 50, mix: 80) + bent(linear: 1, cubic: 2)),
        UnitPreset(
            "Multi Broken Speaker", mixed(80, gain: 8) + bent(linear: 0.2, squared: 6, cubic: 9, mix: 90)),
        UnitPreset(
            "Multi Cellphone Concert",
            mixed(85, gain: 4) + crushed(38, rounding: 35, mix: 85) + bent(linear: 0.6, cubic: 6)
                + echoed(9, decay: 1.2, mix: 25)),
        UnitPreset("Multi Decimated 1", mixed(60) + crushed(25, mix: 80)),
        UnitPreset("Multi Decimated 2", mixed(70) + crushed(40, rounding: 25, mix: 85)),
        UnitPreset("Multi Decimated 3", mixed(75) + crushed(55, rounding: 45, mix: 90)),
        UnitPreset("Multi Decimated 4", mixed(90) + crushed(70, rounding: 65, mix: 95)),
        UnitPreset(
            "Multi Distorted Funk",
            mixed(60, gain: 3) + bent(linear: 0.8, squared: 4, cubic: 4) + crushed(18, mix: 30)),
        UnitPreset("Multi Distorted Cubed", mixed(70, gain: 6) + bent(linear: 0, cubic: 14, mix: 100)),
        UnitPreset("Multi Distorted Squared", mixed(70, gain: 6) + bent(linear: 0, squared: 10, mix: 100)),
        UnitPreset("Multi Echo 1", mixed(50) + echoed(250, decay: 0.7, mix: 60)),
        UnitPreset("Multi Echo 2", mixed(55) + echoed(380, decay: 0.45, mix: 65) + crushed(20, mix: 25)),
        UnitPreset("Multi Echo Tight 1", mixed(50) + echoed(42, decay: 0.6, mix: 60)),
        UnitPreset("Multi Echo Tight 2", mixed(60) + echoed(18, decay: 0.3, mix: 65)),
        UnitPreset(
            "Multi Everything Is Broken",
            mixed(95, gain: 10) + echoed(70, decay: 0.3, mix: 45) + crushed(52, rounding: 60, mix: 85)
                + bent(linear: 0.3, squared: 8, cubic: 12, mix: 90) + rung(310, 37, balance: 40, mix: 45)),
        UnitPreset(
            "Speech Alien Chatter",
            mixed(80) + rung(640, 91, balance: 45, mix: 85) + echoed(28, decay: 0.5, mix: 45)),
        UnitPreset(
            "Speech Cosmic Interference",
            mixed(80) + rung(2300, 3.5, balance: 35, mix: 75) + crushed(30, mix: 50)
                + echoed(190, decay: 0.6, mix: 40)),
        UnitPreset(
            "Speech Golden Pi", mixed(75) + rung(314.159, 161.8, balance: 50, mix: 90)),
        UnitPreset(
            "Speech Radio Tower",
            mixed(90, gain: 6) + crushed(36, rounding: 30, mix: 75) + bent(linear: 0.5, squared: 3, cubic: 5)
                + rung(60, 1200, balance: 10, mix: 15)),
        UnitPreset(
            "Speech Waves", mixed(80) + rung(6, 1.3, balance: 40, mix: 80) + echoed(60, decay: 0.9, mix: 40)),
    ]

    private static func mixed(_ percent: Float, gain: Float = -6) -> [String: Float] {
        ["finalMix": percent, "softClipGain": gain, "delayMix": 0]
    }

    private static func echoed(_ milliseconds: Float, decay: Float, mix: Float) -> [String: Float] {
        ["delay": milliseconds, "decay": decay, "delayMix": mix]
    }

    private static func crushed(_ decimation: Float, rounding: Float = 0, mix: Float) -> [String: Float] {
        ["decimation": decimation, "rounding": rounding, "decimationMix": mix]
    }

    private static func bent(
        linear: Float, squared: Float = 0, cubic: Float = 0, mix: Float = 80
    ) -> [String: Float] {
        ["linearTerm": linear, "squaredTerm": squared, "cubicTerm": cubic, "polynomialMix": mix]
    }

    private static func rung(
        _ first: Float, _ second: Float, balance: Float, mix: Float
    ) -> [String: Float] {
        [
            "ringModFrequency1": first, "ringModFrequency2": second, "ringModBalance": balance,
            "ringModMix": mix,
        ]
    }
}

/// The settings of several stages together.
private func + (left: [String: Float], right: [String: Float]) -> [String: Float] {
    var all = left
    for (symbol, value) in right { all[symbol] = value }
    return all
}
