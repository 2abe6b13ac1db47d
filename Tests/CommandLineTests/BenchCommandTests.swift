import Foundation
import TestPlugins
import Testing

/// What `avf bench` finds out about units.
@Suite struct BenchCommandTests {
    @Test func `a benchmark has a row for each block size from 32 to 4096`() throws {
        let rows = try rows("gain", ["--seconds", "0.1"])
        #expect(rows.compactMap { $0["blockSize"] as? Int } == [32, 64, 128, 256, 512, 1024, 2048, 4096])
        for row in rows {
            let median = try #require(row["medianMicroseconds"] as? Double)
            let worst = try #require(row["worstMicroseconds"] as? Double)
            let longest = try #require(row["longestMicroseconds"] as? Double)
            #expect(0 < median && median <= worst && worst <= longest)
        }
    }

    @Test func `the load is the median's share of a block's duration`() throws {
        let row = try #require(
            try rows("reverb", ["--seconds", "0.1", "--blocks", "480", "--sample-rate", "96000"]).first)
        let median = try #require(row["medianMicroseconds"] as? Double)
        let load = try #require(row["load"] as? Double)
        // 480 frames at 96 kHz last 5 ms.
        #expect(abs(load - median / 5000) < 1e-9)
    }

    @Test(arguments: ["gain", "equalizer:band1Bypass=0", "reverb", "timePitch:rate=1.25", "tone"])
    func `native units leave the heap alone and put out nothing subnormal`(unit: String) throws {
        for row in try rows(unit, ["--seconds", "0.1", "--blocks", "64,512"]) {
            #expect(row["denormalCount"] as? Int == 0)
            // Null where a sanitizer has its own malloc.
            #expect([0, nil].contains(row["heapCallCount"] as? Int))
        }
    }

    @Test func `a plugin that takes memory while it runs is found out`() throws {
        let quiet = try plugin("rogue", 0)
        let greedy = try plugin("rogue", 16)
        guard quiet["heapCallCount"] is Int else { return }
        #expect(quiet["heapCallCount"] as? Int == 0)
        // Ten blocks of noise and as many of silence at least, one call to take and one to give back in each.
        #expect((greedy["heapCallCount"] as? Int ?? 0) >= 40)
    }

    @Test func `subnormal samples of a plugin are counted`() throws {
        #expect(try plugin("rogue", 0)["denormalCount"] as? Int == 0)
        #expect((try plugin("rogue", 17)["denormalCount"] as? Int ?? 0) >= 20)
    }

    @Test(arguments: [(1, "SIGSEGV"), (3, "status 3")])
    func `a plugin that ends its process ends only its benchmark`(deed: Int, reason: String) throws {
        let run = try bench("rogue", deed, [])
        #expect(run.status == 65)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test func `a plugin that never comes back is stopped`() throws {
        let run = try bench("rogue", 13, ["--timeout", "0.5"])
        #expect(run.status == 65)
        #expect(run.errors.contains("more than 0.5 s"), "\(run.errors)")
    }

    @Test func `people get a table`() throws {
        let run = try CommandRun(["bench", "--unit", "gain", "--seconds", "0.1", "--blocks", "64"])
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines[0].split(separator: " ").first == "block" && lines[1].split(separator: " ").first == "64")
    }

    private func rows(
        _ unit: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> [[String: Any]] {
        let run = try CommandRun(["bench", "--unit", unit, "--json"] + arguments, environment: environment)
        #expect(run.status == 0, "\(run.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    }

    /// The only row of a test plugin that does one of its deeds in each block.
    private func plugin(_ name: String, _ deed: Int) throws -> [String: Any] {
        let run = try bench(name, deed, ["--json"])
        #expect(run.status == 0, "\(run.errors)")
        let rows = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        return try #require(rows?.first)
    }

    private func bench(_ name: String, _ deed: Int, _ arguments: [String]) throws -> CommandRun {
        let fixture = try PluginFixture(names: [name])
        return try CommandRun(
            [
                "bench", "--unit", BundleFolder.uri(name) + ":p2=\(deed)", "--seconds", "0.1", "--blocks",
                "512",
            ]
                + arguments,
            environment: ["LV2_PATH": fixture.folder.path, "XDG_CACHE_HOME": fixture.folder.path])
    }
}
