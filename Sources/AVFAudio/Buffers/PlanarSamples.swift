import AVFEngine
import AVFRender

/// A sample of linear PCM and what it means: full scale is 1, an integer of b bits stands for i / 2^(b−1).
protocol PCMSample: BitwiseCopyable {
    /// The value in the form that the engine computes in.
    var normalized: Float { get }
    /// The nearest sample, ties to even, clipped; not a number becomes 0.
    init(normalized: Float)
}

extension Float: PCMSample {
    var normalized: Float { self }
    init(normalized: Float) { self = normalized }
}

extension Double: PCMSample {
    var normalized: Float { Float(self) }
    init(normalized: Float) { self = Double(normalized) }
}

extension Int16: PCMSample {
    var normalized: Float { Float(self) / 32_768 }
    init(normalized: Float) { self.init(nearestTo: (Double(normalized) * 32_768).rounded(.toNearestOrEven)) }
}

extension Int32: PCMSample {
    var normalized: Float { Float(self) / 2_147_483_648 }
    init(normalized: Float) {
        self.init(nearestTo: (Double(normalized) * 2_147_483_648).rounded(.toNearestOrEven))
    }
}

/// Channels in the form that the engine computes in, on their way from or to a buffer of another form.
struct PlanarSamples {
    let channels: UnsafePointer<UnsafeMutablePointer<Float>>
    let frameCount: Int

    /// The first `frameCount` frames of these channels, which the caller keeps alive.
    init(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int) {
        self.channels = channels
        self.frameCount = frameCount
    }

    /// Writes the samples into a list of buffers of the given kind of sample, interleaved or not.
    func store(in buffers: UnsafeMutableAudioBufferListPointer, as kind: AVAudioCommonFormat) {
        switch kind {
        case .pcmFormatFloat32: store(in: buffers, as: Float.self)
        case .pcmFormatFloat64: store(in: buffers, as: Double.self)
        case .pcmFormatInt16: store(in: buffers, as: Int16.self)
        case .pcmFormatInt32: store(in: buffers, as: Int32.self)
        case .otherFormat: break
        }
    }

    private func store<Sample: PCMSample>(
        in buffers: UnsafeMutableAudioBufferListPointer, as type: Sample.Type
    ) {
        var first = 0
        for buffer in buffers {
            let stride = Int(buffer.mNumberChannels)
            guard let samples = buffer.mData?.assumingMemoryBound(to: type) else { continue }
            for channel in 0..<stride {
                let source = channels[first + channel]
                for frame in 0..<frameCount {
                    samples[frame * stride + channel] = Sample(normalized: source[frame])
                }
            }
            first += stride
        }
    }

    /// Reads the samples of a list of buffers of the given kind, interleaved or not; what it lacks is
    /// silence.
    func load(from buffers: UnsafeMutableAudioBufferListPointer, as kind: AVAudioCommonFormat) {
        switch kind {
        case .pcmFormatFloat32: load(from: buffers, as: Float.self)
        case .pcmFormatFloat64: load(from: buffers, as: Double.self)
        case .pcmFormatInt16: load(from: buffers, as: Int16.self)
        case .pcmFormatInt32: load(from: buffers, as: Int32.self)
        case .otherFormat: break
        }
    }

    private func load<Sample: PCMSample>(
        from buffers: UnsafeMutableAudioBufferListPointer, as type: Sample.Type
    ) {
        var first = 0
        for buffer in buffers {
            let stride = Int(buffer.mNumberChannels)
            guard let samples = buffer.mData?.assumingMemoryBound(to: type) else { continue }
            for channel in 0..<stride {
                let target = channels[first + channel]
                for frame in 0..<frameCount {
                    target[frame] = samples[frame * stride + channel].normalized
                }
            }
            first += stride
        }
    }

    /// Reads samples of the given kind.
    func load<Sample: PCMSample>(
        _ sources: UnsafePointer<UnsafeMutablePointer<Sample>>, stride: Int, channelCount: Int
    ) {
        for channel in 0..<channelCount {
            for frame in 0..<frameCount {
                channels[channel][frame] = sources[channel][frame * stride].normalized
            }
        }
    }
}

extension AVAudioPCMBuffer {
    /// The frames in use as a player takes them: this buffer's own memory, or a copy in the engine's form.
    ///
    /// Nil for a kind of sample that is none of the common ones.
    var playableSamples: PlayableSamples? {
        let frames = Int(frameLength)
        let channelCount = Int(format.channelCount)
        if let channels = planarFloatChannels {
            return PlayableSamples(
                channels: channels, channelCount: channelCount, frameCount: frames, owner: self)
        }
        let copy = SampleBuffer(channelCount: channelCount, frameCapacity: frames)
        let target = PlanarSamples(copy.channels, frames)
        switch format.commonFormat {
        case .pcmFormatFloat32:
            target.load(storage.channels(of: Float.self), stride: stride, channelCount: channelCount)
        case .pcmFormatFloat64:
            target.load(storage.channels(of: Double.self), stride: stride, channelCount: channelCount)
        case .pcmFormatInt16:
            target.load(storage.channels(of: Int16.self), stride: stride, channelCount: channelCount)
        case .pcmFormatInt32:
            target.load(storage.channels(of: Int32.self), stride: stride, channelCount: channelCount)
        case .otherFormat: return nil
        }
        return PlayableSamples(copy, frameCount: frames)
    }
}
