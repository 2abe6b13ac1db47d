/// What a bundle says about one port of a plugin.
package struct PortFacts: Sendable, Equatable {
    /// What travels through a port.
    package enum Kind: String, Sendable {
        case audio, control, controlVoltage, atom, oldEvent, unknown
    }

    /// What a port's data says beside its type; each is one of the LV2 port properties.
    package struct Flags: OptionSet, Sendable {
        /// One bit for each flag.
        package let rawValue: UInt32

        /// Flags from bits.
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// On above 0, off else.
        package static let toggled = Flags(rawValue: 1 << 0)
        /// Only whole numbers have a meaning.
        package static let integer = Flags(rawValue: 1 << 1)
        /// Only the scale points have a meaning.
        package static let enumeration = Flags(rawValue: 1 << 2)
        /// A slider should be logarithmic.
        package static let logarithmic = Flags(rawValue: 1 << 3)
        /// Default and bounds are multiples of the sample rate.
        package static let sampleRate = Flags(rawValue: 1 << 4)
        /// The port may stay unconnected.
        package static let connectionOptional = Flags(rawValue: 1 << 5)
        /// Of no interest to people.
        package static let notOnGUI = Flags(rawValue: 1 << 6)
        /// An input that steers and is not heard.
        package static let isSideChain = Flags(rawValue: 1 << 7)
        /// The control output that tells the latency.
        package static let reportsLatency = Flags(rawValue: 1 << 8)
        /// An impulse: set, seen, and back at its default.
        package static let trigger = Flags(rawValue: 1 << 9)
        /// Takes or gives MIDI.
        package static let midi = Flags(rawValue: 1 << 10)
        /// Takes or gives the transport's position.
        package static let time = Flags(rawValue: 1 << 11)
        /// Takes or gives patch messages.
        package static let patch = Flags(rawValue: 1 << 12)
        /// May turn into a port of another type.
        package static let morph = Flags(rawValue: 1 << 13)
    }

    /// What the port is for, as far as the host has a part in it.
    package enum Designation: Sendable, Equatable {
        case none, latency, enabled, freeWheeling, control
        /// Anything else, by URI.
        case other(String)
    }

    /// A port about which nothing is known.
    package init() {}

    /// The port's place.
    package var index = 0
    /// An identifier.
    package var symbol = ""
    /// What a person reads.
    package var name = ""
    /// Data go into the plugin.
    package var isInput = false
    /// What travels through it.
    package var kind = Kind.unknown
    /// The value of a new plugin, as written: it may be missing or not finite.
    package var defaultValue: Float?
    /// The smallest value, as written.
    package var minimum: Float?
    /// The largest value, as written.
    package var maximum: Float?
    /// Its properties.
    package var flags: Flags = []
    /// What it is for.
    package var designation = Designation.none
    /// Values that have names.
    package var scalePoints: [ScalePoint] = []
    /// The unit's URI, if it is one of LV2's.
    package var unitURI: String?
    /// The symbol of a unit of the plugin's own.
    package var unitSymbol: String?
    /// The least bytes that its buffer needs, or 0.
    package var minimumSize = 0
    /// The group it belongs to, by URI or label.
    package var group: String?

    /// A named value.
    package struct ScalePoint: Sendable, Equatable {
        /// A name for a value.
        package init(value: Float, label: String) {
            self.value = value
            self.label = label
        }

        /// The port's value.
        package let value: Float
        /// What a person reads.
        package let label: String
    }
}
