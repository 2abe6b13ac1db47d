import AVFAudio

/// What this program does in a process of its own, to be measured from outside.
enum ChildWork {
    /// One player's first block.
    static func start() throws {
        let offline = try OfflineEngine(blockFrameCount: 512)
        try offline.playThrough([], try Noise.buffer(frameCount: 4096, channelCount: 2))
        try offline.renderBlock()
    }

    /// Every unit there is.
    static func list() {
        print(AVAudioUnitComponentManager.shared().components(matching: AudioComponentDescription()).count)
    }

    /// A second of W1.
    static func players(_ count: Int) throws {
        let mix = try MixedPlayers(count)
        try mix.render(seconds: 1)
    }
}
