import AVFAudio

/// Reads a stereo buffer block by block, again and again, into memory that may be written over.
final class BlockReader {
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>
    private let buffer: AVAudioPCMBuffer
    private let blockFrameCount: Int
    private var position = 0

    init(_ buffer: AVAudioPCMBuffer, blockFrameCount: Int) {
        self.buffer = buffer
        self.blockFrameCount = blockFrameCount
        left = .allocate(capacity: blockFrameCount)
        right = .allocate(capacity: blockFrameCount)
    }

    deinit {
        left.deallocate()
        right.deallocate()
    }

    func advance() {
        guard let channels = buffer.floatChannelData else { return }
        if position + blockFrameCount > Int(buffer.frameLength) { position = 0 }
        left.update(from: channels[0] + position, count: blockFrameCount)
        right.update(from: channels[1] + position, count: blockFrameCount)
        position += blockFrameCount
    }
}
