import AVFEngine

extension AUAudioUnit {
    /// Whether it is of a class of the program's own that makes MIDI.
    var sendsByItself: Bool { registration != nil && node.descriptor.makesMIDI }

    /// What programs have set, and what was made from it.
    struct Settings {
        var tree: AUParameterTree?
        var currentPreset: AUAudioUnitPreset?
        var contextName: String?
        var maximumFramesToRender: AUAudioFrameCount = 512
        var renderQuality = 127
        var midiOutput: AUMIDIOutputEventBlock?
        var midiListOutput: AUMIDIEventListBlock?
        var hostMIDIProtocol = MIDIProtocolID._1_0
        var isRenderingOffline = false
        var renderer: StandaloneRenderer?
        var musicalContext: AUHostMusicalContextBlock?
        var transportState: AUHostTransportStateBlock?
        // Of a class of the program's own:
        var programNode: UnitNode?
        weak var programUnit: CustomUnit?
        var isAllocated = false
    }
}
