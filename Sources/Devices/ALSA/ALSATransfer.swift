import CAVFALSA

/// One period in the card's own form, and the calls that move it.
///
/// `@unchecked Sendable`: owned by one loop and used on its thread only.
final class ALSATransfer: @unchecked Sendable {
    private let calls: ALSACalls
    private let pcm: OpaquePointer
    private let access: ALSAAccess
    private let sampleFormat: ALSASampleFormat
    private let channelCount: Int
    private let frameCapacity: Int
    private let samples: UnsafeMutableRawPointer
    private let channels: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    /// Room for a period of what the card granted.
    init(_ calls: ALSACalls, pcm: OpaquePointer, _ agreement: ALSAAgreement) {
        self.calls = calls
        self.pcm = pcm
        access = agreement.access
        sampleFormat = agreement.sampleFormat
        channelCount = agreement.format.channelCount
        frameCapacity = agreement.format.periodFrameCount
        let byteCount = channelCount * frameCapacity * sampleFormat.byteCount
        samples = .allocate(byteCount: byteCount, alignment: 16)
        samples.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        channels = .allocate(capacity: channelCount)
        channels.initialize(repeating: nil, count: channelCount)
    }

    deinit {
        samples.deallocate()
        channels.deallocate()
    }

    /// Takes a rendered period over.
    func encode(_ planar: PlanarBuffer, frameCount: Int) {
        guard access.isPlanar else {
            return sampleFormat.encode(planar, frameCount: frameCount, into: samples)
        }
        for channel in 0..<channelCount {
            sampleFormat.encode(
                planar[channel], frameCount: frameCount, into: samples + channel * channelByteCount, stride: 1
            )
        }
    }

    /// Hands a captured period over.
    func decode(into planar: PlanarBuffer, frameCount: Int) {
        guard access.isPlanar else {
            return sampleFormat.decode(samples, frameCount: frameCount, into: planar)
        }
        for channel in 0..<channelCount {
            sampleFormat.decode(
                samples + channel * channelByteCount, stride: 1, frameCount: frameCount, into: planar[channel]
            )
        }
    }

    /// Writes frames from frame `first` on; how many were taken, or ALSA's negative error number.
    func write(from first: Int, frameCount: Int) -> Int {
        switch access {
        case .readWrite: calls.write(pcm, place(first), UInt(frameCount))
        case .mapped: calls.writeMapped(pcm, place(first), UInt(frameCount))
        case .planar: calls.writePlanar(pcm, places(first), UInt(frameCount))
        case .planarMapped: calls.writePlanarMapped(pcm, places(first), UInt(frameCount))
        }
    }

    /// Reads frames to frame `first` on; how many there were, or ALSA's negative error number.
    func read(from first: Int, frameCount: Int) -> Int {
        switch access {
        case .readWrite: calls.read(pcm, place(first), UInt(frameCount))
        case .mapped: calls.readMapped(pcm, place(first), UInt(frameCount))
        case .planar: calls.readPlanar(pcm, places(first), UInt(frameCount))
        case .planarMapped: calls.readPlanarMapped(pcm, places(first), UInt(frameCount))
        }
    }

    private var channelByteCount: Int { frameCapacity * sampleFormat.byteCount }

    private func place(_ frame: Int) -> UnsafeMutableRawPointer {
        samples + frame * channelCount * sampleFormat.byteCount
    }

    private func places(_ frame: Int) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        for channel in 0..<channelCount {
            channels[channel] = samples + channel * channelByteCount + frame * sampleFormat.byteCount
        }
        return channels
    }
}
