import AVFRender

/// What can be said about a plugin without looking at its ports one by one; cheap to keep for hundreds.
package struct PluginSummary: Sendable, Equatable {
    /// The plugin's name to programs.
    package var uri = ""
    /// The plugin's name to people.
    package var name = ""
    /// Who made it; empty if unknown.
    package var author = ""
    /// What it does in a graph.
    package var kind = UnitKind.effect
    /// The LV2 class, by its last word, such as "ReverbPlugin".
    package var className = "Plugin"
    /// The bundle's folder.
    package var bundle = ""
    /// The shared object.
    package var binary = ""
    /// LV2's minor version; odd means unstable, 0 not released.
    package var minorVersion = 0
    /// LV2's micro version.
    package var microVersion = 0
    /// Audio inputs, side chains not counted.
    package var audioInputCount = 0
    /// Audio outputs.
    package var audioOutputCount = 0
    /// Side chain inputs.
    package var sideChainCount = 0
    /// Has an input for MIDI.
    package var takesMIDI = false
    /// Has an output for MIDI.
    package var givesMIDI = false

    /// The version as components have it: 0 as the major one, then minor and micro.
    package var version: UInt32 {
        UInt32(clamping: minorVersion) << 8 | UInt32(clamping: microVersion) & 0xff
    }

    /// One channel in, one out: it can be multiplied to any number of channels.
    package var isMono: Bool { audioInputCount == 1 && audioOutputCount == 1 && sideChainCount == 0 }

    /// Its identity as an audio component.
    package var component: ComponentDescription {
        ComponentDescription(pluginURI: uri, kind: kind)
    }
}

/// Everything a bundle says about a plugin.
package struct PluginFacts: Sendable, Equatable {
    /// Names, places and counts.
    package var summary = PluginSummary()
    /// The licence's URI; empty if unknown.
    package var licence = ""
    /// Every class URI.
    package var classes: [String] = []
    /// Ports by index.
    package var ports: [PortFacts] = []
    /// Parameters that are no ports, of types that the host knows.
    package var properties: [PluginProperty] = []
    /// Features without which the plugin does not start.
    package var requiredFeatures: [String] = []
    /// Features that the plugin likes to have.
    package var optionalFeatures: [String] = []
    /// Interfaces that the data promises; the instance is the judge.
    package var extensionData: [String] = []
    /// Options that must be passed.
    package var requiredOptions: [String] = []
    /// The lines these facts were read from, for a process that is to run the plugin; empty if unknown.
    package var record: [UInt8] = []

    /// The plugin's name to programs.
    package var uri: String { summary.uri }
    /// The plugin's name to people.
    package var name: String { summary.name }

    /// The ports of one kind and direction, in index order.
    package func ports(_ kind: PortFacts.Kind, isInput: Bool) -> [PortFacts] {
        ports.filter { $0.kind == kind && $0.isInput == isInput }
    }

    /// Audio inputs that are heard.
    package var mainInputs: [PortFacts] {
        ports(.audio, isInput: true).filter { !$0.flags.contains(.isSideChain) }
    }

    /// Audio inputs that only steer.
    package var sideChainInputs: [PortFacts] {
        ports(.audio, isInput: true).filter { $0.flags.contains(.isSideChain) }
    }

    /// The control output that tells the latency.
    package var latencyPort: PortFacts? {
        ports(.control, isInput: false).first {
            $0.designation == .latency || $0.flags.contains(.reportsLatency)
        }
    }

    /// The control input with that designation.
    package func controlInput(_ designation: PortFacts.Designation) -> PortFacts? {
        ports(.control, isInput: true).first { $0.designation == designation }
    }
}
