import AVFAudio
import Synchronization
import Testing

/// A unit of a program's own: it multiplies by a parameter, at the frame at which that changes.
private final class Multiplier: AUAudioUnit, @unchecked Sendable {
    /// What the render thread works with.
    final class Core: Sendable {
        let factor = Atomic<UInt32>(Float(1).bitPattern)
        let blockCount = Atomic<Int>(0)
        let noteCount = Atomic<Int>(0)
        let isReady = Atomic<Bool>(false)
    }

    static let description = AudioComponentDescription(
        componentType: kAudioUnitType_MusicEffect, componentSubType: 0x6D75_6C74,
        componentManufacturer: 0x5445_5354, componentFlags: 0, componentFlagsMask: 0)
    static let register: Void = registerSubclass(
        Multiplier.self, as: description, name: "Workshop: Multiplier", version: 0x0001_0203)

    let core = Core()
    private var inputs: AUAudioUnitBusArray?
    private var outputs: AUAudioUnitBusArray?

    required init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
        inputs = AUAudioUnitBusArray(
            audioUnit: self, busType: .input, busses: [try AUAudioUnitBus(format: standardFormat(2))])
        outputs = AUAudioUnitBusArray(
            audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: standardFormat(2))])
        let factor = AUParameterTree.createParameter(
            withIdentifier: "factor", name: "Factor", address: 7, min: 0, max: 10, unit: .linearGain,
            unitName: nil, flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: nil,
            dependentParameters: nil)
        factor.value = 1
        let tree = AUParameterTree.createTree(withChildren: [factor])
        let core = core
        tree.implementorValueObserver = { _, value in
            core.factor.store(value.bitPattern, ordering: .relaxed)
        }
        tree.implementorValueProvider = { _ in Float(bitPattern: core.factor.load(ordering: .relaxed)) }
        parameterTree = tree
    }

    override var inputBusses: AUAudioUnitBusArray { inputs ?? super.inputBusses }
    override var outputBusses: AUAudioUnitBusArray { outputs ?? super.outputBusses }
    override var latency: TimeInterval { 0.001 }

    override func allocateRenderResources() throws {
        guard outputBusses[0].format.channelCount < 3 else {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: -10868,
                userInfo: [NSLocalizedDescriptionKey: "two channels are enough"])
        }
        try super.allocateRenderResources()
        core.isReady.store(true, ordering: .releasing)
    }

    override func deallocateRenderResources() {
        core.isReady.store(false, ordering: .releasing)
        super.deallocateRenderResources()
    }

    override var internalRenderBlock: AUInternalRenderBlock {
        let core = core
        return { flags, time, frameCount, bus, output, events, pull in
            guard core.isReady.load(ordering: .acquiring) else { return kAudioUnitErr_Uninitialized }
            core.blockCount.add(1, ordering: .relaxed)
            let status = pull?(flags, time, frameCount, 0, output) ?? noErr
            guard status == noErr else { return status }
            var event = events
            for frame in 0..<Int(frameCount) {
                let now = Int64(time.pointee.mSampleTime) + Int64(frame)
                while let next = event, next.pointee.head.eventSampleTime <= now {
                    if next.pointee.head.eventType == .parameter, next.pointee.parameter.parameterAddress == 7
                    {
                        core.factor.store(next.pointee.parameter.value.bitPattern, ordering: .relaxed)
                    }
                    if next.pointee.head.eventType == .MIDI { core.noteCount.add(1, ordering: .relaxed) }
                    event = next.pointee.head.next.map { UnsafePointer($0) }
                }
                let factor = Float(bitPattern: core.factor.load(ordering: .relaxed))
                for buffer in UnsafeMutableAudioBufferListPointer(output) {
                    buffer.mData?.assumingMemoryBound(to: Float.self)[frame] *= factor
                }
            }
            return noErr
        }
    }
}

/// Classes of units that programs bring, registered as Apple's API has it.
struct RegisteredUnitTests {
    init() { _ = Multiplier.register }

    private func chain() async throws -> (OfflineEngine, AVAudioPlayerNode, AVAudioUnit, Multiplier) {
        let node = try await AVAudioUnit.instantiate(with: Multiplier.description)
        let unit = try #require(node.auAudioUnit as? Multiplier)
        let offline = try OfflineEngine()
        let player = AVAudioPlayerNode()
        offline.engine.attach(player)
        offline.engine.attach(node)
        offline.engine.connect(player, to: node, format: standardFormat(1))
        offline.engine.connect(node, to: offline.engine.mainMixerNode, format: standardFormat(1))
        feed(player)
        return (offline, player, node, unit)
    }

    /// Apart, because what waits for the buffer's end has the same name where one may wait.
    private func feed(_ player: AVAudioPlayerNode) {
        player.scheduleBuffer(buffer(4096) { _, _ in 0.5 })
    }

    @Test func `a registered class is instantiated as a node and renders in the graph`() async throws {
        let (offline, player, node, unit) = try await chain()
        #expect(node is AVAudioUnitEffect)
        #expect([node.name, node.manufacturerName] == ["Multiplier", "Workshop"])
        unit.parameterTree?.parameter(withAddress: 7)?.value = 3
        try offline.engine.start()
        player.play()
        let output = try offline.render(512, block: 100)
        // The mixer's law of pan takes nothing from the middle of a mono source on both sides.
        #expect(output[0].allSatisfy { $0 == output[0][0] } && output[0][0] != 0)
        unit.parameterTree?.parameter(withAddress: 7)?.value = 1
        let quieter = try offline.render(512)
        #expect(abs(quieter[0][0] * 3 - output[0][0]) < 1e-6)
        #expect(unit.core.blockCount.load(ordering: .relaxed) > 6)
        #expect(unit.outputBusses[0].format.channelCount == 1, "the connection's format")
    }

    @Test(arguments: [64, 333])
    func `what is scheduled for it arrives in its block, in the order of time, at its frame`(block: Int)
        async throws
    {
        let (offline, player, _, unit) = try await chain()
        let schedule = unit.scheduleParameterBlock
        schedule(200, 0, 7, 4)
        schedule(100, 0, 7, 2)
        schedule(300, 0, 7, 0)
        let note: [UInt8] = [0x90, 60, 100]
        unit.scheduleMIDIEventBlock?(150, 0, 3, note)
        try offline.engine.start()
        player.play()
        let output = try offline.render(400, block: block)[0]
        let unity = output[0]
        #expect((0..<100).allSatisfy { output[$0] == unity })
        #expect((100..<200).allSatisfy { output[$0] == 2 * unity })
        #expect((200..<300).allSatisfy { output[$0] == 4 * unity })
        #expect((300..<400).allSatisfy { output[$0] == 0 })
        #expect(unit.core.noteCount.load(ordering: .relaxed) == 1)
    }

    @Test func `components list it, and AUAudioUnit makes it too`() async throws {
        let found = AVAudioUnitComponentManager.shared().components(matching: Multiplier.description)
        #expect(found.map(\.name) == ["Multiplier"])
        #expect(found.map(\.manufacturerName) == ["Workshop"])
        #expect(found.first?.hasMIDIInput == true)
        #expect(found.first?.version == 0x0001_0203)
        #expect(try await AUAudioUnit.instantiate(with: Multiplier.description) is Multiplier)
        #expect(
            AVAudioUnitEffect(audioComponentDescription: Multiplier.description).auAudioUnit is Multiplier)
    }

    @Test func `it renders without an engine, and keeps its state`() async throws {
        let unit = try Multiplier(componentDescription: Multiplier.description)
        unit.parameterTree?.parameter(withAddress: 7)?.value = 5
        let copy = try Multiplier(componentDescription: Multiplier.description)
        copy.fullState = unit.fullState
        #expect(copy.parameterTree?.parameter(withAddress: 7)?.value == 5)
        try copy.allocateRenderResources()
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        var flags = AudioUnitRenderActionFlags()
        var time = AudioTimeStamp()
        let status = copy.renderBlock(&flags, &time, 16, 0, list.unsafeMutablePointer) {
            _, _, count, _, input in
            for buffer in UnsafeMutableAudioBufferListPointer(input) {
                buffer.mData?.assumingMemoryBound(to: Float.self).update(repeating: 0.25, count: Int(count))
            }
            return noErr
        }
        #expect(status == noErr)
        #expect(list[1].mData?.assumingMemoryBound(to: Float.self)[15] == 1.25)
        copy.deallocateRenderResources()
        #expect(copy.renderBlock(&flags, &time, 16, 0, list.unsafeMutablePointer, nil) == -10867)
    }

    @Test func `what it refuses is refused, with its own words`() async throws {
        let (offline, player, node, unit) = try await chain()
        for (source, target) in [(player, node), (node, offline.engine.mainMixerNode)] {
            offline.engine.connect(source, to: target, format: standardFormat(4))
        }
        var sentences = offline.refused.sentences
        do { try offline.engine.start() } catch { sentences.append(error.localizedDescription) }
        #expect(sentences.joined().contains("two channels are enough"), "\(sentences)")
        AUAudioUnit.registerSubclass(
            NSObject.self, as: AudioComponentDescription(), name: "Nothing", version: 0)
        #expect(throws: (any Error).self) {
            try AUAudioUnit(
                componentDescription: AudioComponentDescription(
                    componentType: 1, componentSubType: 2, componentManufacturer: 3, componentFlags: 0,
                    componentFlagsMask: 0))
        }
        withExtendedLifetime(unit) {}
    }
}
