/// What a unit does in a graph.
package enum UnitKind: String, Sendable {
    case effect, musicEffect, instrument, generator, midiProcessor, mixer, timeEffect, other

    /// Apple's component type for the kind.
    package var componentType: UInt32 {
        switch self {
        case .effect, .other: fourCharacterCode("aufx")
        case .musicEffect: fourCharacterCode("aumf")
        case .instrument: fourCharacterCode("aumu")
        case .generator: fourCharacterCode("augn")
        case .midiProcessor: fourCharacterCode("aumi")
        case .mixer: fourCharacterCode("aumx")
        case .timeEffect: fourCharacterCode("aufc")
        }
    }
}

/// The facts of one bus of a unit.
package struct BusDescriptor: Sendable, Equatable {
    /// What a person reads.
    package let name: String
    /// Channels that the bus has; nil if it takes any number.
    package let channelCount: Int?
    /// A side chain: silent when nothing is connected.
    package let isSideChain: Bool

    /// A bus; nil channels means any number.
    package init(_ name: String, channelCount: Int? = nil, isSideChain: Bool = false) {
        self.name = name
        self.channelCount = channelCount
        self.isSideChain = isSideChain
    }
}

/// A named set of parameter values.
package struct UnitPreset: Sendable {
    /// What a person reads.
    package let name: String
    /// Values by parameter symbol; parameters that are not named keep their default.
    package let values: [String: Float]

    /// A preset.
    package init(_ name: String, _ values: [String: Float]) {
        self.name = name
        self.values = values
    }
}

/// The facts of one unit, native or third-party, apart from its signal processing.
///
/// Every face (Swift class, parameter tree, C constants, LV2, documentation, command line) reads these.
package struct UnitDescriptor: Sendable {
    /// One parameter: where it is addressed, what code calls it, and its facts.
    package struct Parameter: Sendable {
        /// The address in Apple's parameter tree and in C.
        package let address: UInt64
        #if hasFeature(Embedded)
            package var symbol: String { "" }
        #else
            /// An identifier, such as "frequency" or "band3_gain".
            package let symbol: String
        #endif
        /// Range, default, unit, names.
        package let spec: ParameterSpec

        /// A parameter of a unit.
        package init(address: UInt64, symbol: @autoclosure () -> String, spec: ParameterSpec) {
            self.address = address
            self.spec = spec
            #if !hasFeature(Embedded)
                self.symbol = symbol()
            #endif
        }
    }

    /// A short symbol for a native unit, the URI for a plugin.
    package let identifier: String
    #if hasFeature(Embedded)
        // Of what only people and Apple's API read, LV2 hosts have the text files.
        package var name: String { "" }
        package var manufacturer: String { "" }
        package var version: UInt32 { 0 }
        package var summary: String { "" }
        package var presets: [UnitPreset] { [] }
    #else
        /// What a person reads.
        package let name: String
        /// Who made it.
        package let manufacturer: String
        /// 0xMMMMmmpp: major, minor, patch.
        package let version: UInt32
        /// One sentence.
        package let summary: String
        /// Factory presets.
        package let presets: [UnitPreset]
        /// Places of parameters by their addresses, the first one of each.
        private let indices: [UInt64: Int]
    #endif
    /// What it does in a graph.
    package let kind: UnitKind
    /// Its identity as an audio component.
    package private(set) var component: ComponentDescription
    /// Input buses, in order.
    package let inputBuses: [BusDescriptor]
    /// Output buses, in order.
    package let outputBuses: [BusDescriptor]
    /// Parameters; a parameter's index is its place in the parameter block.
    package let parameters: [Parameter]
    /// The unit accepts MIDI events.
    package let acceptsMIDI: Bool
    /// The unit makes MIDI events.
    package let makesMIDI: Bool
    /// How a time effect asks for its input; nil for a unit that makes n frames from n.
    package let inputPace: InputPace?
    /// The sound that the unit works with, from a file; nil for most.
    package let sound: UnitSoundSpec?
    /// The LV2 face can have it.
    ///
    /// It makes as many frames as it takes, and has few buses.
    package var canBePlugin: Bool { inputPace == nil && kind != .mixer }

    /// The same unit as another component.
    package func answering(to component: ComponentDescription) -> UnitDescriptor {
        var other = self
        other.component = component
        return other
    }

    /// A unit's facts.
    package init(
        identifier: String, name: String, manufacturer: String, version: UInt32, summary: String,
        kind: UnitKind, component: ComponentDescription, inputBuses: [BusDescriptor],
        outputBuses: [BusDescriptor], parameters: [Parameter], presets: [UnitPreset] = [],
        acceptsMIDI: Bool = false, makesMIDI: Bool = false, inputPace: InputPace? = nil,
        sound: UnitSoundSpec? = nil
    ) {
        self.identifier = identifier
        self.kind = kind
        self.component = component
        self.inputBuses = inputBuses
        self.outputBuses = outputBuses
        self.parameters = parameters
        self.acceptsMIDI = acceptsMIDI
        self.makesMIDI = makesMIDI
        self.inputPace = inputPace
        self.sound = sound
        #if !hasFeature(Embedded)
            self.name = name
            self.manufacturer = manufacturer
            self.version = version
            self.summary = summary
            self.presets = presets
            var indices: [UInt64: Int] = [:]
            for (index, parameter) in parameters.enumerated() where indices[parameter.address] == nil {
                indices[parameter.address] = index
            }
            self.indices = indices
        #endif
    }

    #if !hasFeature(Embedded)
        /// The place of a parameter in the parameter block, or nil if there is no such address.
        package func index(ofAddress address: UInt64) -> Int? { indices[address] }
    #endif

    /// The place of a parameter in the parameter block, or nil if there is no such symbol.
    package func index(ofSymbol symbol: String) -> Int? {
        parameters.firstIndex { $0.symbol == symbol }
    }
}
