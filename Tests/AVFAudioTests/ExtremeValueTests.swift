import AVFAudio
import Synchronization
import Testing

/// Numbers that no sound has, given to everything that takes them: an error or a sensible answer, never a
/// trap.
struct ExtremeValueTests {
    private static let rates = [0, -1, 1e9, .nan, .infinity] as [Double]

    private static func surround(_ channels: AVAudioChannelCount) -> AVAudioFormat? {
        AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | channels)
            .map { AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: $0) }
    }

    /// Gives a format that nothing can be rendered in to every call that takes one.
    private func expectRefusals(of format: AVAudioFormat) throws {
        let offline = try OfflineEngine()
        let engine = offline.engine
        let player = AVAudioPlayerNode()
        engine.attach(player)
        let points = [AVAudioConnectionPoint(node: engine.mainMixerNode, bus: 0)]
        engine.connect(player, to: engine.mainMixerNode, format: format)
        engine.connect(player, to: engine.mainMixerNode, fromBus: 0, toBus: 0, format: format)
        engine.connect(player, to: points, fromBus: 0, format: format)
        player.installTap(onBus: 0, bufferSize: 64, format: format) { _, _ in }
        #expect(offline.refused.codes == Array(repeating: Int(kAudioUnitErr_FormatNotSupported), count: 4))
        #expect(engine.inputConnectionPoint(for: engine.mainMixerNode, inputBus: 0) == nil)
        #expect(throws: NSError.self) {
            try engine.connectNode(player, to: engine.mainMixerNode, format: format)
        }
        #expect(throws: NSError.self) {
            try engine.connectNode(player, to: points, fromBus: 0, format: format)
        }
        #expect(throws: NSError.self) {
            try player.installAudioTap(onBus: 0, bufferSize: 64, format: format) { _, _ in }
        }
        #expect(!engine.inputNode.setManualRenderingInputPCMFormat(format) { _ in nil })
        for mode in [AVAudioEngineManualRenderingMode.offline, .realtime] {
            #expect(throws: NSError.self) {
                try AVAudioEngine().enableManualRenderingMode(mode, format: format, maximumFrameCount: 512)
            }
        }
        let isAsked = Mutex(false)
        let source = AVAudioSourceNode(format: format) { _, _, _, _ in
            isAsked.withLock { $0 = true }
            return noErr
        }
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: nil)
        try engine.start()
        #expect(try offline.render(512)[0].allSatisfy { $0 == 0 })
        // There would be no memory for what it gives.
        #expect(!isAsked.withLock { $0 })
    }

    // MARK: - Rates

    @Test(arguments: rates)
    func `what has no possible rate is made by nobody and taken by nobody`(rate: Double) throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
        let format = AVAudioFormat(standardFormatWithSampleRate: rate, channelLayout: layout)
        #expect(format.sampleRate == (rate == 1e9 ? rate : 0))
        try expectRefusals(of: format)
        #expect(AVAudioConverter(from: format, to: standardFormat(2)) == nil)
        #expect(AVAudioConverter(from: standardFormat(2), to: format) == nil)
        var settings = standardFormat(2).settings
        settings[AVSampleRateKey] = rate
        #expect(AVAudioFormat(settings: settings) == nil)
        let folder = try ScratchFolder()
        #expect(throws: NSError.self) {
            try AVAudioFile(forWriting: folder.file("a.wav"), settings: settings)
        }
        let unit = try AUAudioUnit(componentDescription: AVAudioUnitReverb().audioComponentDescription)
        #expect(throws: NSError.self) { try unit.outputBusses[0].setFormat(format) }
    }

    @Test(arguments: rates)
    func `a time at a rate that is none means the player's rate, and has no host time`(rate: Double) throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        try offline.engine.start()
        let time = AVAudioTime(sampleTime: 5, atRate: rate)
        player.scheduleBuffer(buffer(10, ramp), at: time)
        player.play(at: time)
        #expect(offline.refused.all.isEmpty && player.isPlaying)
        let heard = try offline.render(64)[0]
        if !(rate > 0 && rate.isFinite) { #expect(heard[10] == ramp(0)) }
        let anchor = AVAudioTime(hostTime: 1, sampleTime: 1, atRate: rate)
        if rate != 1e9 { #expect(time.extrapolateTime(fromAnchor: anchor) == nil) }
    }

    // MARK: - Channels

    @Test(arguments: [0, 1000] as [AVAudioChannelCount])
    func `what has no possible channels is taken by nobody`(channels: AVAudioChannelCount) throws {
        let format =
            channels == 0
            ? AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 0) : Self.surround(channels)
        var settings = standardFormat(2).settings
        settings[AVNumberOfChannelsKey] = channels
        let folder = try ScratchFolder()
        #expect(AVAudioFormat(settings: settings) == nil)
        #expect(throws: NSError.self) {
            try AVAudioFile(forWriting: folder.file("a.wav"), settings: settings)
        }
        guard let format else { return }
        try expectRefusals(of: format)
    }

    // MARK: - Counts and places

    @Test(arguments: [.min, .min + 1, -1, .max - 1, .max] as [Int64])
    func `the first and the last sample times are times like others`(time: Int64) throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        try offline.engine.start()
        let when = AVAudioTime(sampleTime: time, atRate: 48_000)
        player.scheduleBuffer(buffer(10, ramp), at: when)
        player.play(at: when)
        let heard = try offline.render(64)[0]
        #expect(heard[0] == (time < 0 ? ramp(0) : 0))
        for rate in [44_100, 48_000, 96_000] as [Double] {
            _ = player.playerTime(forNodeTime: AVAudioTime(sampleTime: time, atRate: rate))
            _ = player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: time, atRate: rate))
        }
        player.stop()
        #expect(offline.refused.all.isEmpty)
    }

    @Test(arguments: [(0, .max), (10, 5), (1 << 40, 7), (.max, 1), (.max, .max)] as [(Int64, UInt32)])
    func `a segment that goes on behind its file ends with it`(start: Int64, count: UInt32) throws {
        let folder = try ScratchFolder()
        let url = folder.file("a.wav")
        do {
            let file = try AVAudioFile(forWriting: url, settings: standardFormat(1).settings)
            try file.write(from: buffer(10, ramp))
        }
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        try offline.engine.start()
        player.scheduleSegment(
            try AVAudioFile(forReading: url), startingFrame: start, frameCount: count, at: nil)
        player.scheduleBuffer(buffer(1) { _, _ in 1 })
        player.play()
        let heard = try offline.render(64)[0]
        #expect(heard.firstIndex(of: 1) == (start == 0 ? 10 : 0))
    }

    @Test func `nothing is as good as no frame: buffers, segments and loops of none are passed over`() throws
    {
        let folder = try ScratchFolder()
        let url = folder.file("a.wav")
        do { _ = try AVAudioFile(forWriting: url, settings: standardFormat(1).settings) }
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        try offline.engine.start()
        let file = try AVAudioFile(forReading: url)
        for _ in 0..<1000 { player.scheduleBuffer(buffer(0, ramp)) }
        player.scheduleFile(file, at: nil)
        player.scheduleSegment(file, startingFrame: 0, frameCount: 0, at: nil)
        player.scheduleBuffer(buffer(0, ramp), at: nil, options: .loops)
        player.scheduleBuffer(buffer(10, ramp), at: nil, options: .interrupts)
        player.prepare(withFrameCount: 0)
        player.prepare(withFrameCount: .max)
        player.play()
        #expect(try offline.render(20)[0] == (0..<20).map { $0 < 10 ? ramp($0) : 0 })
    }

    @Test(arguments: [-1, 1 << 20, .min, .max] as [Int])
    func `a bus that nobody has is refused, and nothing is known of it`(bus: Int) throws {
        let offline = try OfflineEngine()
        let (engine, player) = (offline.engine, offline.addPlayer())
        let mixer = engine.mainMixerNode
        engine.connect(player, to: mixer, fromBus: bus, toBus: 0, format: nil)
        engine.connect(player, to: mixer, fromBus: 0, toBus: bus, format: nil)
        player.installTap(onBus: bus, bufferSize: 64, format: nil) { _, _ in }
        engine.disconnectNodeInput(mixer, bus: bus)
        engine.disconnectNodeOutput(player, bus: bus)
        #expect(offline.refused.codes == Array(repeating: Int(kAudioUnitErr_InvalidElement), count: 5))
        player.removeTap(onBus: bus)
        #expect(engine.inputConnectionPoint(for: mixer, inputBus: bus) == nil)
        #expect(engine.outputConnectionPoints(for: player, outputBus: bus).isEmpty)
        #expect(player.destination(forMixer: mixer, bus: bus) == nil)
        #expect(player.outputFormat(forBus: bus).channelCount == 0)
        #expect(engine.inputConnectionPoint(for: mixer, inputBus: 0)?.node === player)
    }

    @Test func `sizes near the largest are brought into range or refused`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        for size in [0, AVAudioFrameCount.max] {
            player.installTap(onBus: 0, bufferSize: size, format: nil) { _, _ in }
        }
        #expect(offline.refused.codes == [Int(kAudio_ParamError), Int(kAudio_ParamError)])
        #expect(AVAudioPCMBuffer(pcmFormat: standardFormat(2), frameCapacity: .max) == nil)
        #expect(throws: NSError.self) {
            try AVAudioEngine().enableManualRenderingMode(
                .offline, format: standardFormat(2), maximumFrameCount: .max)
        }
        let target = try #require(
            AVAudioPCMBuffer(pcmFormat: offline.engine.manualRenderingFormat, frameCapacity: 16))
        try offline.engine.start()
        #expect(throws: NSError.self) { try offline.engine.renderOffline(.max, to: target) }
        let made = buffer(10, ramp)
        made.frameLength = .max
        #expect(made.frameLength == 10)
        let folder = try ScratchFolder()
        do {
            let file = try AVAudioFile(forWriting: folder.file("a.wav"), settings: standardFormat(1).settings)
            try file.write(from: made)
        }
        let file = try AVAudioFile(forReading: folder.file("a.wav"))
        try file.read(into: made, frameCount: .max)
        #expect(made.frameLength == 10)
        for (place, start) in [(Int64.min, 0), (-5, 0), (.max, nil), (1 << 40, nil)] as [(Int64, Int?)] {
            file.framePosition = place
            let isRead = (try? file.read(into: made)) != nil
            #expect(isRead == (start != nil))
        }
        #expect(AVAudioTime.hostTime(forSeconds: .infinity) == .max)
        #expect(AVAudioTime.hostTime(forSeconds: .nan) == 0 && AVAudioTime.hostTime(forSeconds: -1) == 0)
    }

    @Test(arguments: [.nan, .infinity, -.infinity] as [Float])
    func `gains and pans that are no numbers change nothing, infinite ones go to the end`(value: Float) throws
    {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let mixer = offline.engine.mainMixerNode
        player.volume = value
        player.pan = value
        mixer.outputVolume = value
        let destination = player.destination(forMixer: mixer, bus: 0)
        #expect(player.volume == (value < 0 ? 0 : 1) && mixer.outputVolume == player.volume)
        #expect(player.pan == (value.isNaN ? 0 : value.sign == .minus ? -1 : 1))
        destination?.volume = value
        destination?.pan = value
        #expect(destination?.volume == player.volume && destination?.pan == player.pan)
    }
}
