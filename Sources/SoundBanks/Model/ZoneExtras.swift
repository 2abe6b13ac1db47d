/// What SFZ, EXS24 and sampler presets say about a zone and SoundFont cannot.
package struct ZoneExtras: Equatable, Sendable {
    /// What starts a zone.
    package enum Trigger: Sendable {
        case attack
        /// The end of a note.
        case release
        /// A note while no other one sounds.
        case first
        /// A note while another one sounds.
        case legato
    }

    /// How a note is ended by `offBy`.
    package enum OffMode: Sendable {
        /// At once.
        case fast
        /// As by its key.
        case normal
    }

    /// A condition on a MIDI controller.
    package struct ControllerRange: Equatable, Sendable {
        /// The controller, 0 to 127.
        package let controller: UInt8
        /// The values at which the zone plays.
        package var values: ClosedRange<UInt8>
    }

    /// Keys that choose among zones.
    package struct KeySwitch: Equatable, Sendable {
        /// The keys that switch; they make no sound by themselves.
        package var keys: ClosedRange<UInt8>
        /// The zone plays after this key was the last one of `keys`; nil: whatever it was.
        package var last: UInt8?
        /// The zone plays while this key is down; nil: whatever is down.
        package var down: UInt8?
        /// The zone plays while this key is up; nil: whatever is up.
        package var up: UInt8?
        /// The note before was this key; nil: whatever it was.
        package var previous: UInt8?
        /// The key that counts as the last one at first.
        package var initial: UInt8?
    }

    /// Whether the sample is played backwards, from its end.
    package var isReversed = false
    /// Whether the note's end is ignored.
    package var isOneShot = false
    /// What starts it.
    package var trigger: Trigger = .attack
    /// Round robin: the zone plays at every `sequenceLength`th note, first at the `sequencePosition`th, from
    /// 1.
    package var sequencePosition = 1
    /// Notes in a round; 1 for none.
    package var sequenceLength = 1
    /// The share of chance that it plays at: from the lower bound up to, not including, the upper one.
    package var random: Range<Double> = 0..<1
    /// Keys that choose among zones; nil for none.
    package var keySwitch: KeySwitch?
    /// Controllers that must stand in a range.
    package var controllers: [ControllerRange] = []
    /// The group that it belongs to; 0 for none.
    package var group = 0
    /// The group whose notes end this zone's notes; 0 for none.
    ///
    /// A group that ends its own notes is `Zone.exclusiveClass` instead.
    package var offBy = 0
    /// How they end.
    package var offMode: OffMode = .fast
    /// Seconds after the key before it starts; for a release trigger, after the note's end.
    package var delaySeconds: Double = 0
    /// Decibels that a release trigger gets quieter by each second that the note has sounded.
    package var releaseDecayDecibels: Double = 0

    /// Nothing in particular.
    package init(isOneShot: Bool = false) { self.isOneShot = isOneShot }
}
