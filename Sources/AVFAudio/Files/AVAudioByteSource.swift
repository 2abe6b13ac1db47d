/// The bytes of an audio file that is no file: in an archive, a database, a network. (Not in Apple's API.)
///
/// A player may read ahead while the program reads: any thread may call it, several at a time.
public protocol AVAudioByteSource: AnyObject, Sendable {
    /// How many bytes there are; never changes.
    var byteCount: Int { get }

    /// Reads bytes from a position on, at most as many as `buffer` holds; may wait, but not for ever.
    ///
    /// - Returns: How many came; 0 at the end only.
    /// - Throws: Whatever keeps it from reading; the file cannot be read behind that then.
    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) throws -> Int
}
