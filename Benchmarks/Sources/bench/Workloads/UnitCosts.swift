import AVFAudio

/// What more channels and faint sound cost: units in stereo beside mono, and over sound so faint that what their
/// filters hold would be denormal beside usual sound.
func unitCostWorkloads() -> [Workload] {
    let subtypes = ["nbeq", "rvb2", "dely", "dcmp", "lmtr", "chor"]
    return subtypes.map { subtype in
        Workload(name: "channels-\(subtype)", audioSeconds: 60, limit: 2.2) {
            [
                try contender("stereo", subtype, channelCount: 2),
                try contender("mono", subtype, channelCount: 1, isReference: true),
            ]
        }
    }
        + subtypes.map { subtype in
            Workload(name: "faint-\(subtype)", audioSeconds: 60, limit: 1.1) {
                [
                    try contender("faint", subtype, gain: 1e-37),
                    try contender("usual", subtype, isReference: true),
                ]
            }
        }
}

private func contender(
    _ who: String, _ subtype: String, channelCount: Int = 2, gain: Float = 1, isReference: Bool = false
) throws -> Contender {
    let unit = AVAudioUnitEffect(audioComponentDescription: effect(subtype))
    guard unit.loadError == nil else { throw BenchError.noSuchUnit(subtype) }
    for (parameter, value) in unitSettings[subtype] ?? [:] { unit[parameter: parameter] = value }
    let noise = try Noise.buffer(frameCount: 480_000, channelCount: channelCount)
    for channel in 0..<channelCount {
        for frame in 0..<480_000 { noise.floatChannelData?[channel][frame] *= gain }
    }
    let offline = try OfflineEngine(blockFrameCount: 512, channelCount: channelCount)
    try offline.playThrough([unit], noise)
    return Contender(who: who, isReference: isReference) { timed in
        try timed { try offline.render(seconds: 60) }
    }
}
