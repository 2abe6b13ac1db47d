import AVFLV2Host

/// Channels for a plugin that is being validated, in guarded memory.
final class GuardedBus {
    let channelCount: Int
    /// Where each channel's samples lie in this block.
    let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let pieces: [GuardedPiece]

    /// Channels for blocks of up to so many frames.
    init(channelCount: Int, frameCapacity: Int, name: String) {
        let size = frameCapacity * MemoryLayout<Float>.stride
        pieces = (0..<channelCount).compactMap { _ in GuardedPiece(byteCount: size, name: name) }
        self.channelCount = pieces.count
        channels = .allocate(capacity: max(1, pieces.count))
        place(frameCapacity)
    }

    deinit {
        for piece in pieces { piece.retire() }
        channels.deallocate()
    }

    /// Lays out the channels for a block, so that what follows its last frame is watched.
    func place(_ frameCount: Int) {
        for (index, piece) in pieces.enumerated() {
            guard let place = piece.place(byteCount: frameCount * MemoryLayout<Float>.stride) else {
                continue
            }
            channels[index] = place.bindMemory(to: Float.self, capacity: frameCount)
        }
    }

    /// Takes note of what was written around the channels.
    func check() { pieces.forEach { $0.check() } }
}
