/// Reads a MIDI clip file.
struct MIDIClipReader {
    private let bytes: ByteRange

    init(_ bytes: ByteRange) { self.bytes = bytes }

    mutating func read() -> MIDIFile { MIDIFile(tracks: []) }
}
