import AVFPluginCatalog
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
            let contents = SmallFile.read(path, atMost: min(room, Self.largestFile))
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
        return SmallFile.read(file.path, atMost: contents.count) == contents
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
                SmallFile.makeFolders(folder)
                guard SmallFile.write(path, contents) else { return nil }
                return path
            }
            if SmallFile.read(path, atMost: contents.count + 1) == contents { return path }
        }
        return nil
    }
}
