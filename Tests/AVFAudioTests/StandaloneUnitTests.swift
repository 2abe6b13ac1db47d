import AVFAudio
import AVFEngine
import Foundation
import TestPlugins
import Testing

/// Audio units that their owner renders, without an engine.
struct LoneUnitTests {
    private static func gain() throws -> AUAudioUnit {
        try AVAudioUnitEffect(lv2URI: "gain", library: UnitLibrary.shared).auAudioUnit
    }

    /// Renders a block of a unit whose input counts up from 1.
    private static func render(
        _ unit: AUAudioUnit, _ frameCount: Int, channels: Int = 2, at time: Double = 0
    ) -> (AUAudioUnitStatus, [[Float]]) {
        let list = AudioBufferList.allocate(maximumBuffers: channels)
        defer { free(list.unsafeMutablePointer) }
        for channel in 0..<channels { list[channel] = AudioBuffer() }
        var flags = AudioUnitRenderActionFlags()
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = time
        let status = unit.renderBlock(
            &flags, &stamp, AUAudioFrameCount(frameCount), 0, list.unsafeMutablePointer
        ) { _, _, count, _, input in
            for buffer in UnsafeMutableAudioBufferListPointer(input) {
                let samples = UnsafeMutableBufferPointer<Float>(buffer)
                for frame in 0..<Int(count) { samples[frame] = Float(frame + 1) }
            }
            return noErr
        }
        guard status == noErr else { return (status, []) }
        return (status, list.map { Array(UnsafeBufferPointer<Float>($0)) })
    }

    @Test func `a unit renders what it pulls`() throws {
        let unit = try Self.gain()
        #expect(unit.inputBusses.count == 1 && unit.outputBusses.count == 1)
        #expect(unit.inputBusses[0].busType == .input && unit.outputBusses[0].index == 0)
        #expect(unit.inputBusses[0].ownerAudioUnit === unit)
        try unit.allocateRenderResources()
        #expect(unit.renderResourcesAllocated)
        let (status, output) = Self.render(unit, 8)
        #expect(status == noErr)
        #expect(output == [[1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]])
        unit.deallocateRenderResources()
        #expect(Self.render(unit, 8).0 == kAudioUnitErr_Uninitialized)
    }

    @Test func `a plugin out of process renders the same`() throws {
        let library = UnitLibrary(plugins: try PluginFixture(names: ["rogue"]).catalog)
        let places: [AudioComponentInstantiationOptions] = [.loadInProcess, .loadOutOfProcess]
        let outputs = try places.map { options in
            let node = try AVAudioUnitEffect(
                lv2URI: BundleFolder.uri("rogue"), options: options, library: library)
            let unit = node.auAudioUnit
            unit.isRenderingOffline = true
            try unit.allocateRenderResources()
            return Self.render(unit, 16, channels: Int(unit.outputBusses[0].format.channelCount)).1
        }
        #expect(outputs[0] == outputs[1] && outputs[0][0][3] == -4)
    }

    @Test func `what does not fit is refused, and nothing changes`() throws {
        let unit = try Self.gain()
        let bus = unit.inputBusses[0]
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
        try bus.setFormat(format)
        let different = #expect(throws: NSError.self) { try unit.allocateRenderResources() }
        #expect(different?.code == Int(kAudioUnitErr_FormatNotSupported))
        try unit.outputBusses[0].setFormat(format)
        try unit.allocateRenderResources()
        let late = #expect(throws: NSError.self) { try bus.setFormat(format) }
        #expect(late?.code == Int(kAudioUnitErr_Initialized))
        #expect(Self.render(unit, 513).0 == kAudioUnitErr_TooManyFramesToProcess)
        #expect(Self.render(unit, 8, channels: 1).0 == kAudioUnitErr_FormatNotSupported)
        #expect(throws: NSError.self) { try unit.inputBusses.setBusCount(3) }
        let engine = AVAudioEngine()
        let node = try AVAudioUnitEffect(lv2URI: "gain", library: UnitLibrary.shared)
        engine.attach(node)
        let owned = #expect(throws: NSError.self) { try node.auAudioUnit.allocateRenderResources() }
        #expect(owned?.code == Int(kAudioUnitErr_CannotDoInCurrentContext))
    }

    @Test func `ranges that are multiples of the sample rate follow it`() throws {
        var facts = try PluginFixture.facts("gain")
        let place = try #require(facts.ports.firstIndex { $0.index == 2 })
        facts.ports[place].flags.insert(.sampleRate)
        facts.ports[place].minimum = 0
        facts.ports[place].maximum = 0.5
        facts.ports[place].defaultValue = 0.25
        let node = UnitNode(plugin: facts)
        let index = try #require(node.descriptor.index(ofAddress: 2))
        try node.probe(sampleRateHz: 96_000, channelCount: 1, maximumFrameCount: 64)
        #expect(node.presentDescriptor.parameters[index].spec.range == 0...48_000)
        #expect(node.parameters.load(index) == 24_000, "the default follows")
        node.parameters.store(40_000, at: index)
        #expect(node.parameters.load(index) == 40_000)
        node.parameters.store(50_000, at: index)
        #expect(node.parameters.load(index) == 48_000)
        try node.probe(sampleRateHz: 44_100, channelCount: 1, maximumFrameCount: 64)
        #expect(node.parameters.load(index) == 22_050, "clamped to the new range")
    }
}
