#if hasFeature(Embedded)
    /// The samples of a bank that were read, once for each, as long as the bank is there.
    ///
    /// Embedded Swift has neither weak references nor mutexes. The plugin that is compiled in it keeps what
    /// it has loaded anyway.
    // Proof: a plugin loads under a lock of its own.
    final class SampleStore: @unchecked Sendable {
        private var kept: [Int: [SampleFrames]] = [:]

        /// All channels of a sample if they are in memory.
        func frames(ofSample index: Int) -> [SampleFrames]? { kept[index] }

        /// Keeps what was read.
        func keep(_ frames: [SampleFrames], ofSample index: Int) -> [SampleFrames] {
            kept[index] = frames
            return frames
        }
    }
#else
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

        /// Keeps what was read as long as it is referenced elsewhere; gives what another thread kept before.
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
#endif
