// swift-tools-version: 6.2
// A package that uses this one as strangers do. outside.sh gives it the README's program, and says where the
// library is: in a folder, or in a git repository with a version.
import PackageDescription

let place = Context.environment["AVFAUDIO"] ?? "../.."
let version = Context.environment["AVFAUDIO_VERSION"].flatMap { Version($0) }
let identity = String((place.split(separator: "/").last ?? "").prefix { $0 != "." })

let package = Package(
    name: "Outside",
    dependencies: [version.map { .package(url: place, exact: $0) } ?? .package(path: place)],
    targets: [
        .executableTarget(
            name: "Outside", dependencies: [.product(name: "AVFAudio", package: identity)], path: "Sources")
    ],
    swiftLanguageModes: [.v6]
)
