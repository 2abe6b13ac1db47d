/// W5: moving mono sources around a head.
///
/// The engine has no such unit yet: these are the bars for it.
func headWorkloads() -> [Workload] {
    [8, 32].map { count in
        // One transform of 1024 for each source and block of 512, and products with the old and the new
        // place's responses for both ears.
        let each: Double = 2.5 * 1024 * 10 + 4 * 8 * 512
        let blockCount: Double = 60 * 48_000 / 512
        return Workload(
            name: "W5-\(count)", audioSeconds: 60, floor: Floor(operations: each * blockCount * Double(count))
        ) {
            let peers = [Peer("openal-soft-hrtf", "openal", ["hrtf", "\(count)", "10"], share: 1 / 6)]
            let found = peers.contenders(values: { [("sources", Double(count) * 60 / $0)] })
            guard !found.isEmpty else { throw BenchError.missing("OpenAL Soft") }
            return found
        }
    }
}
