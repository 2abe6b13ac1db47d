import AVFConsole
import AVFGenerate
import ArgumentParser
import Glibc

/// `avf-dev bundle`.
struct BundleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle", abstract: "Makes the LV2 bundle of the native units.",
        discussion: """
            The bundle is avfaudio.lv2 in the output folder, such as ~/.lv2: manifest, descriptions, and the \
            library libavfaudio-lv2.so, which is looked for beside this program.
            """)

    @Option(help: "The folder that the bundle goes into.") var output = "."
    @Option(help: "The built library, if it is not beside this program.") var library: String?

    private static let libraryName = "libavfaudio-lv2.so"

    func validate() throws {
        guard !output.isEmpty else { throw ValidationError("--output needs the name of a folder.") }
    }

    func run() throws {
        let source = library ?? Self.programFolder + "/" + Self.libraryName
        guard access(source, R_OK) == 0 else {
            throw Failure(
                .noInput,
                "There is no library “\(source)”: build it with "
                    + "`swift build --product avfaudio-lv2`, or name it with --library.")
        }
        guard Self.isLibrary(source) else {
            throw Failure(.badData, "“\(source)” is no library: it does not begin as one does.")
        }
        let bundle = output + "/avfaudio.lv2"
        do {
            try GeneratedFiles.writeBundle(to: bundle)
        } catch {
            throw Failure(.cannotCreate, error.description)
        }
        try FileCopy(from: source, to: bundle + "/" + Self.libraryName).run()
        Console.out(bundle)
    }

    /// Whether a file begins as the system's programs and libraries do (ELF).
    private static func isLibrary(_ path: String) -> Bool {
        guard let file = fopen(path, "r") else { return false }
        defer { fclose(file) }
        var start = [UInt8](repeating: 0, count: 4)
        return fread(&start, 1, 4, file) == 4 && start == [0x7f] + Array("ELF".utf8)
    }

    private static var programFolder: String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map {
                readlink("/proc/self/exe", $0.assumingMemoryBound(to: CChar.self), bytes.count)
            } ?? 0
        }
        let path = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}

/// Copies a file; the new one takes the old one's name at once, so that a running host keeps what it has.
private struct FileCopy {
    let source: String
    let destination: String

    init(from source: String, to destination: String) {
        self.source = source
        self.destination = destination
    }

    func run() throws(Failure) {
        let temporary = destination + ".\(getpid()).part"
        guard let input = fopen(source, "r") else { throw failure(.noInput, source) }
        defer { fclose(input) }
        guard let output = fopen(temporary, "w") else { throw failure(.cannotCreate, destination) }
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        var isCopied = true
        while case let count = fread(&chunk, 1, chunk.count, input), count > 0 {
            isCopied = isCopied && fwrite(chunk, 1, count, output) == count
        }
        isCopied = fclose(output) == 0 && isCopied && ferror(input) == 0
        guard isCopied, chmod(temporary, 0o755) == 0, rename(temporary, destination) == 0 else {
            let failure = failure(.inputOutput, destination)
            unlink(temporary)
            throw failure
        }
    }

    private func failure(_ status: ExitStatus, _ path: String) -> Failure {
        Failure(status, "“\(path)” could not be copied: \(String(cString: strerror(errno))).")
    }
}
