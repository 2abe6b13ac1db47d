/// A short MIDI message with a time, on its way into a plugin.
package struct MIDIEvent: BitwiseCopyable, Sendable {
    /// The time that means "with the next block".
    package static let immediately = Int64.min

    /// When, in frames of the receiving unit.
    package let sampleTime: Int64
    /// One to three bytes, first byte lowest.
    let packed: UInt32
    /// How many bytes.
    let count: UInt32

    /// A message of one to three bytes, status first.
    package init(_ bytes: [UInt8], at sampleTime: Int64 = immediately) {
        self.sampleTime = sampleTime
        count = UInt32(min(bytes.count, 3))
        packed = bytes.prefix(3).enumerated().reduce(0) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) }
    }
}
