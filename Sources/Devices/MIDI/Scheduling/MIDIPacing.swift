import AVFRender

/// How fast long messages may leave, so that who takes them can keep up.
package struct MIDIPacing: Sendable {
    /// Words of one piece, and up to three more if no message ends there: 252 bytes of System Exclusive, and
    /// its first or last one.
    let pieceWords: Int
    /// How long the next piece waits.
    let pieceNanoseconds: UInt64

    /// A cable of MIDI 1.0: 31,250 bits a second, ten for each byte.
    ///
    /// The kernel keeps 4 KiB for a device, and drops what does not fit.
    static let cable = MIDIPacing(pieceWords: 84, pieceNanoseconds: 254 * 320_000)
    /// A program: the kernel keeps some 5 KiB for one that did not ask for more.
    static let program = MIDIPacing(pieceWords: 84, pieceNanoseconds: 1_000_000)

    /// The whole messages that may leave now, and those that must wait; `words` are whole messages.
    func split(_ words: ArraySlice<UInt32>) -> (now: ArraySlice<UInt32>, later: ArraySlice<UInt32>) {
        guard words.count > pieceWords else { return (words, words[words.endIndex...]) }
        var end = words.startIndex
        while end < words.startIndex + pieceWords { end += UniversalPacket.wordCount(words[end]) }
        end = min(end, words.endIndex)
        return (words[..<end], words[end...])
    }

    /// Whether messages may leave between the pieces of another one: one of System Real Time.
    static func mayOvertake(_ words: ArraySlice<UInt32>) -> Bool {
        guard words.count == 1, let word = words.first, word >> 28 == 1 else { return false }
        return MIDIStatus.isRealTime(UInt8(word >> 16 & 0xFF))
    }
}
