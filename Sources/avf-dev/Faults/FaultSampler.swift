import Foundation

/// Draws faults for lines of the library: the same ones for the same seed and the same sources.
struct FaultSampler {
    /// Sebastiano Vigna's SplitMix64, which is in the public domain: small, and the same everywhere.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }

    private static let skipped = ["Sources/avf-dev/", "Sources/Generate/", "/Generated/", "_generated.h"]

    /// How many have been drawn.
    private(set) var drawnCount = 0
    private var generator: Generator
    private let lines: [(path: String, number: Int, text: String)]

    /// Reads every source file of the library below a folder; the first faults are left out.
    init(root: String, seed: UInt64, skipping skipped: Int) throws {
        generator = Generator(state: seed)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root + "/Sources").sorted()
            .map { "Sources/" + $0 }
            .filter { path in
                [".swift", ".c"].contains { path.hasSuffix($0) }
                    && !Self.skipped.contains { path.contains($0) }
            }
        lines = try paths.flatMap { path in
            try String(contentsOfFile: root + "/" + path, encoding: .utf8).components(separatedBy: "\n")
                .enumerated().map { (path, $0.offset + 1, $0.element) }
        }
        while drawnCount < skipped, next() != nil {}
    }

    /// The next fault: a kind, then a line that can have it, then one of the ways.
    mutating func next() -> Fault? {
        for _ in 0..<100_000 {
            guard let kind = Fault.Kind.allCases.randomElement(using: &generator),
                let line = lines.randomElement(using: &generator),
                let new = Fault.variants(of: line.text, kind).randomElement(using: &generator)
            else { continue }
            drawnCount += 1
            return Fault(path: line.path, line: line.number, kind: kind, old: line.text, new: new)
        }
        return nil
    }
}
