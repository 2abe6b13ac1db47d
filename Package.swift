// swift-tools-version: 6.2
// Targets and arrows; no logic. ARCHITECTURE.md explains each arrow, LayeringTests checks them.
import PackageDescription

let realtimeSanitizer = Context.environment["AVF_RTSAN"] == "1"

/// C loops keep full speed in debug builds too, and never contract a·b+c: every CPU gives the same samples.
///
/// Not under the thread sanitizer: it would run in their CPU dispatch, before it is ready, and crash.
let kernelFlags: [CSetting] = [.unsafeFlags(["-O3", "-ffp-contract=off", "-fno-sanitize=thread"])]
let realtimeFlags: [CSetting] = realtimeSanitizer ? [.unsafeFlags(["-fsanitize=realtime"])] : []
let realtimeLink: [LinkerSetting] =
    realtimeSanitizer ? [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])] : []

/// For tests that go through very many cases and need nothing of the library's insides.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"])]

/// A library shows only what its version script names.
func exports(_ path: String) -> LinkerSetting {
    .unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/\(path)"])
}

let package = Package(
    name: "AVFAudio",
    products: [
        .library(name: "AVFAudio", targets: ["AVFAudio"]),
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        .library(name: "AudioToolbox", targets: ["AudioToolbox"]),
        .library(name: "CoreAudio", targets: ["CoreAudio"]),
        .library(name: "CoreMIDI", targets: ["CoreMIDI"]),
        .library(name: "CoreMedia", targets: ["CoreMedia"]),
        .library(name: "avfaudio", type: .dynamic, targets: ["AVFAudioC"]),
        .library(name: "avfaudio-lv2", type: .dynamic, targets: ["AVFAudioLV2"]),
        .executable(name: "avf", targets: ["avf"]),
        .executable(name: "avf-plugin-host", targets: ["avf-plugin-host"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // The system's libraries.
        .systemLibrary(
            name: "CAVFLilv", path: "Sources/System/lilv", pkgConfig: "lilv-0",
            providers: [.apt(["liblilv-dev"])]),
        .systemLibrary(name: "CAVFLV2", path: "Sources/System/lv2", providers: [.apt(["lv2-dev"])]),
        .systemLibrary(name: "CAVFALSA", path: "Sources/System/alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(
            name: "CAVFSndFile", path: "Sources/System/sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(
            name: "CAVFLoudness", path: "Sources/System/ebur128", providers: [.apt(["libebur128-dev"])]),

        // C: the contract, the real-time entry, the loops, the shims.
        .systemLibrary(name: "CoreAudioTypes", path: "Include/CoreAudioTypes"),
        .systemLibrary(name: "CAVFAudio", path: "Include/avfaudio"),
        .target(name: "CAVFRealtime", path: "Sources/CRealtime", cSettings: realtimeFlags),
        .target(
            name: "CAVFDSP", dependencies: ["CAVFRealtime"], path: "Sources/CDSP",
            cSettings: kernelFlags + realtimeFlags),
        .target(name: "CAVFShimsProcess", path: "Sources/CShimsProcess"),
        .target(name: "CAVFShimsFFmpeg", path: "Sources/CShimsFFmpeg"),
        .target(name: "CAVFShimsLV2", dependencies: ["CAVFLilv"], path: "Sources/CShimsLV2"),
        .target(
            name: "CAVFAllocations", dependencies: ["CAVFRealtime"], path: "Sources/CAllocations"),
        .target(name: "CAVFShimsSOFA", path: "Sources/CShimsSOFA"),
        .target(name: "CAVFSounds", path: "Sources/CSounds"),
        .target(name: "CAVFShimsALSA", dependencies: ["CAVFALSA"], path: "Sources/CShimsALSA"),

        // The engine. Nothing here knows Apple or Foundation.
        .target(name: "AVFRealtime", dependencies: ["CAVFRealtime"], path: "Sources/Realtime"),
        .target(name: "AVFDSP", dependencies: ["CAVFDSP"], path: "Sources/DSP"),
        .target(
            name: "AVFSpatial", dependencies: ["AVFDSP", "AVFRealtime", "CAVFDSP"], path: "Sources/Spatial"),
        .target(
            name: "AVFSpatialData", dependencies: ["AVFSpatial", "CAVFShimsSOFA"],
            path: "Sources/SpatialData"),
        .target(
            name: "AVFRender", dependencies: ["AVFRealtime", "AVFDSP", "CAVFDSP", "CAVFRealtime"],
            path: "Sources/Render"),
        .target(
            name: "AVFUnits", dependencies: ["AVFRender", "AVFRealtime", "AVFDSP", "AVFSpatial", "CAVFDSP"],
            path: "Sources/Units"),
        .target(name: "AVFGraph", dependencies: ["AVFRender"], path: "Sources/Graph"),
        .target(
            name: "AVFSequencing", dependencies: ["AVFRender", "AVFRealtime"], path: "Sources/Sequencing"),
        .target(
            name: "AVFDevices",
            dependencies: [
                "AVFRender", "AVFRealtime", "AVFDSP", "CAVFDSP", "CAVFALSA", "CAVFShimsALSA", "CAVFRealtime",
            ],
            path: "Sources/Devices"),
        .target(
            name: "AVFPluginCatalog",
            dependencies: ["AVFRender", "CAVFShimsLV2", "CAVFShimsProcess"], path: "Sources/PluginCatalog"),
        .target(
            name: "AVFLV2Host",
            dependencies: [
                "AVFPluginCatalog", "AVFRender", "AVFRealtime", "CAVFLilv", "CAVFShimsLV2",
                "CAVFShimsProcess", "CAVFDSP", "CAVFRealtime",
            ],
            path: "Sources/LV2Host"),
        .target(
            name: "AVFPluginSandbox",
            dependencies: [
                "AVFLV2Host", "AVFPluginCatalog", "AVFRender", "AVFRealtime", "CAVFShimsProcess", "CAVFDSP",
                "CAVFRealtime",
            ],
            path: "Sources/PluginSandbox"),
        .target(
            name: "AVFPluginValidation",
            dependencies: [
                "AVFLV2Host", "AVFPluginCatalog", "AVFRender", "AVFRealtime", "CAVFShimsLV2",
                "CAVFShimsProcess", "CAVFRealtime",
            ],
            path: "Sources/PluginValidation"),
        .target(
            name: "AVFMedia",
            dependencies: [
                "AVFRender", "AVFDSP", "CAVFDSP", "CAVFShimsFFmpeg", "CAVFSndFile", "CAVFLoudness",
            ],
            path: "Sources/Media"),
        .target(name: "AVFSoundBanks", path: "Sources/SoundBanks"),
        .target(
            name: "AVFInstruments", dependencies: ["AVFSoundBanks", "AVFUnits"],
            path: "Sources/Instruments"),
        .target(
            name: "AVFEngine",
            dependencies: [
                "AVFGraph", "AVFDevices", "AVFPluginCatalog", "AVFLV2Host", "AVFPluginSandbox",
                "AVFPluginValidation", "AVFMedia", "AVFSequencing", "AVFSoundBanks", "AVFInstruments",
                "AVFSpatial",
                "AVFSpatialData", "AVFUnits", "AVFRender", "AVFRealtime", "AVFDSP", "CAVFDSP",
                "CAVFRealtime",
            ],
            path: "Sources/Engine"),

        // The faces.
        .target(
            name: "AVFAudio",
            dependencies: [
                "AVFEngine", "AVFGraph", "AVFDevices", "AVFMedia", "AVFSequencing", "AVFSoundBanks",
                "AVFPluginCatalog", "AVFLV2Host", "AVFPluginSandbox", "AVFPluginValidation", "AVFSpatial",
                "AVFUnits", "AVFRender", "AVFRealtime", "AVFDSP", "CoreAudioTypes",
            ],
            path: "Sources/AVFAudio"),
        .target(name: "CoreMedia", path: "Sources/CoreMedia"),
        .target(name: "AVFoundation", dependencies: ["AVFAudio", "CoreMedia"], path: "Sources/AVFoundation"),
        .target(name: "AudioToolbox", dependencies: ["AVFAudio"], path: "Sources/AudioToolbox"),
        .target(name: "CoreAudio", dependencies: ["AVFAudio"], path: "Sources/CoreAudio"),
        .target(name: "CoreMIDI", dependencies: ["AVFAudio"], path: "Sources/CoreMIDI"),
        .target(
            name: "AVFAudioC",
            dependencies: [
                "AVFEngine", "AVFGraph", "AVFDevices", "AVFMedia", "AVFSequencing", "AVFSoundBanks",
                "AVFPluginCatalog", "AVFPluginSandbox", "AVFSpatial", "AVFUnits", "AVFRender", "AVFDSP",
                "CAVFAudio",
            ],
            path: "Sources/AVFAudioC"),
        .target(
            name: "AVFAudioLV2",
            dependencies: [
                "AVFInstruments", "AVFSoundBanks", "AVFUnits", "AVFRender", "AVFRealtime", "CAVFLV2",
                "CAVFSounds", "CAVFDSP", "CAVFRealtime",
            ],
            path: "Sources/AVFAudioLV2", exclude: ["exports.map"],
            linkerSettings: [exports("Sources/AVFAudioLV2/exports.map")]),
        .executableTarget(
            name: "avf-plugin-host", dependencies: ["AVFPluginSandbox", "AVFLV2Host", "CAVFAllocations"],
            path: "Sources/PluginHost",
            linkerSettings: realtimeLink),
        .target(name: "AVFGenerate", dependencies: ["AVFUnits", "AVFRender"], path: "Sources/Generate"),
        .target(name: "AVFConsole", path: "Sources/Console"),
        .executableTarget(
            name: "avf-dev",
            dependencies: [
                "AVFGenerate", "AVFConsole", "CAVFAudio",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/avf-dev"),
        .executableTarget(
            name: "avf",
            dependencies: [
                "AVFConsole", "AVFEngine", "AVFGraph", "AVFMedia", "AVFSequencing", "AVFSoundBanks",
                "AVFPluginCatalog", "AVFLV2Host",
                "AVFPluginSandbox", "AVFPluginValidation", "AVFDevices", "AVFUnits", "AVFRender",
                "AVFSpatial", "AVFRealtime", "AVFDSP", "CAVFAllocations", "CAVFAudio", "CAVFShimsProcess",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/avf"),

        // Tests: one folder per module.
        .target(name: "MutexOrder", path: "Tests/MutexOrder"),
        .target(
            name: "TestSupport", dependencies: ["AVFRealtime", "AVFRender", "MutexOrder"],
            path: "Tests/TestSupport"),
        .target(
            name: "TestPlugins", dependencies: ["AVFPluginCatalog", "TestSupport"], path: "Tests/TestPlugins",
            exclude: ["Plugins"]),
        .executableTarget(
            name: "avf-rtcheck",
            dependencies: [
                "AVFPluginCatalog", "AVFPluginSandbox", "AVFRealtime", "AVFEngine", "AVFGraph", "AVFDevices",
                "AVFSequencing", "AVFUnits", "AVFRender", "CAVFRealtime", "TestSupport",
            ],
            path: "Tests/RealtimeCheck", linkerSettings: realtimeLink),
        .testTarget(
            name: "RealtimeTests", dependencies: ["AVFRealtime", "CAVFRealtime", "TestSupport"]),
        // Compiles sources of AVFRealtime a second time, with an Atomic of its own.
        .testTarget(
            name: "RealtimeModelTests", dependencies: ["AVFRealtime", "CAVFRealtime"],
            swiftSettings: optimized),
        .testTarget(name: "DSPTests", dependencies: ["AVFDSP", "CAVFDSP", "TestSupport"]),
        .testTarget(name: "SpatialTests", dependencies: ["AVFSpatial", "AVFDSP", "CAVFDSP"]),
        .testTarget(
            name: "SpatialDataTests", dependencies: ["AVFSpatialData", "AVFSpatial", "CAVFShimsSOFA"]),
        .testTarget(
            name: "RenderTests", dependencies: ["AVFRealtime", "AVFRender", "CAVFRealtime", "TestSupport"]),
        .testTarget(
            name: "UnitsTests",
            dependencies: [
                "AVFUnits", "AVFRender", "AVFSpatial", "AVFDSP", "CAVFDSP", "CAVFRealtime", "TestSupport",
            ]),
        .testTarget(name: "GraphTests", dependencies: ["AVFGraph", "AVFRender", "TestSupport"]),
        .testTarget(
            name: "SequencingTests",
            dependencies: ["AVFSequencing", "AVFRender", "AVFRealtime", "TestSupport"]),
        // Runs in a virtual machine, which has ALSA's sequencer: Tests/MIDIProof/midi-vm.sh.
        .executableTarget(
            name: "avf-midi-proof", dependencies: ["AVFDevices", "AVFRender", "CAVFALSA", "CAVFRealtime"],
            path: "Tests/MIDIProof", exclude: ["midi-vm.sh", "midi-vm-tool.sh"]),
        .testTarget(
            name: "DevicesTests",
            dependencies: ["CAVFALSA", "AVFDevices", "AVFRealtime", "AVFDSP", "CAVFRealtime", "TestSupport"]),
        .testTarget(
            name: "LV2HostTests",
            dependencies: [
                "AVFPluginCatalog", "AVFPluginSandbox", "AVFEngine", "AVFGraph", "AVFLV2Host", "AVFRender",
                "CAVFLilv", "CAVFRealtime", "TestPlugins", "TestSupport", "avf-plugin-host",
            ]),
        .executableTarget(name: "avf-media-alone", dependencies: ["AVFMedia"], path: "Tests/MediaAlone"),
        .testTarget(name: "MediaTests", dependencies: ["AVFMedia", "TestSupport", "avf-media-alone"]),
        .target(name: "TestBanks", path: "Tests/TestBanks"),
        .testTarget(
            name: "SoundBanksTests", dependencies: ["AVFSoundBanks", "TestBanks", "TestSupport"]),
        .testTarget(
            name: "EngineTests",
            dependencies: [
                "AVFPluginSandbox", "CAVFRealtime", "AVFEngine", "AVFGraph", "AVFUnits", "AVFMedia",
                "AVFDevices", "AVFSequencing", "AVFRender", "AVFDSP", "AVFRealtime", "TestPlugins",
                "TestSupport",
            ]),
        .testTarget(
            name: "AVFAudioTests",
            dependencies: [
                "AVFMedia", "AVFPluginCatalog", "AVFPluginValidation", "AVFAudio", "AVFoundation",
                "CoreAudio", "AVFDevices", "AVFEngine", "AVFRender", "TestBanks", "TestPlugins",
                "TestSupport",
            ]),
        .testTarget(name: "CoreMediaTests", dependencies: ["CoreMedia"]),
        .testTarget(
            name: "AVFAudioCTests",
            dependencies: [
                "AVFPluginCatalog", "AVFEngine", "AVFGraph", "AVFMedia", "AVFUnits", "AVFRender",
                "TestSupport",
            ],
            exclude: ["Programs", "check-library.sh"]),
        .testTarget(
            name: "GeneratedTests",
            dependencies: [
                "AVFPluginCatalog", "AVFAudio", "AVFGenerate", "AVFInstruments", "AVFLV2Host",
                "AVFSoundBanks", "AVFUnits", "AVFRender", "CAVFLV2", "CAVFRealtime", "TestBanks",
                "TestSupport",
            ],
            exclude: ["check-plugins.sh"]),
        .testTarget(name: "LayeringTests", dependencies: ["TestSupport"], swiftSettings: optimized),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "AVFPluginCatalog", "AVFPluginValidation", "AVFEngine", "AVFGraph", "AVFMedia", "AVFRender",
                "AVFSequencing", "AVFUnits", "TestBanks", "TestPlugins", "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
