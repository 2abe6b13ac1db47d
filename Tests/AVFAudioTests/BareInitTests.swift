import AVFAudio
import Testing

/// Initialisers that Apple's classes inherit, and that programs call or override.
struct BareInitTests {
    @Test
    func `objects without contents say that they have none, and nothing that is asked ends the program`()
        throws
    {
        let format = AVAudioFormat()
        #expect(format.channelCount == 0 && format.sampleRate == 0 && format.commonFormat == .otherFormat)
        #expect(AVAudioFormat(settings: format.settings) == format && AVAudioFormat() == format)
        #expect(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 8) == nil)
        let time = AVAudioTime()
        #expect(!time.isHostTimeValid && !time.isSampleTimeValid && time.sampleRate == 0)
        #expect(time.extrapolateTime(fromAnchor: time) == nil)
        let tree = AUParameterTree()
        #expect(tree.allParameters.isEmpty && tree.children.isEmpty && tree.keyPath.isEmpty)
        #expect(tree.parameter(withAddress: 0) == nil && AUParameterGroup().allParameters.isEmpty)
        let manager = AVAudioUnitComponentManager()
        #expect(manager.components { component, _ in component.name == "AUDelay" }.count == 1)
    }

    @Test func `a file that is not open refuses to be read and written`() throws {
        let file = AVAudioFile()
        #expect(!file.isOpen && file.length == 0 && file.processingFormat.channelCount == 0)
        file.framePosition = 5
        file.close()
        let frames = buffer(4) { _, _ in 0 }
        #expect(throws: NSError.self) { try file.read(into: frames) }
        #expect(throws: NSError.self) { try file.write(from: frames) }
    }

    @Test func `bare nodes can be attached, connected and rendered, and do nothing`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let (plain, unit) = (AVAudioNode(), AVAudioUnit())
        let effects: [AVAudioUnit] = [AVAudioUnitEffect(), AVAudioUnitTimeEffect(), unit]
        let others: [AVAudioNode] = [plain, AVAudioUnitGenerator(), AVAudioUnitMIDIInstrument()]
        for node in effects.map({ $0 as AVAudioNode }) + others {
            offline.engine.attach(node)
            #expect(node.engine === offline.engine)
        }
        #expect(plain.numberOfInputs == 0 && plain.numberOfOutputs == 0 && plain.lastRenderTime == nil)
        offline.engine.connect(plain, to: offline.engine.mainMixerNode, format: nil)
        #expect(!offline.refused.all.isEmpty)
        let loaded = effects.filter { $0.loadError == nil }
        #expect(loaded.isEmpty)
        var last: AVAudioNode = player
        for effect in effects {
            offline.engine.connect(last, to: effect, format: standardFormat(1))
            last = effect
        }
        offline.engine.connect(last, to: offline.engine.mainMixerNode, format: standardFormat(1))
        player.scheduleBuffer(buffer(64, ramp))
        try offline.engine.start()
        player.play()
        #expect(try offline.render(64)[0] == (0..<64).map { ramp($0) })
    }

    @Test func `subclasses of every class of nodes may override init`() throws {
        let engine = AVAudioEngine()
        let nodes: [AVAudioNode] = [
            PlainNode(), OwnUnit(), OwnEffect(), OwnTimeEffect(), OwnGenerator(), OwnInstrument(),
            OwnPlayer(),
            OwnMixer(), OwnReverb(), OwnDelay(), OwnDistortion(), OwnEqualizer(), OwnTimePitch(),
            OwnVarispeed(), OwnGain(),
        ]
        for node in nodes {
            engine.attach(node)
            #expect(node.engine === engine)
        }
        #expect((nodes[2] as? OwnEffect)?.name == "AUDelay")
    }

    static let owned: [(OSType, OSType, @Sendable (AudioComponentDescription) -> AVAudioUnit)] = [
        (
            kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch,
            { AVAudioUnitTimePitch(audioComponentDescription: $0) }
        ),
        (
            kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed,
            { AVAudioUnitVarispeed(audioComponentDescription: $0) }
        ),
        (
            kAudioUnitType_Effect, reverb2,
            { AVAudioUnitReverb(audioComponentDescription: $0) }
        ),
        (kAudioUnitType_Effect, kAudioUnitSubType_Delay, { AVAudioUnitDelay(audioComponentDescription: $0) }),
        (
            kAudioUnitType_Effect, kAudioUnitSubType_Distortion,
            { AVAudioUnitDistortion(audioComponentDescription: $0) }
        ),
        (kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ, { AVAudioUnitEQ(audioComponentDescription: $0) }),
    ]

    @Test(arguments: owned.indices)
    func `a class of one unit is made from its component description, and from no other`(index: Int) throws {
        let (type, subtype, make) = Self.owned[index]
        for pattern in [componentOf(type, subtype), componentOf(0, subtype), AudioComponentDescription()] {
            let unit = make(pattern)
            #expect(unit.loadError == nil && unit.audioComponentDescription.componentSubType == subtype)
            #expect(unit.auAudioUnit.shouldBypassEffect == false)
        }
        let other = make(componentOf(kAudioUnitType_Effect, kAudioUnitSubType_HighPassFilter))
        #expect(other.loadError != nil && other.auAudioUnit.shouldBypassEffect)
        for parameter in other.auAudioUnit.parameterTree?.allParameters ?? [] { parameter.value = 0.5 }
    }

    @Test func `a unit that is made from its description is as its class makes it`() {
        let reverb = AVAudioUnitReverb(
            audioComponentDescription: AVAudioUnitReverb().audioComponentDescription)
        let plain = AVAudioUnitReverb()
        for name in plain.parameterIdentifiers { #expect(reverb[parameter: name] == plain[parameter: name]) }
        let equalizer = AVAudioUnitEQ()
        #expect(!equalizer.bands.isEmpty && equalizer.bands.allSatisfy(\.bypass))
        #expect(
            AVAudioUnitEQ(audioComponentDescription: equalizer.audioComponentDescription).bands.count
                == equalizer.bands.count)
        #expect(AVAudioUnitDelay(audioComponentDescription: AudioComponentDescription()).wetDryMix == 100)
    }

    // MARK: - Names

    static let names: [(OSType, OSType, String)] = [
        (kAudioUnitType_Effect, kAudioUnitSubType_Delay, "AUDelay"),
        (kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay, "AUSampleDelay"),
        (kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter, "AULowpass"),
        (kAudioUnitType_Effect, kAudioUnitSubType_HighPassFilter, "AUHipass"),
        (kAudioUnitType_Effect, kAudioUnitSubType_BandPassFilter, "AUBandpass"),
        (kAudioUnitType_Effect, kAudioUnitSubType_HighShelfFilter, "AUHighShelfFilter"),
        (kAudioUnitType_Effect, kAudioUnitSubType_LowShelfFilter, "AULowShelfFilter"),
        (kAudioUnitType_Effect, kAudioUnitSubType_ParametricEQ, "AUParametricEQ"),
        (kAudioUnitType_Effect, kAudioUnitSubType_GraphicEQ, "AUGraphicEQ"),
        (kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ, "AUNBandEQ"),
        (kAudioUnitType_Effect, kAudioUnitSubType_PeakLimiter, "AUPeakLimiter"),
        (kAudioUnitType_Effect, kAudioUnitSubType_DynamicsProcessor, "AUDynamicsProcessor"),
        (kAudioUnitType_Effect, kAudioUnitSubType_MultiBandCompressor, "AUMultibandCompressor"),
        (kAudioUnitType_Effect, kAudioUnitSubType_MatrixReverb, "AUMatrixReverb"),
        (kAudioUnitType_Effect, reverb2, "AUReverb2"),
        (kAudioUnitType_Effect, kAudioUnitSubType_Distortion, "AUDistortion"),
        (kAudioUnitType_Effect, kAudioUnitSubType_NewTimePitch, "AUNewPitch"),
        (kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch, "AUNewTimePitch"),
        (kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed, "AUVarispeed"),
        (kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer, "AUMatrixMixer"),
    ]

    @Test(arguments: names)
    func `Apple's units are found by the names that programs look for`(
        type: OSType, subtype: OSType, name: String
    ) async throws {
        let manager = AVAudioUnitComponentManager.shared()
        let component = try #require(
            manager.components { component, _ in component.name == name }.first)
        #expect(component.manufacturerName == "Apple")
        let found = component.audioComponentDescription
        #expect(found.componentType == type && found.componentSubType == subtype)
        #expect(manager.components(matching: componentOf(type, subtype)) == [component])
        let unit = try await AVAudioUnit.instantiate(with: found)
        #expect(unit.name == name && unit.auAudioUnit.audioUnitName == name)
        #expect(unit.auAudioUnit.componentName == "Apple: " + name)
        #expect((unit is AVAudioUnitEffect) == (type == kAudioUnitType_Effect))
        #expect((unit is AVAudioUnitTimeEffect) == (type == kAudioUnitType_FormatConverter))
    }

    @Test func `the new pitch is an effect that raises the pitch and keeps the length`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let pitch = AVAudioUnitEffect(
            audioComponentDescription: componentOf(kAudioUnitType_Effect, kAudioUnitSubType_NewTimePitch))
        #expect(pitch.loadError == nil)
        offline.engine.attach(pitch)
        offline.engine.connect(player, to: pitch, format: standardFormat(1))
        offline.engine.connect(pitch, to: offline.engine.mainMixerNode, format: standardFormat(1))
        pitch.auAudioUnit.parameterTree?.parameter(withAddress: AUParameterAddress(kNewTimePitchParam_Pitch))?
            .value = 1200
        player.scheduleBuffer(buffer(48_000) { frame, _ in sinf(2 * .pi * 500 * Float(frame) / 48_000) })
        try offline.engine.start()
        player.play()
        let heard = try offline.render(48_000)[0]
        let crossings = (10_001..<34_000).filter { heard[$0 - 1] < 0 && heard[$0] >= 0 }.count
        #expect(abs(crossings - 500) <= 3)
    }
}

/// 'rvb2', which has a name on iOS only.
private let reverb2: OSType = 0x7276_6232

private func componentOf(_ type: OSType, _ subtype: OSType) -> AudioComponentDescription {
    AudioComponentDescription(
        componentType: type, componentSubType: subtype,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
}

private final class PlainNode: AVAudioNode, @unchecked Sendable { override init() { super.init() } }
private final class OwnUnit: AVAudioUnit, @unchecked Sendable { override init() { super.init() } }
private final class OwnEffect: AVAudioUnitEffect, @unchecked Sendable {
    override init() {
        super.init(audioComponentDescription: componentOf(kAudioUnitType_Effect, kAudioUnitSubType_Delay))
    }
}
private final class OwnTimeEffect: AVAudioUnitTimeEffect, @unchecked Sendable {
    override init() { super.init() }
}
private final class OwnGenerator: AVAudioUnitGenerator, @unchecked Sendable {
    override init() { super.init() }
}
private final class OwnInstrument: AVAudioUnitMIDIInstrument, @unchecked Sendable {
    override init() { super.init() }
}
private final class OwnPlayer: AVAudioPlayerNode, @unchecked Sendable { override init() { super.init() } }
private final class OwnMixer: AVAudioMixerNode, @unchecked Sendable { override init() { super.init() } }
private final class OwnReverb: AVAudioUnitReverb, @unchecked Sendable { override init() { super.init() } }
private final class OwnDelay: AVAudioUnitDelay, @unchecked Sendable { override init() { super.init() } }
private final class OwnDistortion: AVAudioUnitDistortion, @unchecked Sendable {
    override init() { super.init() }
}
private final class OwnEqualizer: AVAudioUnitEQ, @unchecked Sendable {
    override init() { super.init(numberOfBands: 4) }
}
private final class OwnTimePitch: AVAudioUnitTimePitch, @unchecked Sendable {
    override init() { super.init() }
}
private final class OwnVarispeed: AVAudioUnitVarispeed, @unchecked Sendable {
    override init() { super.init() }
}
private final class OwnGain: AVAudioUnitGain, @unchecked Sendable { override init() { super.init() } }
