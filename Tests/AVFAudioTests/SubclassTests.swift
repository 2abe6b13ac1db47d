import AVFoundation
import Testing

/// A user's player.
private final class Jukebox: AVAudioPlayerNode, @unchecked Sendable {
    var played = 0
    override func play() {
        played += 1
        super.play()
    }
}

private final class Studio: AVAudioEngine, @unchecked Sendable {
    let jukebox: Jukebox
    override init() {
        jukebox = Jukebox()
        super.init()
        attach(jukebox)
        connect(jukebox, to: mainMixerNode, format: nil)
    }
}

private final class Desk: AVAudioMixerNode, @unchecked Sendable {}

private final class Box: AVAudioUnitEffect, @unchecked Sendable {
    var label = "box"
    init(label: String, component: AudioComponentDescription) {
        self.label = label
        super.init(audioComponentDescription: component)
    }
}

struct SubclassTests {
    @Test func `users' subclasses of engine, player, mixer and effect work as nodes`() throws {
        let studio = Studio()
        let desk = Desk()
        let box = Box(label: "gain", component: gain)
        try studio.enableManualRenderingMode(.offline, format: standardFormat(2), maximumFrameCount: 64)
        studio.attach(desk)
        studio.attach(box)
        studio.connect(studio.jukebox, to: desk, format: standardFormat(1))
        studio.connect(desk, to: box, format: nil)
        studio.connect(box, to: studio.mainMixerNode, format: nil)
        studio.jukebox.scheduleBuffer(buffer(64, ramp))
        try studio.start()
        studio.jukebox.play()
        let target = buffer(64, channels: 2) { _, _ in 7 }
        try studio.renderOffline(64, to: target)
        #expect(target.floats[0] == (0..<64).map { ramp($0) })
        #expect(studio.jukebox.played == 1 && studio.attachedNodes.contains(studio.jukebox))
    }
}
