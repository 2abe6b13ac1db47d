import Foundation
import TestPlugins

/// Ways in which a bundle can be broken on disk.
enum BrokenBundle: String, CaseIterable {
    case fifoManifest, deviceManifest, folderManifest, loopingManifest, deepNesting, binaryManifest
    case missingDescription, badSyntax, badManifest, missingBinary, escapingBinary, remoteBinary
    case portGap, portTwice, negativePort, hugeManifest, dynamicManifest

    /// What the failure must say.
    var reason: String {
        switch self {
        case .fifoManifest, .deviceManifest, .folderManifest: "is not a regular file"
        case .loopingManifest: "Too many levels of symbolic links"
        case .deepNesting: "nests brackets more than 64 deep"
        case .binaryManifest: "is not text"
        case .missingDescription, .badSyntax: "has no name"
        case .badManifest: "is not valid Turtle"
        case .missingBinary: "it names no binary"
        case .escapingBinary: "/etc/passwd is not inside the bundle"
        case .remoteBinary: "http://127.0.0.1:9/x.so is not inside the bundle"
        case .portGap: "port index 7 is out of range"
        case .portTwice: "port index 1 is used twice"
        case .negativePort: "port index -1 is out of range"
        case .hugeManifest: "is larger than 16 MiB"
        case .dynamicManifest: "dynamic manifest"
        }
    }

    /// Writes the bundle and returns its path.
    func write(to folder: BundleFolder) throws -> String {
        let name = "mid-" + rawValue
        let bundle = folder.path + "/\(name).lv2"
        switch self {
        case .fifoManifest:
            try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
            mkfifo(bundle + "/manifest.ttl", 0o600)
        case .deviceManifest: try link(bundle, to: "/dev/zero")
        case .loopingManifest: try link(bundle, to: "manifest.ttl")
        case .folderManifest:
            try FileManager.default.createDirectory(
                atPath: bundle + "/manifest.ttl", withIntermediateDirectories: true)
        case .binaryManifest: try folder.add(name, ["manifest.ttl": "<urn:x>\0\u{1} ."])
        case .badManifest:
            try folder.add(
                name, ["manifest.ttl": BundleFolder.prefixes + "<urn:x> a lv2:Plugin ; lv2:binary <x.so ;;;"])
        case .dynamicManifest:
            try folder.add(
                name, ["manifest.ttl": "<urn:x> a <http://lv2plug.in/ns/ext/dynmanifest#DynManifest> ."])
        case .hugeManifest:
            let bundle = try folder.add(name, ["manifest.ttl": ""])
            truncate(bundle + "/manifest.ttl", 20 << 20)
        case .missingDescription:
            let bundle = try folder.add(name, body: "")
            unlink(bundle + "/plugin.ttl")
        case .missingBinary:
            try folder.add(
                name,
                [
                    "manifest.ttl": BundleFolder.prefixes
                        + "<urn:x> a lv2:Plugin ; doap:name \"X\" ."
                ])
        case .escapingBinary:
            try folder.add(name, binary: "../../../../../../../../etc/passwd", body: BundleFolder.plainBody)
        case .remoteBinary:
            try folder.add(name, binary: "http://127.0.0.1:9/x.so", body: BundleFolder.plainBody)
        default: try folder.add(name, body: body)
        }
        return bundle
    }

    private var body: String {
        switch self {
        case .deepNesting: "lv2:port " + String(repeating: "[ a ", count: 100_000)
        case .badSyntax: "lv2:port [ ,;; ] . <<< \"unterminated"
        case .portGap: ports([0, 1, 7])
        case .portTwice: ports([0, 1, 1])
        case .negativePort: ports([0, -1])
        default: ""
        }
    }

    private func ports(_ indices: [Int]) -> String {
        "doap:name \"Ports\" ; lv2:port "
            + indices.map { "[ a lv2:InputPort , lv2:AudioPort ; lv2:index \($0) ]" }.joined(separator: " , ")
    }

    private func link(_ bundle: String, to target: String) throws {
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: bundle + "/manifest.ttl", withDestinationPath: target)
    }
}
