import AVFAudio
import AVFEngine
import Foundation
import TestPlugins
import Testing

/// Plugins in processes of their own, as programs that use Apple's names meet them.
struct IsolationFaceTests {
    @Test func `options say where a plugin lives`() throws {
        let fixture = try PluginFixture(names: ["gain"])
        let library = UnitLibrary(plugins: fixture.catalog)
        library.policy.isolation.startSeconds = 60
        let uri = BundleFolder.uri("gain")
        let outside = try AVAudioUnitEffect(lv2URI: uri, options: .loadOutOfProcess, library: library)
        let inside = try AVAudioUnitEffect(lv2URI: uri, options: .loadInProcess, library: library)
        let usual = try AVAudioUnitEffect(lv2URI: uri, library: library)
        #expect([outside, inside, usual].map(\.isLoadedInProcess) == [false, true, false])
    }

    @Test(arguments: [AudioComponentInstantiationOptions.loadInProcess, .loadOutOfProcess])
    func `a side chain that nobody connects has the plugin's own channels and is silent`(
        options: AudioComponentInstantiationOptions
    ) throws {
        let fixture = try PluginFixture(names: ["exchange"])
        let library = UnitLibrary(plugins: fixture.catalog)
        library.policy.isolation.startSeconds = 60
        library.policy.isolation.offlineWaitSeconds = 60
        let effect = try AVAudioUnitEffect(
            lv2URI: BundleFolder.uri("exchange"), options: options, library: library)
        let offline = try OfflineEngine()
        let player = AVAudioPlayerNode()
        offline.engine.attach(player)
        offline.engine.attach(effect)
        offline.engine.connect(player, to: effect, format: standardFormat(2))
        offline.engine.connect(effect, to: offline.engine.mainMixerNode, format: nil)
        player.scheduleBuffer(buffer(64, channels: 2, ramp))
        try offline.engine.start()
        player.play()
        let exchanged = [1, 0].map { channel in (0..<64).map { ramp($0, channel) } }
        #expect(try offline.render(64) == exchanged)
        #expect(effect.inputFormat(forBus: 1).channelCount == 1)
        #expect(offline.refused.sentences == [])
    }

    @Test func `a plugin whose process is killed invalidates its unit and passes its input on`() throws {
        let fixture = try PluginFixture(names: ["rogue"])
        let library = UnitLibrary(plugins: fixture.catalog)
        library.policy.isolation.startSeconds = 60
        library.policy.isolation.offlineWaitSeconds = 60
        let uri = BundleFolder.uri("rogue")
        let effect = try AVAudioUnitEffect(lv2URI: uri, options: .loadOutOfProcess, library: library)
        let offline = try OfflineEngine()
        let player = AVAudioPlayerNode()
        offline.engine.attach(player)
        offline.engine.attach(effect)
        offline.engine.connect(player, to: effect, format: standardFormat(1))
        offline.engine.connect(effect, to: offline.engine.mainMixerNode, format: nil)
        let errors = Locked<[String]>([])
        offline.engine.errorHandler = { error in errors.withLock { $0.append(error.localizedDescription) } }
        let posted = Locked(0)
        let observer = NotificationCenter.default.addObserver(
            forName: .AVAudioUnitInvalidation, object: effect, queue: nil
        ) { _ in posted.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        player.scheduleBuffer(buffer(2048, ramp))
        try offline.engine.start()
        player.play()
        #expect(try offline.render(64)[0] == (0..<64).map { -ramp($0) })
        effect[parameter: "p2"] = 7
        _ = try offline.render(512)
        offline.engine.stop()
        #expect(errors.withLock { $0 } == ["The plugin \"rogue\" crashed in run() (SIGKILL)."])
        #expect(posted.withLock { $0 } == 1)
    }

    @Test func `a helper program that is missing is named, and costs a plugin in this process nothing`()
        throws
    {
        let fixture = try PluginFixture(names: ["gain"])
        let library = UnitLibrary(plugins: fixture.catalog)
        library.policy.isolation.programPath = "/nowhere/avf-plugin-host"
        let uri = BundleFolder.uri("gain")
        let error = #expect(throws: NSError.self) {
            try AVAudioUnitEffect(lv2URI: uri, options: .loadOutOfProcess, library: library)
        }
        #expect(error?.localizedDescription.contains("there is no /nowhere/avf-plugin-host") == true)
        let inside = try AVAudioUnitEffect(lv2URI: uri, options: .loadInProcess, library: library)
        #expect(inside[parameter: "p2"] == 1)
    }

    @Test func `the limits of all plugins are one value`() {
        let before = AVAudioUnit.isolation
        defer { AVAudioUnit.isolation = before }
        var limits = AVAudioUnitIsolation()
        #expect(limits.options == [] && limits.memoryLimit == 0)
        limits.options = .loadInProcess
        limits.hostURL = URL(fileURLWithPath: "/opt/avf-plugin-host")
        limits.memoryLimit = 1 << 30
        limits.startTimeout = 3
        limits.dedicatedProcess = true
        AVAudioUnit.isolation = limits
        #expect(AVAudioUnit.isolation == limits)
    }
}
