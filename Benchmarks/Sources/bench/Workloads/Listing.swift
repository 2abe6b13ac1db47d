import AVFAudio
import Foundation

/// W14: a process that lists every plugin of the machine: for the first time, when all bundles are read, and
/// again, from the cache.
func listingWorkloads() -> [Workload] {
    guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
        return []
    }
    let cache = PrivatePlugins.folder.appendingPathComponent("listing").path
    let list = ["env", "LV2_PATH=\(PrivatePlugins.searchPath)", "XDG_CACHE_HOME=\(cache)"]
    let firstList = ["sh", "-c", "rm -rf \"$0\"; exec \"$@\"", cache]
    let values = { (seconds: Double) in [("cpu_ms", 1000 * seconds)] }
    return [
        Workload(name: "W14-first", roundCount: 3) {
            [Peer("avfaudio", tool: firstList + list + [program, "--list"])]
                .contenders(kind: .engine, values: values)
        },
        Workload(name: "W14-again") {
            [Peer("avfaudio", tool: list + [program, "--list"])].contenders(kind: .engine, values: values)
                + [Peer("avfaudio-start", tool: [program, "--start"])]
                .contenders(kind: .engine, values: values)
                + [Peer("lv2ls", tool: list + ["lv2ls"])].contenders(values: values)
        },
    ]
}
