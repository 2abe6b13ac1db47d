import AVFAudio
import Foundation
import References

private struct Plugin {
    let name: String
    let uri: String
    let bundle: String
    /// What the engine may take at 512 and at 64 frames a block, in times of the bare calls.
    let limits: [Int: Double]
}

private let plugins = [
    Plugin(
        name: "limiter", uri: "http://drobilla.net/plugins/mda/Limiter", bundle: "mda.lv2",
        limits: [512: 1.1, 64: 1.25]),
    Plugin(name: "amp", uri: "http://lv2plug.in/plugins/eg-amp", bundle: "eg-amp.lv2", limits: [:]),
]

/// The bundles that workloads need.
let measuredBundles = plugins.map(\.bundle)

/// W9: eight copies of a cheap plugin in a chain: what the host costs beside `run()`.
func pluginWorkloads() -> [Workload] {
    plugins.flatMap { plugin in
        [512, 64].map { block in
            Workload(name: "W9-\(plugin.name)-\(block)", audioSeconds: 60, limit: plugin.limits[block]) {
                let noise = try Noise.buffer(frameCount: 480_000, channelCount: 2)
                return [try hosted(plugin, noise, block), try bare(plugin, noise, block)]
                    + hosts(plugin, block).contenders(values: perCall(block))
            }
        }
    }
}

/// ffmpeg, whose filter chain hosts plugins; its start and its reading of the file are in it.
private func hosts(_ plugin: Plugin, _ block: Int) -> [Peer] {
    let name = "p=" + plugin.uri.replacingOccurrences(of: ":", with: "\\\\:")
    let filters = ["asetnsamples=n=\(block):p=0"] + Array(repeating: "lv2=" + name, count: 8)
    return [
        Peer(
            "ffmpeg",
            tool: ["ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-filter_threads", "1", "-i"]
                + [NoiseFile.path, "-af", filters.joined(separator: ","), "-f", "null", "-"], share: 1 / 6)
    ]
}

private func hosted(_ plugin: Plugin, _ noise: AVAudioPCMBuffer, _ block: Int) throws -> Contender {
    let units = try (0..<8).map { _ in
        do { return try AVAudioUnitEffect(lv2URI: plugin.uri) } catch {
            throw BenchError.noSuchPlugin(plugin.uri)
        }
    }
    let offline = try OfflineEngine(blockFrameCount: block)
    try offline.playThrough(units, noise)
    return Contender(who: "avfaudio", values: perCall(block)) { timed in
        try timed { try offline.render(seconds: 60) }
    }
}

private func bare(_ plugin: Plugin, _ noise: AVAudioPCMBuffer, _ block: Int) throws -> Contender {
    guard let folder = folder(of: plugin.bundle),
        let chain = reference_plugins_create(folder, plugin.uri, 8, block, OfflineEngine.sampleRateHz)
    else { throw BenchError.noSuchPlugin(plugin.uri) }
    let source = BlockReader(noise, blockFrameCount: block)
    return Contender(who: "c-run", isReference: true, values: perCall(block)) { timed in
        try timed {
            for _ in 0..<OfflineEngine.blockCount(seconds: 60, blockFrameCount: block) {
                source.advance()
                reference_plugins_run(chain, source.left, source.right, block)
            }
        }
    }
}

private func perCall(_ block: Int) -> (Double) -> [(String, Double)] {
    let calls = Double(8 * OfflineEngine.blockCount(seconds: 60, blockFrameCount: block))
    return { cpuSeconds in [("ns_per_plugin_block", cpuSeconds / calls * 1e9)] }
}

private func folder(of bundle: String) -> String? {
    // `PrivatePlugins` has made it a single folder; `getenv`, because Foundation remembers what was there
    // before.
    let path = getenv("LV2_PATH").map { String(cString: $0) + "/\(bundle)/" }
    return path.flatMap { FileManager.default.fileExists(atPath: $0 + "manifest.ttl") ? $0 : nil }
}
