import CAVFALSA

/// How samples get to a card and back.
package enum ALSAAccess: CaseIterable, Sendable {
    /// Copied by the kernel, channels interleaved.
    case readWrite
    /// Through memory that the card shares, channels interleaved.
    case mapped
    /// Copied by the kernel, each channel by itself.
    case planar
    /// Through shared memory, each channel by itself.
    case planarMapped

    /// ALSA's constant.
    var alsaAccess: snd_pcm_access_t {
        switch self {
        case .readWrite: SND_PCM_ACCESS_RW_INTERLEAVED
        case .mapped: SND_PCM_ACCESS_MMAP_INTERLEAVED
        case .planar: SND_PCM_ACCESS_RW_NONINTERLEAVED
        case .planarMapped: SND_PCM_ACCESS_MMAP_NONINTERLEAVED
        }
    }

    /// Whether each channel has memory of its own.
    var isPlanar: Bool { self == .planar || self == .planarMapped }

    /// All ways, the preferred one first: mapped memory spares a copy of a period, and is refused by most
    /// plugins.
    static func ordered(prefersMapping: Bool) -> [ALSAAccess] {
        prefersMapping
            ? [.mapped, .readWrite, .planarMapped, .planar] : [.readWrite, .mapped, .planar, .planarMapped]
    }
}
