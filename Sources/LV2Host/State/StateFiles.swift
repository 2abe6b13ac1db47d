import AVFRender
import Glibc

/// The files of one state: the names that a plugin knows them by, and where they are.
///
/// Used by one thread at a time.
final class StateFiles {
    /// Larger files are named, not carried along.
    private static let largestFile = 64 << 20
    private static let largestSum = 256 << 20
    /// The name of the plugin's own bundle, which may lie elsewhere on another machine.
    private static let bundleName = "bundle/"

    private let bundle: String
    private var names: [String: String] = [:]
    private var order: [(name: String, path: String)] = []
    private var known: [String: UnitState.File] = [:]
    /// Where restored files are written that are not where they were.
    private let store: String
    /// Names that could not be found.
    private(set) var missing: [String] = []

    /// Files of a plugin in that bundle; when restoring, those that the state brings.
    init(bundle: String, files: [UnitState.File] = [], store: String = StateFiles.standardStore) {
        self.bundle = bundle
        self.store = store
        for file in files { known[file.name] = file }
    }

    /// `$XDG_DATA_HOME/avfaudio/files`, or below `~/.local/share`.
    static var standardStore: String {
        if let folder = getenv("XDG_DATA_HOME").map({ String(cString: $0) }), folder.hasPrefix("/") {
            return folder + "/avfaudio/files"
        }
        return (getenv("HOME").map { String(cString: $0) } ?? "/tmp") + "/.local/share/avfaudio/files"
    }

    // MARK: Saving

    /// The name of a file for the state: the same on every machine.
    func abstractName(_ path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        if path.hasPrefix(bundle + "/") { return Self.bundleName + path.dropFirst(bundle.count + 1) }
        if let name = names[path] { return name }
        let last = path.split(separator: "/").last.map(String.init) ?? "folder"
        let name = "files/\(order.count)/\(last)"
        names[path] = name
        order.append((name, path))
        return name
    }

    /// Everything that was named, with what is in it now.
    ///
    /// Called when the plugin is done: it may have written its files after it named them.
    func collect() -> [UnitState.File] {
        var room = Self.largestSum
        return order.map { name, path in
            let contents = Self.read(path, atMost: min(room, Self.largestFile))
            room -= contents?.count ?? 0
            return UnitState.File(name: name, path: path, contents: contents)
        }
    }

    // MARK: Restoring

    /// Where a named file is: in its old place if it is still the same, else among the restored files.
    func path(_ name: String) -> String {
        if let path = Self.pathInsideBundle(name, bundle) { return path }
        guard let file = known[name] else { return pathOfStranger(name) }
        if isUnchanged(file) { return file.path }
        if let path = unpacked(file) { return path }
        if !missing.contains(file.path) { missing.append(file.path) }
        return file.path
    }

    /// Where a file is that the state does not bring: a preset may name what is not there.
    private func pathOfStranger(_ name: String) -> String {
        if let path = order.first(where: { $0.name == name })?.path { return path }
        if !name.hasPrefix("/") || access(name, R_OK) != 0, !missing.contains(name) { missing.append(name) }
        return name
    }

    /// Where a file of the plugin's own bundle is; nil for other names.
    static func pathInsideBundle(_ name: String, _ bundle: String) -> String? {
        guard name.hasPrefix(bundleName) else { return nil }
        let parts = name.dropFirst(bundleName.count).split(separator: "/")
        return bundle + "/" + parts.filter { $0 != ".." }.joined(separator: "/")
    }

    private func isUnchanged(_ file: UnitState.File) -> Bool {
        guard let contents = file.contents else { return access(file.path, R_OK) == 0 }
        guard FileIdentity(file.path)?.size == contents.count else { return false }
        return Self.read(file.path, atMost: contents.count) == contents
    }

    /// Writes a file's contents below a name made from them, once; nil if that cannot be done.
    private func unpacked(_ file: UnitState.File) -> String? {
        guard let contents = file.contents else { return nil }
        var last = file.name.split(separator: "/").last.map(String.init) ?? "file"
        if last == "." || last == ".." { last = "file" }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        contents.withUnsafeBytes { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
        // Contents that share the hash by chance get a folder of their own.
        for attempt in 0..<16 {
            let folder = store + "/" + String(hash, radix: 16) + (attempt == 0 ? "" : "-\(attempt)")
            let path = folder + "/" + last
            if FileIdentity(path) == nil {
                Self.makeFolders(folder)
                guard Self.write(path, contents) else { return nil }
                return path
            }
            if Self.read(path, atMost: contents.count + 1) == contents { return path }
        }
        return nil
    }

    // MARK: The disk

    /// The bytes of a regular file, unless there are more.
    static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            return nil
        }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(file, buffer.baseAddress.map { $0 + count }, size - count)
                guard got > 0 else { return }
                count += got
            }
        }
        return bytes.count == size ? bytes : nil
    }

    /// Writes a file as a whole, or not at all.
    static func write(_ path: String, _ bytes: [UInt8]) -> Bool {
        let temporary = path + ".\(getpid()).\(pthread_self())"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { return false }
        var written = 0
        bytes.withUnsafeBytes { all in
            while written < all.count {
                let count = Glibc.write(file, all.baseAddress.map { $0 + written }, all.count - written)
                guard count > 0 else { break }
                written += count
            }
        }
        close(file)
        if written == bytes.count, rename(temporary, path) == 0 { return true }
        unlink(temporary)
        return false
    }

    /// Makes a folder and those above it.
    static func makeFolders(_ path: String) {
        var place = ""
        for part in path.split(separator: "/") {
            place += "/" + part
            mkdir(place, 0o755)
        }
    }
}
