/// Immutable linear PCM, which threads may share.
public struct AVReadOnlyAudioPCMBuffer: @unchecked Sendable {
    // Sendable: the buffer is this value's own and is only read.
    private let buffer: AVAudioPCMBuffer

    /// A copy of a buffer.
    public init(copying buffer: AVAudioPCMBuffer) {
        self.buffer = buffer.copy() as? AVAudioPCMBuffer ?? buffer
    }

    /// The buffer itself, which the caller promises not to change any more.
    public init(unsafeRetaining buffer: sending AVAudioPCMBuffer) { self.buffer = buffer }

    /// A buffer that was made for this value.
    init(made buffer: AVAudioPCMBuffer) { self.buffer = buffer }

    /// The format of the audio.
    public var format: AVAudioFormat { buffer.format }

    /// The frames that there is memory for.
    public var frameCapacity: Int { Int(buffer.frameCapacity) }

    /// The frames in use.
    public var frameLength: Int { Int(buffer.frameLength) }

    /// The distance from one sample of a channel to the next.
    public var stride: Int { buffer.stride }

    /// Calls the body with the memory as a C structure, which is valid inside it only.
    public func withUnsafeAudioBufferList<R>(_ body: (UnsafePointer<AudioBufferList>) throws -> R) rethrows
        -> R
    {
        try body(buffer.audioBufferList)
    }
}
