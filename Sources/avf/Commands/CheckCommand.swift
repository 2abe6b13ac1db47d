import AVFGenerate
import ArgumentParser

/// `avf check`.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Holds the repository against those of its rules that a program can check.",
        discussion: """
            For contributors. Checked: imports against the arrows of Package.swift, generated files, sizes of \
            files and lines, what must not appear on the render side or below the faces, unfinished work. \
            Not checked: everything that takes a reader, a test run or a benchmark. Exits with 65 if a rule is \
            broken.
            """)

    @Option(help: "The top of the repository.") var root = "."

    func run() throws {
        try Repository.check(root)
        let repository = Repository(root: root)
        var brokenCount = 0
        for rule in RepositoryRule.all {
            let findings = rule.findings(repository)
            brokenCount += findings.isEmpty ? 0 : 1
            Console.out((findings.isEmpty ? "ok      " : "BROKEN  ") + rule.name)
            findings.forEach { Console.out("        " + $0) }
        }
        if brokenCount > 0 { throw Failure(.badData, "\(brokenCount) rules are broken.") }
    }
}
