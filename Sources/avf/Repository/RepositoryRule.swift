import AVFGenerate

/// A rule of the repository that a program can check.
struct RepositoryRule: Sendable {
    let name: String
    /// What breaks it, one line each; empty if nothing does.
    let findings: @Sendable (Repository) -> [String]

    /// Every rule, in the order in which they are reported.
    static let all = [
        RepositoryRule(name: "every import is an arrow of Package.swift", findings: undeclaredImports),
        RepositoryRule(name: "generated files say what the units say") {
            GeneratedFiles.staleness(under: $0.root)
        },
        RepositoryRule(name: "no Foundation below the faces") {
            matches($0, ["import Foundation", "import Dispatch"], in: belowTheFaces)
        },
        RepositoryRule(name: "no locks and no tasks in Render, DSP and Units") {
            matches(
                $0, ["Mutex<", "Task {", "actor "], in: ["Sources/Render/", "Sources/DSP/", "Sources/Units/"])
        },
        RepositoryRule(
            name: "two functions at most are exempt from the real-time proof", findings: exemptions),
        RepositoryRule(name: "no force try, no unfinished work without its issue") {
            matches($0, ["try" + "!", "TODO" + ":", "FIX" + "ME"], in: ["Sources/"])
        },
        RepositoryRule(
            name: "files have 400 lines at most, comments 110 columns, other lines 120", findings: sizes),
        RepositoryRule(name: "no file is named after nothing", findings: emptyNames),
    ]

    private static let belowTheFaces = [
        "DSP", "Render", "Units", "Graph", "Devices", "LV2Host", "Media", "Engine", "AVFAudioC",
        "AVFAudioLV2",
        "Generate",
    ].map { "Sources/\($0)/" }

    private static func matches(_ repository: Repository, _ words: [String], in folders: [String]) -> [String]
    {
        repository.sources.filter { file in folders.contains { file.path.hasPrefix($0) } }.flatMap { file in
            file.lines.enumerated().compactMap { number, line in
                let isComment = line.drop { $0 == " " }.hasPrefix("//")
                let found = words.first { hasWord($0, line) }
                return isComment ? nil : found.map { "\(file.path):\(number + 1): \($0)" }
            }
        }
    }

    /// Whether a line has a word that is not the end of another.
    private static func hasWord(_ word: String, _ line: Substring) -> Bool {
        guard let place = line.firstRange(of: word) else { return false }
        return place.lowerBound == line.startIndex || !line[line.index(before: place.lowerBound)].isLetter
    }

    private static func exemptions(_ repository: Repository) -> [String] {
        let found = matches(repository, ["@_semantics(\"no_performance" + "_analysis\")"], in: ["Sources/"])
        return found.count > 2 ? found : []
    }

    private static func sizes(_ repository: Repository) -> [String] {
        repository.sources.filter { !$0.isGenerated }.flatMap { file in
            let long = file.lines.enumerated().filter { _, line in
                line.count > (line.drop { $0 == " " }.hasPrefix("//") ? 110 : 120)
            }
            return (file.lines.count > 400 ? ["\(file.path): \(file.lines.count) lines"] : [])
                + long.map { "\(file.path):\($0.offset + 1): \($0.element.count) columns" }
        }
    }

    private static func emptyNames(_ repository: Repository) -> [String] {
        let empty = ["Util", "Helper", "Common", "Manager", "Misc"]
        return repository.sources.map(\.path).filter { path in
            let name = path.split(separator: "/").last ?? ""
            let isApples = name.hasPrefix("AV") || name.hasPrefix("Audio")
            return !isApples && empty.contains { name.contains($0) }
        }
    }

    private static func undeclaredImports(_ repository: Repository) -> [String] {
        let targets = PackageTarget.all(in: repository.manifest)
        let names = Set(targets.map(\.name))
        return targets.flatMap { target in
            repository.sources.filter { $0.path.hasPrefix(target.path + "/") }.flatMap { file in
                file.imports.filter {
                    names.contains($0) && $0 != target.name && !target.dependencies.contains($0)
                }.map { "\(file.path) imports \($0), which \(target.name) does not declare" }
            }
        }
    }
}

/// A target as Package.swift declares it.
struct PackageTarget {
    let name: String
    let path: String
    let dependencies: [String]

    /// The targets with a path, read from the text between one `name:` and the next.
    static func all(in manifest: Repository.File) -> [PackageTarget] {
        let text = manifest.lines.joined(separator: " ")
        return text.split(separator: "arget(").dropFirst().compactMap { part in
            let strings = Self.strings(after: "name:", in: part, upTo: 1)
            guard let name = strings.first, let path = Self.strings(after: " path:", in: part, upTo: 1).first
            else {
                return nil
            }
            return PackageTarget(
                name: name, path: path,
                dependencies: Self.strings(after: "dependencies: [", in: part, upTo: .max, until: "]"))
        }
    }

    private static func strings(
        after label: String, in text: Substring, upTo count: Int, until end: Character? = nil
    ) -> [String] {
        guard let place = text.firstRange(of: label) else { return [] }
        let rest = text[place.upperBound...].prefix { $0 != end }
        let quoted = rest.split(separator: "\"", omittingEmptySubsequences: false)
        return quoted.indices.filter { $0 % 2 == 1 }.prefix(count).map { String(quoted[$0]) }
    }
}
