import AVFRealtime
import AVFRender

/// An instrument whose sound says exactly what it was told: at each frame, the sum of the numbers of the notes
/// that are held, each times its velocity.
package struct HeldNotesKernel: Kernel, ~Copyable {
    package static let symbol = "heldNotes"
    package static let name = "Held Notes"
    package static let summary = "Plays the sum of the notes that are held, as a level."
    package static let kind = UnitKind.instrument
    package static let subtype = fourCharacterCode("held")
    package static let acceptsMIDI = true

    package enum Parameter: Int, CaseIterable, Sendable { case factor }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        ParameterSpec("Factor", 0...16, default: 1, .ratio, "What the level is multiplied by.")
    }

    private let velocities: OwnedBuffer<UInt8>

    package init(_ configuration: UnitConfiguration) {
        velocities = OwnedBuffer(repeating: 0, count: 128)
    }

    /// The level while these notes are held.
    package static func level(_ notes: [(note: Int, velocity: Int)]) -> Float {
        Float(notes.reduce(0) { $0 + $1.note * $1.velocity })
    }

    @_noLocks
    package mutating func reset() {
        for place in 0..<velocities.count { velocities[place] = 0 }
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        let events = block.eventsIn
        var frame = 0
        for place in 0..<events.count {
            let time = Int(events[place].sampleTime &- block.sampleTime)
            fill(block, from: frame, to: time, parameters[.factor])
            frame = time
            take(events[place])
        }
        fill(block, from: frame, to: block.frameCount, parameters[.factor])
    }

    @_noLocks
    private func take(_ event: UnitEvent) {
        let key = Int(event.byte(1) & 0x7F)
        switch event.channelStatus {
        case 0x90: velocities[key] = event.byte(2)
        case 0x80: velocities[key] = 0
        default: break
        }
    }

    @_noLocks
    private func fill(_ block: RenderBlock, from start: Int, to end: Int, _ factor: Float) {
        var sum = 0
        for key in 0..<velocities.count { sum &+= key &* Int(velocities[key]) }
        for channel in 0..<block.output.channelCount {
            var frame = start
            while frame < end {
                block.output[channel][frame] = Float(sum) * factor
                frame &+= 1
            }
        }
    }
}
