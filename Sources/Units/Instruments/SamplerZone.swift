import CAVFDSP

/// A sample and how it is played: for which keys and velocities, at which pitch, with which envelopes.
///
/// A plain value of the control side; `SamplerProgram` makes the tables of it that are played from.
package struct SamplerZone: Sendable {
    /// The keys for which it sounds.
    package var keys: ClosedRange<Int> = 0...127
    /// The velocities for which it sounds.
    package var velocities: ClosedRange<Int> = 1...127
    /// 61 numbers by their place, in the units of `SamplerGenerator`, before modulators.
    package var generators = SamplerGenerator.defaults
    /// All that are in force, those of the format included.
    package var modulators = SamplerModulator.defaults
    /// The samples.
    package var memory: SamplerMemory
    /// The first frame, and the one behind the last.
    package var frames: Range<Int>
    /// The frames that repeat; nil without a loop, whatever the mode.
    package var loop: Range<Int>?
    /// Frames a second of the samples.
    package var sampleRateHz: Double
    /// The key at which the sample sounds as it was recorded.
    package var rootKey = 60
    /// Added to the pitch, in cents: the sample's correction.
    package var tuningCents = 0.0
    /// Added to the level, in decibels as they are.
    package var gainDecibels = 0.0
    /// Sounds to its end whatever becomes of the key.
    package var isOneShot = false
    /// Sounds when the key is released, not when it is struck.
    package var isReleaseTrigger = false

    /// All frames of a memory, for all keys.
    package init(_ memory: SamplerMemory, sampleRateHz: Double) {
        self.memory = memory
        self.sampleRateHz = sampleRateHz
        frames = 0..<memory.frameCount
    }

    /// The number of a generator.
    package subscript(_ generator: SamplerGenerator) -> Float {
        get { generators[generator.number] }
        set { generators[generator.number] = newValue }
    }
}

/// Why a program cannot be made of zones.
package enum SamplerProgramError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A zone's frames or its loop lie outside of its memory, or are too many.
    case frames(zone: Int)
    /// A zone has not 61 generators, or one that is no number.
    case generators(zone: Int)
    /// A zone's keys or velocities are none of MIDI.
    case keys(zone: Int)
    /// A zone's rate, tuning or gain is no number that can be worked with.
    case tuning(zone: Int)
    /// A modulator of a zone has no destination.
    case modulators(zone: Int)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .frames(let zone): "Zone \(zone): its frames or its loop lie outside of the samples."
        case .generators(let zone): "Zone \(zone): it does not have 61 generators that are finite numbers."
        case .keys(let zone): "Zone \(zone): its keys or velocities lie outside of 0 to 127."
        case .tuning(let zone): "Zone \(zone): its sample rate, tuning or gain is no number to work with."
        case .modulators(let zone): "Zone \(zone): a modulator changes a generator above 60."
        }
    }
}
