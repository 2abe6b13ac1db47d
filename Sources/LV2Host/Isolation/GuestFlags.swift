import Synchronization

/// What the render thread and the control side say to each other about a plugin's process.
///
/// In this process's own memory, where the plugin cannot write.
struct GuestFlags: ~Copyable {
    /// The process runs and may be asked for blocks.
    let isAlive = Atomic<Bool>(false)
    /// The host time at which the render thread began to wait for a block that is still not there; 0 if none.
    let lateSince = Atomic<UInt64>(0)
    /// Nobody listens at present, so that a block may take long.
    let isOffline = Atomic<Bool>(false)
    /// Blocks that came too late.
    let lateBlockCount = Atomic<Int>(0)
    /// Blocks that were muted because they were not fit to be heard.
    let mutedBlockCount = Atomic<Int>(0)
}
