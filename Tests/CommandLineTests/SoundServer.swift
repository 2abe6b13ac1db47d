import Foundation

/// PulseAudio with two silent sinks, which keep the time, and ALSA's devices in front of them: `one` and `two`
/// play, `hear-one` and `hear-two` capture what is played.
final class SoundServer {
    private let folder: ScratchFolder
    private let server: pid_t
    /// What a program must know to find the server.
    let environment: [String: String]

    /// Whether the packages are there, pulseaudio, and libasound2-plugins for ALSA's side of it, and real-time
    /// priority may be had.
    static let isUsable: Bool = {
        let plugins =
            ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/alsa-lib/" } + ["/usr/lib/alsa-lib/"]
        let hasPlugin = plugins.contains {
            FileManager.default.fileExists(atPath: $0 + "libasound_module_pcm_pulse.so")
        }
        let isThere = hasPlugin && FileManager.default.isExecutableFile(atPath: "/usr/bin/pulseaudio")
        guard isThere else {
            tell("NO SOUND SERVER: install pulseaudio and libasound2-plugins to test with a clock.")
            return false
        }
        // Without real time a busy machine is what is heard of a server.
        guard (try? CommandRun.shell("chrt -f 40 true", []))?.status == 0 else {
            tell("NO SOUND SERVER: it would need real-time priority, which this machine does not give.")
            return false
        }
        return true
    }()

    private static func tell(_ sentence: String) {
        FileHandle.standardError.write(Data("\n*** \(sentence) ***\n\n".utf8))
    }

    /// Starts a server of its own.
    init() throws {
        folder = try ScratchFolder()
        let socket = folder.file("socket")
        try
            (["</usr/share/alsa/alsa.conf>"]
            + ["one", "two"].flatMap {
                [
                    "pcm.\($0) { type pulse device \($0) }",
                    "pcm.hear-\($0) { type pulse device \($0).monitor }",
                ]
            })
            .joined(separator: "\n")
            .write(toFile: folder.file("asound.conf"), atomically: true, encoding: .utf8)
        environment = [
            "ALSA_CONFIG_PATH": folder.file("asound.conf"), "PULSE_SERVER": "unix:\(socket)",
            "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path,
        ]
        let sinks = ["one", "two"].flatMap {
            ["-L", "module-null-sink sink_name=\($0) rate=48000 channels=2 format=float32le norewinds=1"]
        }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        server = try CommandRun.spawn(
            [
                "/usr/bin/pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--log-level=error",
                "--realtime=no", "--high-priority=no", "--disable-shm=yes",
            ] + sinks + ["-L", "module-native-protocol-unix auth-anonymous=1 socket=\(socket)"],
            variables.map { "\($0)=\($1)" }, "/dev/null", "/dev/null")
        let end = ContinuousClock.now + .seconds(20)
        while !FileManager.default.fileExists(atPath: socket), ContinuousClock.now < end { sched_yield() }
        // For all of its threads.
        _ = try CommandRun.shell("chrt -a -f -p 40 \(server)", [])
    }

    deinit {
        kill(server, SIGKILL)
        _ = CommandRun.wait(for: server)
    }
}
