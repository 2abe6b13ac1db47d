import AVFDSP
import AVFRender

// Cycles: how a sound is cut into them.

extension WavetableKernel {
    /// The longest cycle, in samples.
    private static var longestCycle: Int { 4096 }
    /// Samples of each cycle where a channel holds several, as files of other synthesizers have them.
    private static var usualCycle: Int { 2048 }
    /// The most cycles.
    private static var mostCycles: Int { 256 }
    /// The most samples of all cycles.
    package static var mostSamples: Int { mostCycles * longestCycle }

    /// A table on the heap.
    static func table(_ cycles: [Wavetable.Harmonics]) -> UnsafeMutablePointer<Wavetable> {
        let table = UnsafeMutablePointer<Wavetable>.allocate(capacity: 1)
        table.initialize(to: Wavetable(cycles))
        return table
    }

    /// Sine, triangle, square and sawtooth, for every unit that was given no cycles.
    // Proof: made once, never changed, never freed.
    nonisolated(unsafe) static let classics = table(Wavetable.classics)

    package static func discard(_ material: UnsafeMutableRawPointer) {
        guard material != UnsafeMutableRawPointer(classics) else { return }
        let table = material.assumingMemoryBound(to: Wavetable.self)
        table.deinitialize(count: 1)
        table.deallocate()
    }

    package static func material(
        of sound: UnitSound?, _ configuration: UnitConfiguration
    ) throws(UnitSoundError) -> UnsafeMutableRawPointer {
        guard let sound else { return UnsafeMutableRawPointer(classics) }
        let cycles = try cycles(of: sound)
        return UnsafeMutableRawPointer(table(cycles.map { Wavetable.harmonics(of: $0) }))
    }

    /// A channel of up to 4096 samples is one cycle; a longer one is cut into cycles of 2048.
    ///
    /// - Throws: `UnitSoundError` for a sound that cannot be cut so.
    package static func cycles(of sound: UnitSound) throws(UnitSoundError) -> [[Float]] {
        guard sound.frameCount > 0 else { throw .empty(path: sound.path) }
        let length = sound.frameCount <= longestCycle ? sound.frameCount : usualCycle
        let count = sound.frameCount / length * sound.channels.count
        let isEven = sound.channels.allSatisfy { $0.count == sound.frameCount }
        guard isEven, sound.frameCount % length == 0, count <= mostCycles else {
            throw .cycles(path: sound.path, frameCount: sound.frameCount, channelCount: sound.channels.count)
        }
        guard sound.channels.allSatisfy({ $0.allSatisfy { $0.isFinite } }) else {
            throw .notFinite(path: sound.path)
        }
        return sound.channels.flatMap { channel in
            stride(from: 0, to: channel.count, by: length).map { Array(channel[$0..<$0 + length]) }
        }
    }
}
