import AVFRealtime
import AVFRender

/// Moves notes up or down, and changes how hard they are struck; all other messages pass.
///
/// A note is released at the key at which it was struck, whatever the parameters are by then, so that no
/// change leaves a note sounding. A note that would leave the keys of MIDI is left out, with its release.
package struct MIDITransposeKernel: Kernel, ~Copyable {
    package static let symbol = "midiTranspose"
    package static let name = "MIDI Transpose"
    package static let summary = "Moves MIDI notes up or down, and scales their velocity."
    package static let kind = UnitKind.midiProcessor
    package static let subtype = fourCharacterCode("mtrp")
    package static let acceptsMIDI = true
    package static let makesMIDI = true

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case semitones, velocityScale, velocityOffset }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .semitones:
            ParameterSpec(
                "Semitones", -48...48, default: 0, .semitones, "Semitones by which notes are moved up.",
                isInteger: true)
        case .velocityScale:
            ParameterSpec(
                "Velocity Scale", 0...4, default: 1, .ratio, "Factor of the velocity of struck notes.")
        case .velocityOffset:
            ParameterSpec(
                "Velocity Offset", -127...127, default: 0, .generic,
                "Added to the scaled velocity, which stays within 1 and 127.")
        }
    }

    private static var keyCount: Int { @_noLocks get { 128 } }
    /// The key is not down.
    private static var isUp: UInt8 { @_noLocks get { 255 } }
    /// The key is down, and its note was left out.
    private static var isLeftOut: UInt8 { @_noLocks get { 254 } }

    /// The note that each key of each channel sounds.
    private let notes: OwnedBuffer<UInt8>

    package init(_ configuration: UnitConfiguration) {
        notes = OwnedBuffer(repeating: Self.isUp, count: 16 * Self.keyCount)
    }

    @_noLocks
    package mutating func reset() {
        for place in 0..<notes.count { notes[place] = Self.isUp }
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        let events = block.eventsIn
        for place in 0..<events.count where !events[place].isParameter {
            let event = events[place]
            switch event.channelStatus {
            case 0x90 where event.byte(2) > 0: strike(event, block, parameters)
            case 0x80, 0x90: release(event, block)
            case 0xA0: pass(event, note: sounding(event), block)
            default: _ = block.send(event)
            }
        }
    }

    @_noLocks
    private func place(of event: UnitEvent) -> Int {
        Int(event.channel) &* Self.keyCount &+ Int(event.byte(1) & 0x7F)
    }

    /// The note that the event's key sounds.
    @_noLocks
    private func sounding(_ event: UnitEvent) -> UInt8 { notes[place(of: event)] }

    @_noLocks
    private func strike(_ event: UnitEvent, _ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        let moved = Int(event.byte(1)) &+ Int(parameters[.semitones])
        let note = moved >= 0 && moved < Self.keyCount ? UInt8(moved) : Self.isLeftOut
        notes[place(of: event)] = note
        let scaled = Float(event.byte(2)) * parameters[.velocityScale] + parameters[.velocityOffset]
        let velocity = UInt8(max(1, min(127, scaled + 0.5)))
        guard note < 128 else { return }
        _ = block.send(
            UnitEvent(status: event.byte(0), note, velocity, cable: event.cable, at: event.sampleTime))
    }

    @_noLocks
    private func release(_ event: UnitEvent, _ block: RenderBlock) {
        let note = sounding(event)
        notes[place(of: event)] = Self.isUp
        pass(event, note: note, block)
    }

    /// Hands a message about a key on, for the note that it sounds; one about a key that is up stays as it
    /// is.
    @_noLocks
    private func pass(_ event: UnitEvent, note: UInt8, _ block: RenderBlock) {
        guard note != Self.isLeftOut else { return }
        let target = note == Self.isUp ? event.byte(1) : note
        _ = block.send(
            UnitEvent(
                status: event.byte(0), target, event.byte(2), cable: event.cable, at: event.sampleTime))
    }
}
