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
        /// Messages to a unit with a sound, about its file.
        case control
        /// Messages from it.
        case notify
        /// A parameter, by its place in the parameter block.
        case parameter(Int)
    }

    /// One port; its index is its place in `ports`.
    package struct Port: Sendable, Equatable {
        /// What it is for.
        package let role: Role
        /// What hosts save it under.
        package let symbol: String
        /// What a person reads.
        package let name: String
        /// The input only steers and may stay unconnected.
        package let isSideChain: Bool
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
            + [Port(role: .enabled, symbol: "enabled", name: "Enabled", isSideChain: false)]
            + (isLatent ? [Port(role: .latency, symbol: "latency", name: "Latency", isSideChain: false)] : [])
            + (descriptor.sound == nil ? [] : Self.messagePorts)
            + descriptor.parameters.enumerated().map { index, parameter in
                Port(
                    role: .parameter(index), symbol: parameter.symbol, name: parameter.spec.name,
                    isSideChain: false)
            }
    }

    private static var messagePorts: [Port] {
        [
            Port(role: .control, symbol: "control", name: "Control", isSideChain: false),
            Port(role: .notify, symbol: "notify", name: "Notify", isSideChain: false),
        ]
    }

    private static func ports(
        _ bus: BusDescriptor, prefix: String, role: (Int) -> Role
    ) -> [Port] {
        let names = channelNames(bus.channelCount ?? anyChannelCount)
        return names.enumerated().map { channel, name in
            Port(
                role: role(channel), symbol: SourceName.joined([prefix] + name),
                name: ([bus.name] + name).joined(separator: " "), isSideChain: bus.isSideChain)
        }
    }

    private static func channelNames(_ count: Int) -> [[String]] {
        switch count {
        case 1: [[]]
        case 2: [["Left"], ["Right"]]
        default: (0..<count).map { ["\($0 + 1)"] }
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
    package var pluginURI: String { "urn:avfaudio:" + identifier }

    /// The URI of the property that holds the file of a native unit's sound.
    package var soundURI: String { pluginURI + "#sound" }
}
