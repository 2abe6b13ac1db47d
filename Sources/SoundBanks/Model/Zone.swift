/// Which notes play what: a region of keys and velocities, with everything a voice needs.
///
/// All numbers have been checked when the program was loaded, so that rendering needs no check of its own:
/// 0 ≤ start < end ≤ `frames.frameCount`; with a loop also 0 ≤ loopStart, loopStart + 2 ≤ loopEnd ≤ end and
/// start < loopEnd. Generators are sums that the voice clamps (`GeneratorSpecification.range`) after it has
/// added its modulators. Multi-channel sounds are one zone for each channel, panned apart.
package struct Zone: Sendable {
    /// What a voice does at the loop's end.
    package enum LoopMode: Int, Sendable {
        /// There is no loop.
        case none = 0
        /// It loops, also while it is released.
        case continuous = 1
        /// It loops until the key is released and then goes on to the sample's end.
        case untilRelease = 3
    }

    /// Keys that play it, 0 to 127.
    package var keys: ClosedRange<UInt8>
    /// Velocities that play it, 0 to 127.
    package var velocities: ClosedRange<UInt8>
    /// The sums of instrument and preset.
    package var generators: GeneratorValues
    /// All modulators, the defaults among them; those without effect are left out.
    package var modulators: [Modulator]

    /// The sample by its index in the bank.
    package var sampleIndex: Int
    /// The channel of the sample's file, 0 for the first.
    package var channel: Int
    /// The sample's frames.
    package var frames: SampleFrames
    /// The first frame that is played.
    package var start: Int
    /// The frame behind the last one.
    package var end: Int
    /// What happens at `loopEnd`.
    package var loopMode: LoopMode
    /// The first frame of the loop; 0 without one.
    package var loopStart: Int
    /// The frame behind the loop's last one; 0 without one.
    package var loopEnd: Int

    /// The key that sounds at the sample's own pitch, 0 to 127.
    package var rootKey: UInt8
    /// What is added to the pitch in cents, besides the generators: the sample's own correction and more.
    package var tuningCents: Double
    /// What the level is changed by in decibels, besides the generators; not scaled as attenuation is.
    package var gainDecibels: Float
    /// Notes of the same class other than 0 end each other (within one channel); may exceed the generator.
    package var exclusiveClass: Int
    /// What SoundFont has no generator for; nil for zones that need nothing of it.
    package var extras: ZoneExtras?

    /// Whether a note with this key and velocity plays it, as far as these two say.
    package func answers(key: UInt8, velocity: UInt8) -> Bool {
        keys.contains(key) && velocities.contains(velocity)
    }
}
