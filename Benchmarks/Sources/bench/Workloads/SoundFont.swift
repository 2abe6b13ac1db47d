import AVFAudio

/// W8: held notes of a General MIDI font, without effects.
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
            return [try sampler(count)] + found
        }
    }
}

/// W8: a song of 15 melodic channels and drums, with room and chorus.
func songWorkloads() -> [Workload] {
    [
        Workload(name: "W8-song", audioSeconds: 60) {
            let song = FileManager.default.temporaryDirectory.appendingPathComponent("avf-bench-song.mid")
            try denseSong().write(to: song, smpteResolution: 0, replaceExisting: true)
            let peers = [Peer("fluidsynth", "fluidsynth", ["0", "10", song.path], share: 1 / 6)]
            let found = peers.contenders()
            guard !found.isEmpty else { throw BenchError.missing("FluidSynth") }
            return [try player(song)] + found
        }
    ]
}

/// 62 seconds in which each melodic channel strikes four notes a second, each a second long, and the drums eight:
/// about 70 keys are down at once.
private func denseSong() -> AVAudioSequencer {
    let sequencer = AVAudioSequencer()
    for channel in UInt32(0)..<16 {
        let track = sequencer.createAndAppendTrack()
        let program = channel * 37 % 80
        if channel != 9 {
            track.addEvent(AVMIDIProgramChangeEvent(channel: channel, programNumber: program), at: 0)
        }
        let notesInBeat = channel == 9 ? 4 : 2
        for place in 0..<124 * notesInBeat {
            let key = UInt32(channel == 9 ? 35 + place * 5 % 12 : 40 + (place * 7 + Int(channel) * 5) % 40)
            track.addEvent(
                AVMIDINoteEvent(channel: channel, key: key, velocity: 90, duration: channel == 9 ? 0.2 : 2),
                at: Double(place) / Double(notesInBeat))
        }
    }
    return sequencer
}

/// A player of a song in manual rendering.
private func player(_ song: URL) throws -> Contender {
    let bank = URL(fileURLWithPath: "/usr/share/sounds/sf2/TimGM6mb.sf2")
    let player = try AVMIDIPlayer(contentsOf: song, soundBankURL: bank)
    let offline = try OfflineEngine(blockFrameCount: 512, engine: player.engine)
    player.play()
    return Contender(who: "avfaudio") { timed in
        player.currentPosition = 0
        return try timed { try offline.render(seconds: 60) }
    }
}

/// The sampler with so many voices: as many notes are held as the peer tries, and it keeps the newest.
private func sampler(_ voiceCount: Int) throws -> Contender {
    let (offline, sampler) = (try OfflineEngine(blockFrameCount: 512), AVAudioUnitSampler())
    offline.engine.attach(sampler)
    offline.engine.connect(sampler, to: offline.engine.mainMixerNode, format: nil)
    try sampler.loadSoundBankInstrument(
        at: URL(fileURLWithPath: "/usr/share/sounds/sf2/TimGM6mb.sf2"), program: 48,
        bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB), bankLSB: UInt8(kAUSampler_DefaultBankLSB))
    let tree = sampler.auAudioUnit.parameterTree
    for (address, value) in [(10_004, Float(voiceCount)), (10_007, 0), (10_008, 0)] as [(UInt64, Float)] {
        guard let parameter = tree?.parameter(withAddress: address) else {
            throw BenchError.missing("a parameter of the sampler")
        }
        parameter.value = value
    }
    try offline.engine.start()
    try offline.renderBlock()
    for note in 0..<voiceCount where note % 16 != 9 {
        sampler.startNote(UInt8(36 + note / 16), withVelocity: 80, onChannel: UInt8(note % 16))
    }
    // What had to make room has faded out.
    for _ in 0..<10 { try offline.renderBlock() }
    return Contender(who: "avfaudio", values: { [("voices", Double(voiceCount) * 60 / $0)] }) { timed in
        try timed { try offline.render(seconds: 60) }
    }
}
