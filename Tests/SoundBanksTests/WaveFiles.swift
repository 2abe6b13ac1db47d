import Foundation
import TestBanks

@testable import AVFSoundBanks

/// Small WAVE, AIFF and CAF files, and a decoder for the first of them.
enum WaveFiles {
    /// A WAVE file of 16-bit samples with further chunks behind them.
    static func wave(
        _ samples: [Int16] = (0..<100).map { Int16($0) }, channelCount: Int = 1, rateHz: Int = 48_000,
        chunks: [UInt8] = []
    ) -> [UInt8] {
        var format = Build.u16(1) + Build.u16(channelCount) + Build.u32(rateHz)
        format += Build.u32(rateHz * channelCount * 2) + Build.u16(channelCount * 2) + Build.u16(16)
        let content = Build.chunk("fmt ", format) + Build.chunk("data", Build.samples(samples)) + chunks
        return Build.chunk("RIFF", Array("WAVE".utf8) + content)
    }

    /// A `smpl` chunk with loops of kind, first and last frame.
    static func sampler(key: Int = 60, fraction: Int = 0, loops: [(Int, Int, Int)] = []) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 12) + Build.u32(key) + Build.u32(fraction)
        bytes += Build.u32(0) + Build.u32(0) + Build.u32(loops.count) + Build.u32(0)
        for loop in loops {
            bytes += Build.u32(0) + Build.u32(loop.0) + Build.u32(loop.1) + Build.u32(loop.2)
            bytes += Build.u32(0) + Build.u32(0)
        }
        return Build.chunk("smpl", bytes)
    }

    /// An `inst` chunk: key, cents, decibels, keys, velocities.
    static func instrument(_ values: [Int]) -> [UInt8] {
        Build.chunk("inst", values.map { UInt8(truncatingIfNeeded: $0) })
    }

    /// An AIFF file's chunk.
    static func aiffChunk(_ id: String, _ content: [UInt8]) -> [UInt8] {
        Array(id.utf8) + Build.big(UInt32(content.count)) + content + (content.count % 2 == 1 ? [0] : [])
    }

    static func cafChunk(_ id: String, _ content: [UInt8], size: Int64? = nil) -> [UInt8] {
        Array(id.utf8) + Build.big(size ?? Int64(content.count)) + content
    }

    /// Reads what `wave` writes.
    static let decoder = SoundDecoder { source, limit in
        let bytes: [UInt8]
        switch source {
        case .bytes(let given): bytes = given
        case .file(let path): bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        }
        guard bytes.count > 44, bytes.starts(with: Array("RIFF".utf8)) else {
            throw SoundDecodingError("it is no WAVE file")
        }
        let head = Bytes(bytes)
        let count = head.u32(40)
        guard head.u16(34) == 16, head.u16(22) > 0, 44 + count <= bytes.count, count / 2 <= limit else {
            throw SoundDecodingError("it is not one that this test reads")
        }
        return DecodedSound(
            rateHz: Double(head.u32(24)), channelCount: head.u16(22),
            samples: .int16((0..<count / 2).map { Int16(head.s16(44 + 2 * $0)) }))
    }
}
