import CAVFShimsFFmpeg
import Glibc

/// Decoded frames that were not taken yet, each channel in memory of its own.
final class DecodedFrames {
    let format: PCMFormat
    /// The speakers in channel order as bits of WAVE's mask; 0 if unknown.
    let speakers: UInt64
    private(set) var count = 0
    private var first = 0
    private var capacity = 0
    private var memory = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 8)

    /// Room for frames like these; nil for a rate, a number of channels or samples that cannot be converted.
    init?(like samples: avf_packet_samples) {
        let bytes = Int(samples.bytesPerSample)
        let kind: PCMSampleFormat.Kind =
            samples.isFloat != 0 ? .float : bytes == 1 ? .unsignedInteger : .signedInteger
        guard
            let sample = PCMSampleFormat(
                kind, bitCount: Int(samples.bitCount), byteCount: bytes, isAlignedHigh: true),
            let format = PCMFormat(
                sampleRateHz: Double(samples.sampleRateHz), channelCount: Int(samples.channelCount),
                sample: sample)
        else { return nil }
        self.format = format
        speakers = samples.speakers
    }

    deinit { memory.deallocate() }

    /// Whether samples are of the same kind as these.
    func matches(_ samples: avf_packet_samples) -> Bool {
        Double(samples.sampleRateHz) == format.sampleRateHz
            && Int(samples.channelCount) == format.channelCount
            && Int(samples.bytesPerSample) == format.sample.byteCount
            && (samples.isFloat != 0) == (format.sample.kind == .float)
    }

    /// Where the frames lie until the next change.
    var block: PCMBlock {
        let bytes = format.sample.byteCount
        return PCMBlock(
            channels: (0..<format.channelCount).map { memory + ($0 * capacity + first) * bytes }, stride: 1)
    }

    func removeFirst(_ frameCount: Int) {
        let taken = min(frameCount, count)
        first += taken
        count -= taken
    }

    func removeAll() {
        (first, count) = (0, 0)
    }

    /// Appends what a decoder has made, without the first `skip` frames.
    func append(_ samples: avf_packet_samples, skip: Int) {
        let frameCount = Int(samples.frameCount)
        guard frameCount > skip else { return }
        makeRoom(for: frameCount - skip)
        let bytes = format.sample.byteCount
        for channel in 0..<format.channelCount {
            let target = memory + (channel * capacity + first + count) * bytes
            if samples.isInterleaved == 0 {
                guard let source = samples.blocks[channel] else { continue }
                memcpy(target, source + skip * bytes, (frameCount - skip) * bytes)
            } else if let source = samples.blocks[0] {
                for frame in skip..<frameCount {
                    let from = source + (frame * format.channelCount + channel) * bytes
                    memcpy(target + (frame - skip) * bytes, from, bytes)
                }
            }
        }
        count += frameCount - skip
    }

    private func makeRoom(for frameCount: Int) {
        guard first + count + frameCount > capacity else { return }
        let bytes = format.sample.byteCount
        let larger = max(capacity, 2 * (count + frameCount))
        let target = UnsafeMutableRawPointer.allocate(
            byteCount: larger * bytes * format.channelCount, alignment: 8)
        for channel in 0..<format.channelCount {
            memcpy(
                target + channel * larger * bytes, memory + (channel * capacity + first) * bytes,
                count * bytes)
        }
        memory.deallocate()
        (memory, capacity, first) = (target, larger, 0)
    }
}
