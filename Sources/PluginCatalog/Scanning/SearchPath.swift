import Glibc

/// The folders that hold bundles, in order; the first bundle that describes a plugin in its newest version
/// wins.
package struct SearchPath: Sendable, Equatable, CustomStringConvertible {
    /// Absolute paths, each once.
    package let folders: [String]

    /// Folders separated by colons, `~` for the home folder, empty parts ignored.
    package init(_ text: String) {
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        var seen: Set<String> = []
        folders = text.split(separator: ":").map {
            $0 == "~" || $0.hasPrefix("~/") ? home + $0.dropFirst() : String($0)
        }.filter { seen.insert($0).inserted }
    }

    /// `LV2_PATH` if it is set and not empty, else Debian's folders.
    package static func environment() -> SearchPath {
        let named = getenv("LV2_PATH").map { String(cString: $0) } ?? ""
        return SearchPath(named.isEmpty ? standard : named)
    }

    private static let standard =
        "~/.lv2:/usr/lib/lv2:/usr/lib/x86_64-linux-gnu/lv2:/usr/lib/aarch64-linux-gnu/lv2:/usr/local/lib/lv2"

    /// The folders, separated by colons.
    package var description: String { folders.joined(separator: ":") }

    /// Every bundle: a folder with a `manifest.ttl` of whatever kind, each real folder once.
    package func bundles() -> [String] {
        var seen: Set<FileIdentity.Key> = []
        return folders.flatMap(Self.entries).filter { path in
            guard FileIdentity(path + "/manifest.ttl") != nil || isUnreadableLink(path + "/manifest.ttl"),
                let folder = FileIdentity(path)
            else { return false }
            return seen.insert(folder.key).inserted
        }
    }

    /// A link that leads nowhere or in a circle: it is there, so it is reported rather than passed over.
    private func isUnreadableLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The entries of a folder, sorted, so that the order does not depend on the file system.
    static func entries(_ folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted().map { folder + "/" + $0 }
    }
}

/// What tells whether a file is still the one that was read.
package struct FileIdentity: Equatable, Sendable {
    /// Which file it is, whatever its name.
    struct Key: Hashable, Sendable {
        let device: UInt
        let inode: UInt
    }

    let key: Key
    package let size: Int
    let modified: String

    /// The identity of the file at `path`, links followed; nil if there is none.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        key = Key(device: UInt(status.st_dev), inode: UInt(status.st_ino))
        size = Int(status.st_size)
        let nanoseconds = String(status.st_mtim.tv_nsec)
        modified =
            "\(status.st_mtim.tv_sec)." + String(repeating: "0", count: 9 - nanoseconds.count) + nanoseconds
    }

    /// The fields of an `S` line after the path, as the scanner child writes them.
    package var fields: [String] { [String(size), modified, String(key.inode)] }
}
