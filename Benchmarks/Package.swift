// swift-tools-version: 6.2
// A package of its own: it sees of AVFAudio what every other program sees.
import PackageDescription

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "AVFAudio", path: "..")],
    targets: [
        .systemLibrary(name: "Lilv", pkgConfig: "lilv-0", providers: [.apt(["liblilv-dev"])]),
        // The references may contract a·b+c, which the engine denies itself to give the same samples
        // everywhere.
        .target(
            name: "References", dependencies: ["Lilv"],
            cSettings: [.unsafeFlags(["-O3", "-ffp-contract=fast"])],
            linkerSettings: [.linkedLibrary("sndfile")]),
        .executableTarget(
            name: "bench",
            dependencies: ["References", .product(name: "AVFAudio", package: "AVFAudio")]),
    ],
    swiftLanguageModes: [.v6]
)
