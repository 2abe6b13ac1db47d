import AVFRender

extension ReverbKernel {
    /// The rooms, in the order of Apple's numbers.
    package static let presets: [UnitPreset] = [
        room("Small Room", decay: (0.45, 0.2), delays: (0.002, 0.014), 3),
        room("Medium Room", decay: (0.7, 0.28), delays: (0.004, 0.022), 5),
        room("Large Room", decay: (1.0, 0.35), delays: (0.006, 0.035), 7),
        room("Medium Hall", decay: (1.8, 0.5), delays: (0.012, 0.055), 11),
        room("Large Hall", decay: (2.8, 0.6), delays: (0.02, 0.08), 13),
        room("Plate", decay: (2.0, 1.4), delays: (0.005, 0.034), 17),
        room("Medium Chamber", decay: (1.1, 0.6), delays: (0.006, 0.03), 19),
        room("Large Chamber", decay: (1.6, 0.8), delays: (0.009, 0.042), 23),
        room("Cathedral", decay: (5.5, 0.9), delays: (0.025, 0.11), 29),
        room("Large Room 2", decay: (1.25, 0.3), delays: (0.008, 0.04), 31),
        room("Medium Hall 2", decay: (2.1, 0.45), delays: (0.014, 0.06), 37),
        room("Medium Hall 3", decay: (1.5, 0.8), delays: (0.01, 0.05), 41),
        room("Large Hall 2", decay: (3.4, 0.5), delays: (0.024, 0.09), 43),
    ]

    /// A room by its decay times at 0 Hz and at half of the rate, and its shortest and longest delays, in
    /// seconds.
    private static func room(
        _ name: String, decay: (low: Float, high: Float), delays: (first: Float, longest: Float),
        _ seed: Float
    ) -> UnitPreset {
        UnitPreset(
            name,
            [
                "decayTimeAt0Hz": decay.low, "decayTimeAtNyquist": decay.high,
                "minDelayTime": delays.first, "maxDelayTime": delays.longest, "randomizeReflections": seed,
            ])
    }
}
