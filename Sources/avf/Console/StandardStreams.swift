import AVFConsole
import AVFMedia
import Glibc

/// The name `-`: standard input as a file to read, standard output as one to write.
enum StandardStreams {
    /// What users write.
    static let name = "-"

    /// What a file that is written to standard output is called when its kind is looked for, and in messages.
    static func formatPath(_ path: String, container: String?) -> String {
        if let container { return "standard output." + container }
        return path == name ? "standard output.wav" : path
    }

    /// A path under which standard input can be read, from its beginning and more than once.
    ///
    /// What comes through a pipe is kept in a file without a name, gone with the process.
    /// - Throws: `Failure` if there is nothing, or no room for it.
    static func input(_ path: String) throws(Failure) -> String {
        guard path == name else { return path }
        var status = stat()
        if fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            return "/proc/self/fd/\(STDIN_FILENO)"
        }
        guard isatty(STDIN_FILENO) == 0 else {
            throw Failure(
                .usage, "“-” reads standard input, but that is a terminal: nothing is piped into it.")
        }
        return try kept([])
    }

    /// What a command reads: a file, or sound as it comes through a pipe.
    ///
    /// What must be there as a whole before it can be read is awaited.
    /// - Throws: As `input(_:)`.
    static func open(_ path: String) throws(Failure) -> SoundInput {
        guard path == name, isPipe else { return .file(try input(path)) }
        let piped: PipedInput
        do {
            piped = try AudioFileReader.open(
                pipe: STDIN_FILENO, name: "standard input", isCancelled: { Interruption.isRequested })
        } catch {
            throw Failure(reading: error)
        }
        switch piped {
        case .sound(let reader): return .pipe(reader)
        case .bytes(let head): return .file(try kept(head))
        }
    }

    private static var isPipe: Bool {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0, isatty(STDIN_FILENO) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG
    }

    /// A path to everything on standard input, behind bytes that have been read already.
    private static func kept(_ head: [UInt8]) throws(Failure) -> String {
        let file = try temporaryFile()
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: head.count, alignment: 16)
        defer { room.deallocate() }
        room.copyBytes(from: head)
        try send(UnsafeRawBufferPointer(room), to: file)
        try copy(from: STDIN_FILENO, to: file, failure: .noInput)
        return "/proc/self/fd/\(file)"
    }

    /// A message with the users' name for what is read.
    static func named(_ message: String) -> String {
        var text = message
        while let found = text.firstRange(of: "/proc/self/fd/") {
            let end = text[found.upperBound...].firstIndex { !$0.isNumber } ?? text.endIndex
            text.replaceSubrange(found.lowerBound..<end, with: "standard input")
        }
        return text
    }

    /// Refuses to write sound onto a terminal.
    static func checkOutput() throws(Failure) {
        guard isatty(STDOUT_FILENO) == 0 else {
            throw Failure(.usage, "“-” writes standard output, but that is a terminal: pipe it somewhere.")
        }
    }

    /// A path for a file that becomes standard output.
    ///
    /// - Throws: `Failure` if no file can be made.
    static func outputPath() throws(Failure) -> String {
        return "/proc/self/fd/\(try temporaryFile())"
    }

    /// Writes a finished file to standard output.
    ///
    /// - Throws: `Failure` if it cannot be written.
    static func send(_ path: String) throws(Failure) {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure(.inputOutput, reason("“\(path)” could not be read")) }
        defer { close(file) }
        try copy(from: file, to: STDOUT_FILENO, failure: .inputOutput)
    }

    private static func temporaryFile() throws(Failure) -> Int32 {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/avf-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { throw Failure(.cannotCreate, reason("No file could be made in “\(folder)”")) }
        unlink(template)
        return file
    }

    private static func copy(from source: Int32, to target: Int32, failure: ExitStatus) throws(Failure) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { room.deallocate() }
        while true {
            let got = read(source, room.baseAddress, room.count)
            if got < 0, errno == EINTR, !Interruption.isRequested { continue }
            guard got >= 0 else { throw Failure(failure, reason("The data could not be read")) }
            guard got > 0 else { return }
            try send(UnsafeRawBufferPointer(rebasing: room[..<got]), to: target)
        }
    }

    private static func send(_ bytes: UnsafeRawBufferPointer, to target: Int32) throws(Failure) {
        var done = 0
        while done < bytes.count, let start = bytes.baseAddress {
            let put = write(target, start + done, bytes.count - done)
            if put < 0, errno == EINTR, !Interruption.isRequested { continue }
            guard put > 0 else {
                if errno == EPIPE { throw Failure.closedPipe }
                throw Failure(.inputOutput, reason("The data could not be written"))
            }
            done += put
        }
    }

    private static func reason(_ text: String) -> String { "\(text): \(String(cString: strerror(errno)))." }
}

/// What a command reads.
enum SoundInput {
    /// A path, read from its beginning and as often as needed.
    case file(String)
    /// Sound that is read once, as it comes.
    case pipe(AudioFileReader)

    /// The file from its beginning.
    func reader() throws(MediaError) -> AudioFileReader {
        switch self {
        case .file(let path): try AudioFileReader(path: path)
        case .pipe(let reader): reader
        }
    }
}
