import AVFConsole
import Foundation

/// What `avf play` plays, one after the other.
enum Playlist {
    /// The files of the arguments, with playlists (`.m3u`, `.m3u8`) replaced by what they name.
    ///
    /// Lines with a # are comments; paths are relative to the playlist's folder.
    /// - Throws: `Failure` for a playlist that cannot be read, is empty, or names what is on the network.
    static func files(_ arguments: [String]) throws(Failure) -> [String] {
        var files: [String] = []
        for argument in arguments {
            if isPlaylist(argument) {
                files += try entries(of: argument)
            } else {
                files.append(argument)
            }
        }
        return files
    }

    private static func isPlaylist(_ path: String) -> Bool {
        let name = path.lowercased()
        return name.hasSuffix(".m3u") || name.hasSuffix(".m3u8")
    }

    private static func entries(of path: String) throws(Failure) -> [String] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(.noInput, "The playlist “\(path)” cannot be read.")
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        var files: [String] = []
        for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let entry = line.trimmingCharacters(in: .whitespaces)
            guard !entry.isEmpty, !entry.hasPrefix("#"), entry != "\u{feff}#EXTM3U" else { continue }
            guard !entry.contains("://") else {
                throw Failure(.badData, "“\(path)” names “\(entry)”, which is no file: nothing is fetched.")
            }
            files.append(URL(fileURLWithPath: entry, relativeTo: folder).path)
        }
        guard !files.isEmpty else { throw Failure(.badData, "The playlist “\(path)” names no files.") }
        return files
    }
}
