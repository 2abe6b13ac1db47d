import AVFConsole
import AVFMedia
import AVFRender
import Glibc

/// A file that appears under its name only when it is complete.
final class OutputFile {
    /// Frames that are collected before they are written: each write brings the file's header up to date.
    private static let batchFrameCount = 1 << 14

    /// The file's final path.
    let path: String
    let writer: AudioFileWriter
    /// Where it is written; a device such as `/dev/null` is written in place.
    private let temporaryPath: String
    /// Whether bytes go to standard output as they are made.
    private let isPiped: Bool
    private let tags: [AudioTag: String]
    /// Samples beyond full scale that have become integers before they came here.
    var clippedBefore = 0
    private let channelCount: Int
    private let buffer: SampleBuffer
    private var bufferedCount = 0

    /// Begins a file beside its final place.
    ///
    /// On standard output, what can be written from front to back appears as it is made. `frameCount` is how
    /// many frames will be written, nil if that is not known; `tags` are words about the sound, to be kept.
    ///
    /// - Throws: `Failure` if the format or the place is impossible.
    init(
        path: String, format: AudioFileFormat, frameCount: Int?, tags: [AudioTag: String] = [:],
        encoder: EncoderSettings = EncoderSettings()
    ) throws(Failure) {
        self.path = path
        self.tags = tags
        isPiped = path == StandardStreams.name && format.container.isStreamable
        temporaryPath = try Self.place(of: path, isPiped: isPiped)
        if temporaryPath != path, path != StandardStreams.name { Interruption.begin(temporaryPath) }
        channelCount = format.channelCount
        buffer = SampleBuffer(channelCount: format.channelCount, frameCapacity: Self.batchFrameCount)
        if Self.isFolder(path) { throw Failure(.cannotCreate, "“\(path)” is a folder, not a file.") }
        do {
            writer = try AudioFileWriter(
                path: temporaryPath, format: format, encoder: encoder, tags: tags, frameCount: frameCount,
                pipe: isPiped ? STDOUT_FILENO : nil)
        } catch {
            throw Failure(writing: error.renamed(to: StandardStreams.formatPath(path, container: nil)))
        }
    }

    /// Where a file is written before it has its name.
    private static func place(of path: String, isPiped: Bool) throws(Failure) -> String {
        guard path == StandardStreams.name else {
            return temporaryPath(for: path)
        }
        try StandardStreams.checkOutput()
        Console.takeOutput()
        return isPiped ? "standard output" : try StandardStreams.outputPath()
    }

    /// Appends frames.
    ///
    /// - Throws: `Failure`; on a full disk what was written is kept and its place is named.
    func write(
        _ channels: UnsafePointer<UnsafePointer<Float>>, offset: Int, frameCount: Int
    ) throws(Failure) {
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, Self.batchFrameCount - bufferedCount)
            for channel in 0..<channelCount {
                let target = buffer.channels[channel] + bufferedCount
                target.update(from: channels[channel] + offset + done, count: count)
            }
            bufferedCount += count
            done += count
            if bufferedCount == Self.batchFrameCount || isPiped { try flush() }
        }
    }

    private func flush() throws(Failure) {
        let count = bufferedCount
        bufferedCount = 0
        guard count > 0 else { return }
        do { try writer.write(buffer.readOnlyChannels, offset: 0, frameCount: count) } catch {
            throw keep(error)
        }
    }

    /// Appends interleaved frames.
    ///
    /// - Throws: As `write(_:offset:frameCount:)`.
    func writeInterleaved(_ samples: UnsafePointer<Double>, frameCount: Int) throws(Failure) {
        do { try writer.writeInterleaved(samples, frameCount: frameCount) } catch { throw keep(error) }
    }

    /// Appends interleaved integers of 32 bits.
    ///
    /// - Throws: As `write(_:offset:frameCount:)`.
    func writeInterleaved(_ samples: UnsafePointer<Int32>, frameCount: Int) throws(Failure) {
        do { try writer.writeInterleaved(samples, frameCount: frameCount) } catch { throw keep(error) }
    }

    /// Completes the file and gives it its name.
    ///
    /// - Throws: `Failure` if the end cannot be written.
    func finish() throws(Failure) {
        try flush()
        do { try writer.close() } catch { throw keep(error) }
        OutputNotes.tellClipping(writer.clippedSampleCount + clippedBefore, path: path)
        if isPiped { return }
        if temporaryPath != path { OutputNotes.tellLostTags(tags, in: temporaryPath, path: path) }
        if path == StandardStreams.name { return try StandardStreams.send(temporaryPath) }
        Interruption.finish(temporaryPath)
        guard temporaryPath != path, rename(temporaryPath, path) != 0 else { return }
        let reason = String(cString: strerror(errno))
        discard()
        throw Failure(.cannotCreate, "“\(path)” could not be made: \(reason).")
    }

    /// Leaves nothing behind.
    func discard() {
        try? writer.close()
        if temporaryPath != path, path != StandardStreams.name { unlink(temporaryPath) }
    }

    /// The disk's failure; what was written stays readable under a name of its own.
    private func keep(_ error: MediaError) -> Failure {
        try? writer.close()
        if isPiped, writer.hasLostItsReader { return .closedPipe }
        guard temporaryPath != path, path != StandardStreams.name else {
            return Failure(writing: error.renamed(to: StandardStreams.formatPath(path, container: nil)))
        }
        let kept = path + ".partial"
        let isKept = rename(temporaryPath, kept) == 0
        return Failure(
            .inputOutput,
            error.renamed(to: path).description + (isKept ? " What was written is in “\(kept)”." : ""))
    }

    /// Where a file is written until it is complete; special files such as devices are written in place.
    static func temporaryPath(for path: String) -> String {
        if isSpecial(path) { return path }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().map { $0 + "/" }.joined()
        return folder + ".\(parts.last ?? "")-\(getpid()).part"
    }

    private static func isSpecial(_ path: String) -> Bool {
        FileKind(path).map { $0 != .regular && $0 != .folder } ?? false
    }

    private static func isFolder(_ path: String) -> Bool { FileKind(path) == .folder }

    /// Whether two paths lead to one file, be it there or not.
    static func areSame(_ first: String, _ second: String) -> Bool {
        if first == StandardStreams.name || second == StandardStreams.name { return false }
        if let one = Identity(first), let two = Identity(second) { return one == two }
        let (one, two) = (split(first), split(second))
        guard one.name == two.name, let folder = Identity(one.folder) else { return false }
        return folder == Identity(two.folder)
    }

    private static func split(_ path: String) -> (folder: String, name: Substring) {
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        return (start == path.startIndex ? "." : String(path[..<start]), path[start...])
    }

    /// Which file of the system a path leads to.
    private struct Identity: Equatable {
        let device: dev_t
        let number: ino_t

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }
}

/// What a path leads to.
private enum FileKind {
    case regular, folder, special

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .folder
        default: self = .special
        }
    }
}

extension MediaError {
    /// The same about the file that the user named, instead of the one that it is written to at first.
    fileprivate func renamed(to path: String) -> MediaError {
        switch self {
        case .notFound: .openFailed(path, reason: "its folder does not exist")
        case .notARegularFile(_, let kind): .notARegularFile(path, kind: kind)
        case .permissionDenied: .permissionDenied(path)
        case .openFailed(_, let reason): .openFailed(path, reason: reason)
        case .unsupportedEncoding(_, let format): .unsupportedEncoding(path, format)
        case .diskFull(_, let frames): .diskFull(path, framesWritten: frames)
        case .tooLarge(_, let count, let limit): .tooLarge(path, byteCount: count, byteLimit: limit)
        case .writeFailed(_, let reason, let frames):
            .writeFailed(path, reason: reason, framesWritten: frames)
        case .invalidSampleRate(_, let rate): .invalidSampleRate(path, sampleRateHz: rate)
        case .invalidChannelCount(_, let count): .invalidChannelCount(path, channelCount: count)
        default: self
        }
    }
}
