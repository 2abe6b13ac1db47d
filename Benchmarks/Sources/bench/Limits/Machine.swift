import Foundation
import References

/// What the machine can do at best.
struct Machine: Codable {
    /// Memory that the work goes through again and again.
    enum Memory: String, Codable, CaseIterable {
        case firstCache, secondCache, thirdCache, main
    }

    /// Bytes a second, read and written, of one core.
    struct Bandwidth: Codable {
        let memory: Memory
        let byteCount: Int
        let readBytesPerSecond: Double
        let copyBytesPerSecond: Double
        let triadBytesPerSecond: Double
    }

    let processor: String
    let operationsPerSecond: Double
    /// Seconds that a multiply-add waits for the one before.
    let latencySeconds: Double
    let bandwidths: [Bandwidth]

    /// This machine, measured when it is asked for first, which takes some seconds.
    static let measured = Machine()

    private init() {
        processor = Self.processorName()
        operationsPerSecond = limit_multiply_adds()
        latencySeconds = limit_latency_seconds()
        bandwidths = Memory.allCases.map { memory in
            let byteCount = Self.byteCount(memory)
            return Bandwidth(
                memory: memory, byteCount: byteCount, readBytesPerSecond: limit_read(byteCount),
                copyBytesPerSecond: limit_copy(byteCount), triadBytesPerSecond: limit_triad(byteCount))
        }
    }

    /// The best of reading, copying and the triad.
    func bytesPerSecond(_ memory: Memory) -> Double {
        bandwidths.first { $0.memory == memory }.map {
            max($0.readBytesPerSecond, $0.copyBytesPerSecond, $0.triadBytesPerSecond)
        } ?? .infinity
    }

    /// A line for each limit.
    var lines: [String] {
        var lines = [
            "machine \(processor)",
            String(
                format: "machine multiply-adds %.1f GFLOP/s, each %.2f ns after the one before",
                operationsPerSecond / 1e9, latencySeconds * 1e9),
        ]
        for bandwidth in bandwidths {
            lines.append(
                String(
                    format: "machine %@ (%d KiB) read %.1f GB/s copy %.1f GB/s triad %.1f GB/s",
                    bandwidth.memory.rawValue, bandwidth.byteCount / 1024,
                    bandwidth.readBytesPerSecond / 1e9, bandwidth.copyBytesPerSecond / 1e9,
                    bandwidth.triadBytesPerSecond / 1e9))
        }
        return lines
    }

    /// Well inside each cache, and well outside of the last one.
    ///
    /// Virtual machines claim caches that they share.
    private static func byteCount(_ memory: Memory) -> Int {
        func half(_ level: Int32, _ otherwise: Int) -> Int {
            let size = limit_cache_bytes(level)
            return size > 0 ? size / 2 : otherwise
        }
        return switch memory {
        case .firstCache: half(1, 16 << 10)
        case .secondCache: half(2, 512 << 10)
        case .thirdCache: min(half(3, 8 << 20), 8 << 20)
        case .main: 256 << 20
        }
    }

    private static func processorName() -> String {
        let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        return name ?? "unknown processor"
    }
}
