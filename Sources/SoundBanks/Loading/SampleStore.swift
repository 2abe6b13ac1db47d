import Synchronization

/// The samples of a bank that some program holds: each is in memory once, whoever plays it.
final class SampleStore: Sendable {
    private struct Kept: Sendable {
        weak var frames: SampleFrames?
    }
    private let kept = Mutex<[Int: [Kept]]>([:])

    /// All channels of a sample if they are in memory.
    func frames(ofSample index: Int) -> [SampleFrames]? {
        kept.withLock { Self.living($0[index]) }
    }

    /// Keeps what was read as long as it is referenced elsewhere; returns what another thread kept before.
    func keep(_ frames: [SampleFrames], ofSample index: Int) -> [SampleFrames] {
        kept.withLock { kept in
            if let earlier = Self.living(kept[index]) { return earlier }
            kept[index] = frames.map { Kept(frames: $0) }
            return frames
        }
    }

    private static func living(_ kept: [Kept]?) -> [SampleFrames]? {
        guard let kept else { return nil }
        let living = kept.compactMap(\.frames)
        return living.count == kept.count ? living : nil
    }
}
