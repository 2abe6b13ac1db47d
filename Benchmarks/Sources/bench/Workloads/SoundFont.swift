/// W8: held notes of a General MIDI font, without effects.
///
/// The engine has no such instrument yet: this is the bar for one.
func soundFontWorkloads() -> [Workload] {
    [64, 256].map { count in
        // For each voice and sample four multiply-adds between samples, five for a filter, two for the places.
        let voiceSamples = Floor.samples(seconds: 60, channelCount: count)
        return Workload(
            name: "W8-\(count)", audioSeconds: 60, floor: Floor(operations: 22 * voiceSamples)
        ) {
            let peers = [Peer("fluidsynth", "fluidsynth", ["\(count)", "5"], share: 1 / 12)]
            let found = peers.contenders(values: { [("voices", Double(count) * 60 / $0)] })
            guard !found.isEmpty else { throw BenchError.missing("FluidSynth") }
            return found
        }
    }
}
