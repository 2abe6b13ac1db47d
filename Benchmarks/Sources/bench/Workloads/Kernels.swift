import Foundation

/// K: every loop of CDSP over blocks of 512 in the first cache, and the same source compiled for the oldest
/// CPU without vectors.
func kernelWorkloads() -> [Workload] {
    guard let fast = KernelLibrary("kernels"), let plain = KernelLibrary("kernels-scalar") else { return [] }
    return fast.names.enumerated().map { index, name in
        let cost = fast.cost(index)
        let blockCount = fast.blockCount(index)
        let frames = Double(blockCount * KernelLibrary.frameCount)
        return Workload(
            name: "K-\(name)", floor: Floor(operations: cost.operations * frames, bytes: cost.bytes * frames)
        ) {
            [
                contender("avfaudio", fast, index, blockCount, isReference: false),
                contender("scalar", plain, index, blockCount, isReference: true),
            ]
        }
    }
}

private func contender(
    _ who: String, _ library: KernelLibrary, _ index: Int, _ blockCount: Int, isReference: Bool
) -> Contender {
    let frames = Double(blockCount * KernelLibrary.frameCount)
    return Contender(
        who: who, isReference: isReference, values: { [("ns_per_frame", $0 / frames * 1e9)] },
        round: { timed in try timed { library.run(index, blockCount: blockCount) } })
}

/// F: transforms of real blocks, there and back.
func transformWorkloads() -> [Workload] {
    guard let library = KernelLibrary("kernels") else { return [] }
    return [512, 1024, 4096, 16_384].map { size in
        let count = 4_000_000 / size
        let operations = 2 * 2.5 * Double(size) * log2(Double(size)) * Double(count)
        return Workload(name: "F-\(size)", floor: Floor(operations: operations)) {
            let ours = Contender(who: "avfaudio", values: perPair(count)) { timed in
                try timed { library.transform(size: size, count: count) }
            }
            return [ours]
                + ["fftw-estimate", "fftw-measure", "kissfft", "libavutil"].map {
                    Peer($0, "transforms", [$0, "\(size)", "\(count)"])
                }.contenders(values: perPair(count))
        }
    }
}

private func perPair(_ count: Int) -> (Double) -> [(String, Double)] {
    { cpuSeconds in [("us_per_pair", cpuSeconds / Double(count) * 1e6)] }
}
