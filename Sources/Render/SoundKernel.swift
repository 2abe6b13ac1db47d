import Synchronization

/// A native unit that works with a sound from a file.
///
/// The sound is made ready on the control side and handed over between two blocks.
package protocol SoundKernel: Kernel, ~Copyable {
    /// Makes a sound ready, or what takes its place where there is none: memory that only the kernel's type
    /// knows.
    ///
    /// Control thread.
    /// - Throws: `UnitSoundError` for a sound that does not fit.
    static func material(
        of sound: UnitSound?, _ configuration: UnitConfiguration
    ) throws(UnitSoundError) -> UnsafeMutableRawPointer
    /// Frees material.
    ///
    /// Control thread.
    static func discard(_ material: UnsafeMutableRawPointer)
    /// Whether other material can be taken now; if not, the kernel makes room and is asked before each block.
    ///
    /// Render thread: mark it `@_noLocks`.
    mutating func makeRoom() -> Bool
    /// Takes over material, for which there is room.
    ///
    /// Render thread: mark it `@_noLocks`.
    mutating func take(_ material: UnsafeMutableRawPointer)
    /// Gives away material that is not needed any more.
    ///
    /// Render thread: mark it `@_noLocks`.
    mutating func giveBack() -> UnsafeMutableRawPointer?
}

/// A kernel with a sound in the box that the plan holds.
package final class SoundKernelUnit<K: SoundKernel & ~Copyable>: KernelUnit<K>, @unchecked Sendable {
    // Proof: see RenderUnit; material belongs to the side that has taken it out of an atomic.
    private let offered = Atomic<UnsafeMutableRawPointer?>(nil)
    private let returned = Atomic<UnsafeMutableRawPointer?>(nil)
    private let soundSeconds = Atomic<UInt64>(0)

    deinit {
        Self.discard(offered.load(ordering: .relaxed))
        Self.discard(returned.load(ordering: .relaxed))
    }

    package override func use(_ sound: UnitSound?) throws(UnitSoundError) {
        let made = try K.material(of: sound, configuration)
        Self.discard(offered.exchange(made, ordering: .acquiringAndReleasing))
        Self.discard(returned.exchange(nil, ordering: .acquiring))
        soundSeconds.store((sound?.seconds ?? 0).bitPattern, ordering: .relaxed)
    }

    private static func discard(_ memory: UnsafeMutableRawPointer?) {
        if let memory { K.discard(memory) }
    }

    #if !hasFeature(Embedded)
        /// What the kernel declares, and the sound itself.
        package override var tailSeconds: Double {
            super.tailSeconds + Double(bitPattern: soundSeconds.load(ordering: .relaxed))
        }
    #endif

    package override func processSubBlock(_ block: RenderBlock) {
        swapMaterial()
        super.processSubBlock(block)
    }

    private func swapMaterial() {
        if returned.load(ordering: .relaxed) == nil, let old = kernel.pointee.giveBack() {
            returned.store(old, ordering: .releasing)
        }
        guard offered.load(ordering: .relaxed) != nil, kernel.pointee.makeRoom(),
            let next = offered.exchange(nil, ordering: .acquiring)
        else { return }
        kernel.pointee.take(next)
    }
}

extension UnitEntry {
    /// The entry of a unit that works with a sound.
    package init<K: SoundKernel & ~Copyable>(_ kernel: K.Type) {
        self.init(kernel) { SoundKernelUnit<K>($0, parameters: $1) }
    }
}
