import AVFEngine
import AVFGraph
import AVFMedia
import AVFUnits
import TestSupport
import Testing

/// Offline nothing is late, whatever a player did before.
@Suite struct OfflineFileTests {
    /// What a player may have done before it is stopped.
    enum Past: CaseIterable {
        case nothing, preparedFile, playedFile, playedFileToItsEnd, longBuffer, loop, manyBuffers, pausedFile
    }

    @Test(arguments: Past.allCases, [1, 7, 512, 4096])
    func `after a stop, a file that is scheduled and played begins with the next block`(
        past: Past, block: Int
    ) throws {
        let rig = try FileRig()
        try rig.make(past, block: block)
        rig.player.stop()
        try rig.scheduleFile()
        try rig.player.play()
        let heard = try rig.renderer.render(2 * block + 1, blocks: [block])[0]
        #expect(heard == frames(2 * block + 1) { ramp($0, 0) })
    }

    @Test(arguments: [100, 8192, 32_768, 40_000, 70_001], [512, 4096])
    func `a file follows a buffer of any length on its frame`(frameCount: Int, block: Int) throws {
        let rig = try FileRig()
        try rig.player.schedule(constant(frameCount))
        try rig.scheduleFile()
        try rig.player.play()
        let heard = try rig.renderer.render(frameCount + 5000, blocks: [block])[0]
        #expect(heard == frames(frameCount + 5000) { $0 < frameCount ? 1 : ramp($0 - frameCount, 0) })
    }

    @Test(arguments: [PlayerItem.Interruption.atItsTime, .atLoopEnd])
    func `a file follows a buffer that has cut what was scheduled before`(
        interruption: PlayerItem.Interruption
    ) throws {
        let rig = try FileRig()
        try rig.player.schedule(constant(40_000), loops: true)
        try rig.player.play()
        _ = try rig.renderer.render(1000)
        try rig.player.schedule(constant(100, 2), interruption: interruption)
        try rig.scheduleFile()
        let wait = interruption == .atItsTime ? 0 : 39_000
        let heard = try rig.renderer.render(wait + 5000, blocks: [4096])[0]
        let wanted = frames(wait + 5000) { frame in
            frame < wait ? 1 : frame < wait + 100 ? 2 : ramp(frame - wait - 100, 0)
        }
        #expect(heard == wanted)
    }

    @Test func `more than five hundred items in flight do not hold up those after a stop`() throws {
        let rig = try FileRig()
        for _ in 0..<700 { try rig.player.schedule(constant(3)) }
        try rig.player.play()
        _ = try rig.renderer.render(4)
        rig.player.stop()
        for value in 2..<600 { try rig.player.schedule(constant(2, Float(value))) }
        try rig.player.play()
        let heard = try rig.renderer.render(1100, blocks: [64])[0]
        #expect(heard == frames(1100) { Float(2 + $0 / 2) })
    }

    @Test func `a buffer that interrupts after a stop cuts only what begins behind it`() throws {
        let rig = try FileRig()
        try rig.player.schedule(constant(50_000))
        try rig.player.play()
        _ = try rig.renderer.render(20_000)
        rig.player.stop()
        // The time that the player had before the stop says nothing about what begins before frame 1000.
        for _ in 0..<600 { try rig.player.schedule(constant(1)) }
        try rig.player.schedule(constant(100, 2), start: 1000, interruption: .atItsTime)
        try rig.player.play()
        let heard = try rig.renderer.render(1200)[0]
        #expect(heard == frames(1200) { $0 < 600 ? 1 : (1000..<1100).contains($0) ? 2 : 0 })
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `random schedules of files, buffers, stops and pauses are heard as a frame-by-frame model says`(
        seed: UInt64
    ) throws {
        let rig = try FileRig()
        var random = SeededGenerator(seed: seed)
        var model = PlayerModel()
        var log: [String] = []
        for _ in 0..<60 {
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                try rig.call(&model, &random, &log)
            }
            let count = Int.random(in: 1...9000, using: &random)
            let first = rig.engine.renderedFrameCount
            let wanted = (0..<count).map { rig.value(model.frame(at: first + Int64($0))) }
            let heard = try rig.renderer.render(count, blocks: [Int.random(in: 1...4096, using: &random)])[0]
            let wrong = zip(heard, wanted).enumerated().first { $1.0 != $1.1 }?.offset
            try #require(wrong == nil, "seed \(seed), frame \(wrong ?? 0): \(log)")
        }
    }

    private func frames(_ count: Int, _ value: (Int) -> Float) -> [Float] { (0..<count).map(value) }

    private func constant(_ frameCount: Int, _ value: Float = 1) -> PlayableSamples {
        samples(frameCount) { _, _ in value }
    }
}

/// A mono player straight into a mono output, with a file.
private final class FileRig {
    static let fileFrameCount = 60_000

    let engine = AudioEngine()
    let renderer: OfflineRenderer
    let player = PlayerNode()
    private let wave: TemporaryWave
    private var itemCount = 0
    private var firstFrames: [Int: Int] = [:]

    init() throws {
        wave = try TemporaryWave(frameCount: Self.fileFrameCount, ramp)
        renderer = try OfflineRenderer(engine, channels: 1)
        try engine.attach(player)
        try engine.connect(player, to: engine.outputNode, format: format(1))
        try engine.start()
    }

    func scheduleFile(from first: Int = 0, frameCount: Int = fileFrameCount, start: Int64? = nil) throws {
        try player.schedule(
            file: MediaSource(path: wave.path), startFrame: Int64(first), frameCount: Int64(frameCount),
            start: start)
    }

    func make(_ past: OfflineFileTests.Past, block: Int) throws {
        switch past {
        case .nothing: return
        case .preparedFile:
            try scheduleFile()
            player.prepare(frameCount: 50_000)
            return
        case .playedFile, .pausedFile: try scheduleFile()
        case .playedFileToItsEnd: try scheduleFile(frameCount: 50)
        case .longBuffer: try player.schedule(samples(100_000, ramp))
        case .loop: try player.schedule(samples(50_000, ramp), loops: true)
        case .manyBuffers: for _ in 0..<600 { try player.schedule(samples(1, ramp)) }
        }
        try player.play()
        _ = try renderer.render(100, blocks: [block])
        if past == .pausedFile { player.pause() }
    }

    /// A random call of the player and of its model.
    func call(_ model: inout PlayerModel, _ random: inout SeededGenerator, _ log: inout [String]) throws {
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            log.append("pause")
            player.pause()
            model.pause()
        case 1, 2:
            log.append("stop")
            player.stop()
            model.stop()
        case 3, 4, 5:
            log.append("play")
            try player.play()
            model.play(at: nil)
        case 6:
            log.append("prepare")
            player.prepare(frameCount: 20_000)
        default: try schedule(&model, &random, &log)
        }
    }

    private func schedule(
        _ model: inout PlayerModel, _ random: inout SeededGenerator, _ log: inout [String]
    ) throws {
        let isFile = Bool.random(using: &random)
        let frameCount = Int.random(in: 1...(Bool.random(using: &random) ? 45_000 : 900), using: &random)
        let item = PlayerModel.Item(
            number: itemCount, frameCount: frameCount,
            loops: !isFile && Int.random(in: 0..<5, using: &random) == 0,
            interruption: isFile
                ? .never : [.never, .never, .atItsTime, .atLoopEnd].randomElement(using: &random)!,
            start: Int.random(in: 0..<4, using: &random) == 0
                ? Int64.random(in: 0..<50_000, using: &random) : nil)
        itemCount += 1
        let first = Int.random(in: 0..<10_000, using: &random)
        firstFrames[item.number] = isFile ? first : first + Self.fileFrameCount
        log.append("\(isFile ? "file" : "buffer") \(item)")
        model.schedule(item)
        if isFile { return try scheduleFile(from: first, frameCount: frameCount, start: item.start) }
        let frames = samples(frameCount) { frame, _ in ramp(first + Self.fileFrameCount + frame, 0) }
        try player.schedule(
            frames, start: item.start, loops: item.loops, interruption: item.interruption.core)
    }

    /// What a frame of the model sounds like.
    func value(_ frame: PlayerModel.Frame?) -> Float {
        frame.map { ramp(firstFrames[$0.item, default: 0] + $0.frame, 0) } ?? 0
    }
}
