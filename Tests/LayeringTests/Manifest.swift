/// The targets of Package.swift, as far as they concern the arrows.
struct Manifest {
    /// What each target depends on, by the target's name.
    private(set) var dependencies: [String: Set<String>] = [:]
    /// The targets by the folder they live in.
    private(set) var targets: [String: String] = [:]

    init(_ file: SourceFile) {
        let declarations = file.text.matches(
            of: /\.(?:target|executableTarget|testTarget|systemLibrary)\(\s*name:\s*"([^"]+)"/)
        let ends = declarations.dropFirst().map(\.range.lowerBound) + [file.text.endIndex]
        for (declaration, end) in zip(declarations, ends) {
            let name = String(declaration.1)
            let text = file.text[declaration.range.upperBound..<end]
            dependencies[name] = Self.dependencies(in: text)
            let folder = text.firstMatch(of: /\bpath:\s*"([^"]+)"/).map { String($0.1) } ?? "Tests/" + name
            targets[folder] = name
        }
    }

    private static func dependencies(in text: Substring) -> Set<String> {
        guard let list = text.firstMatch(of: /dependencies:\s*\[([^\]]*)\]/)?.1 else { return [] }
        let products = list.matches(of: /\.product\(name:\s*"([^"]+)"[^)]*\)/)
        let plain = list.replacing(/\.product\([^)]*\)/, with: "")
        return Set(products.map { String($0.1) } + plain.matches(of: /"([^"]+)"/).map { String($0.1) })
    }

    /// The modules of this package, and the products of others, that files import without a declaration.
    func undeclaredImports(in files: [SourceFile], known: Set<String>) -> [String] {
        files.flatMap { file in
            let declared = targets["Sources/" + file.module].flatMap { dependencies[$0] } ?? []
            return Arrow.imports(of: file)
                .filter { known.contains($0) && !declared.contains($0) }
                .map { "\(file.path) imports \($0), which Package.swift does not give it" }
        }
    }
}
