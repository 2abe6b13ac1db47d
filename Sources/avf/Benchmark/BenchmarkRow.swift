/// What one unit costs at one block size.
struct BenchmarkRow: Equatable {
    let blockSize: Int
    let sampleRateHz: Double
    let meanMicroseconds: Double
    let medianMicroseconds: Double
    /// The most expensive block, each taken at its best of three.
    let worstMicroseconds: Double
    /// The longest of all times.
    let longestMicroseconds: Double
    /// A block in silence that follows noise, as a multiple of one in noise.
    let silenceRatio: Double
    /// Calls that take or give back memory; nil if not counted.
    let heapCallCount: Int?
    /// Subnormal samples in the output.
    let denormalCount: Int

    /// The median as a share of the block's duration.
    var load: Double { medianMicroseconds * 1e-6 * sampleRateHz / Double(blockSize) }

    /// Seconds of sound for each second of work.
    var timesRealTime: Double { Double(blockSize) / sampleRateHz / max(meanMicroseconds * 1e-6, 1e-12) }

    static let heading = [
        "block", "load %", "mean us", "median us", "worst us", "longest us", "silence", "heap", "denormals",
        "x real time",
    ].map { $0.padded(to: $0 == "block" ? 5 : 12, alignsRight: true) }.joined()

    var line: String {
        let numbers = [
            (100 * load).digits(3), meanMicroseconds.digits(2), medianMicroseconds.digits(2),
            worstMicroseconds.digits(2), longestMicroseconds.digits(2), silenceRatio.digits(2),
            heapCallCount.map { "\($0)" } ?? "-", "\(denormalCount)", timesRealTime.digits(1),
        ]
        return "\(blockSize)".padded(to: 5, alignsRight: true)
            + numbers.map { $0.padded(to: 12, alignsRight: true) }.joined()
    }

    var json: JSON {
        .entries([
            "blockSize": .integer(blockSize), "sampleRateHz": .number(sampleRateHz), "load": .number(load),
            "meanMicroseconds": .number(meanMicroseconds), "medianMicroseconds": .number(medianMicroseconds),
            "worstMicroseconds": .number(worstMicroseconds),
            "longestMicroseconds": .number(longestMicroseconds), "silenceRatio": .number(silenceRatio),
            "heapCallCount": heapCallCount.map { .integer($0) } ?? .null,
            "denormalCount": .integer(denormalCount), "timesRealTime": .number(timesRealTime),
        ])
    }
}

extension BenchmarkRow {
    /// Everything as numbers, for another process; −1 stands for what is not known.
    var fields: [Double] {
        [
            Double(blockSize), sampleRateHz, meanMicroseconds, medianMicroseconds, worstMicroseconds,
            longestMicroseconds, silenceRatio, Double(heapCallCount ?? -1), Double(denormalCount),
        ]
    }

    /// From those numbers; nil if they are not as many.
    init?(fields: [Double]) {
        guard fields.count == 9, let blockSize = Int(exactly: fields[0]), blockSize > 0,
            let heapCalls = Int(exactly: fields[7]), let denormals = Int(exactly: fields[8])
        else { return nil }
        self.init(
            blockSize: blockSize, sampleRateHz: fields[1], meanMicroseconds: fields[2],
            medianMicroseconds: fields[3], worstMicroseconds: fields[4], longestMicroseconds: fields[5],
            silenceRatio: fields[6], heapCallCount: heapCalls < 0 ? nil : heapCalls, denormalCount: denormals)
    }
}
