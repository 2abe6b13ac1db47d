// swift-tools-version: 6.2
// A package that uses this one as strangers do. outside.sh gives it the README's programs, and says in which
// folder the library is.
import PackageDescription

let place = Context.environment["AVFAUDIO"] ?? "../.."
let identity = String((place.split(separator: "/").last ?? "").prefix { $0 != "." })

func program(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: "AVFAudio", package: identity)], path: "Sources/\(name)")
}

let package = Package(
    name: "Outside",
    dependencies: [.package(path: place)],
    targets: [program("render"), program("play"), program("isolate")],
    swiftLanguageModes: [.v6]
)
