import AVFRender

/// Where the ports of a native unit are when it runs as an LV2 plugin: the text and the binary both read
/// this.
///
/// What every plugin has comes first and parameters last, so that a new parameter moves no port.
package struct PluginPortLayout: Sendable {
    /// What a port is for.
    package enum Role: Sendable, Equatable {
        /// A channel of an input bus.
        case audioInput(bus: Int, channel: Int)
        /// A channel of an output bus.
        case audioOutput(bus: Int, channel: Int)
        /// The host's switch: off means that the input passes untouched.
        case enabled
        /// Tells the host by how many frames the output lags.
        case latency
        /// Messages to a unit that takes MIDI, or has a file.
        case control
        /// Messages from it about its file.
        case notify
        /// The MIDI that a unit makes.
        case midiOutput
        /// A parameter, by its place in the parameter block.
        case parameter(Int)
    }

    /// One port; its index is its place in `ports`.
    package struct Port: Sendable, Equatable {
        /// What it is for.
        package let role: Role
        #if !hasFeature(Embedded)
            /// What hosts save it under.
            package let symbol: String
            /// What a person reads.
            package let name: String
            /// The input only steers and may stay unconnected.
            package let isSideChain: Bool
        #endif

        /// A port; of its texts a plugin's binary knows nothing.
        init(
            _ role: Role, symbol: @autoclosure () -> String, name: @autoclosure () -> String,
            isSideChain: Bool = false
        ) {
            self.role = role
            #if !hasFeature(Embedded)
                self.symbol = symbol()
                self.name = name()
                self.isSideChain = isSideChain
            #endif
        }
    }

    /// Channels of a bus that takes any number: LV2 wants to know, and hosts expect stereo.
    package static let anyChannelCount = 2

    /// The ports in the order of their indices.
    package let ports: [Port]
    /// Channels of each input bus.
    package let inputChannelCounts: [Int]
    /// Channels of each output bus.
    package let outputChannelCounts: [Int]

    /// The layout of a unit.
    package init(_ entry: UnitEntry) {
        self.init(entry.descriptor, isLatent: Self.isLatent(entry))
    }

    /// The layout of a unit with these facts; a latent one has a port that says so.
    package init(_ descriptor: UnitDescriptor, isLatent: Bool) {
        let count = { (bus: BusDescriptor) in bus.channelCount ?? Self.anyChannelCount }
        inputChannelCounts = descriptor.inputBuses.map(count)
        outputChannelCounts = descriptor.outputBuses.map(count)
        ports =
            descriptor.inputBuses.enumerated().flatMap { bus, facts in
                Self.ports(facts, prefix: facts.isSideChain ? "sidechain" : "in") {
                    .audioInput(bus: bus, channel: $0)
                }
            }
            + descriptor.outputBuses.enumerated().flatMap { bus, facts in
                Self.ports(facts, prefix: "out") { .audioOutput(bus: bus, channel: $0) }
            }
            + [Port(.enabled, symbol: "enabled", name: "Enabled")]
            + (isLatent ? [Port(.latency, symbol: "latency", name: "Latency")] : [])
            + Self.messagePorts(descriptor)
            + descriptor.parameters.enumerated().map { index, parameter in
                Port(.parameter(index), symbol: parameter.symbol, name: parameter.spec.name)
            }
    }

    private static func messagePorts(_ descriptor: UnitDescriptor) -> [Port] {
        (descriptor.hasFile || descriptor.acceptsMIDI
            ? [Port(.control, symbol: "control", name: "Control")] : [])
            + (descriptor.hasFile ? [Port(.notify, symbol: "notify", name: "Notify")] : [])
            + (descriptor.makesMIDI ? [Port(.midiOutput, symbol: "midi_out", name: "MIDI Output")] : [])
    }

    private static func ports(
        _ bus: BusDescriptor, prefix: String, role: (Int) -> Role
    ) -> [Port] {
        let count = bus.channelCount ?? anyChannelCount
        return (0..<count).map { channel in
            Port(
                role(channel), symbol: SourceName.joined([prefix] + words(channel, of: count)),
                name: ([bus.name] + words(channel, of: count)).joined(separator: " "),
                isSideChain: bus.isSideChain)
        }
    }

    /// What tells a channel from the bus's others.
    private static func words(_ channel: Int, of count: Int) -> [String] {
        switch count {
        case 1: []
        case 2: [channel == 0 ? "Left" : "Right"]
        default: ["\(channel + 1)"]
        }
    }

    /// Asks a unit at a usual rate, because only a living unit knows its latency.
    private static func isLatent(_ entry: UnitEntry) -> Bool {
        let count = { (bus: BusDescriptor) in bus.channelCount ?? anyChannelCount }
        let configuration = UnitConfiguration(
            sampleRateHz: 48_000, inputChannelCounts: entry.descriptor.inputBuses.map(count),
            outputChannelCounts: entry.descriptor.outputBuses.map(count), maximumFrameCount: 64,
            sectionCount: entry.defaultSectionCount)
        return entry.make(configuration, ParameterBlock(entry.descriptor)).latencyFrames > 0
    }
}

extension UnitDescriptor {
    /// The URI under which LV2 hosts know a native unit.
    package var pluginURI: String { pluginURIParts.joined() }

    /// The URI of the property that holds the file of a native unit's sound, or of its bank.
    package var soundURI: String { soundURIParts.joined() }

    /// The URI of the property that is the program of a sampler's first channel.
    package var programURI: String { programURIParts.joined() }

    /// What `pluginURI` is made of, for those who do not make strings of it.
    package var pluginURIParts: [String] { ["urn:avfaudio:", identifier] }

    /// What `soundURI` is made of.
    package var soundURIParts: [String] { pluginURIParts + [playsBanks ? "#bank" : "#sound"] }

    /// What `programURI` is made of.
    package var programURIParts: [String] { pluginURIParts + ["#program"] }

    /// Whether it plays programs of sound banks.
    package var playsBanks: Bool { component.subtype == SamplerKernel.subtype && kind == .instrument }

    /// Whether it works with a file.
    package var hasFile: Bool { sound != nil || playsBanks }

    /// The place of the parameter that gives each channel of a sampler a program of its own.
    package var multitimbralPlace: Int? {
        playsBanks ? SamplerKernel.Parameter.multitimbral.rawValue : nil
    }
}
