import Glibc

/// The bank that plays songs when the program names none.
package enum DefaultBank {
    /// The environment variable that names it.
    package static let variable = "AVFAUDIO_SOUND_BANK"
    /// Folders in which distributions keep General MIDI banks.
    private static let folders = [
        "/usr/share/sounds/sf2", "/usr/share/sounds/sf3", "/usr/share/soundfonts",
        "/usr/local/share/soundfonts", "/usr/local/share/sounds/sf2",
    ]
    /// Names of whole General MIDI banks, the best known first: what distributions let "default" point to
    /// comes before them.
    private static let names = ["default", "fluidr3_gm", "generaluser", "musescore_general", "timgm6mb"]

    /// The path of the bank: what the environment variable says, or else the first General MIDI bank of the
    /// system; nil if there is none.
    package static var path: String? {
        if let named = getenv(variable).map({ String(cString: $0) }), !named.isEmpty { return named }
        return path(in: folders)
    }

    /// The first bank of some folders; one with a well-known name before others.
    static func path(in folders: [String]) -> String? {
        let files = folders.flatMap { folder in names(in: folder).map { (folder: folder, name: $0) } }
        let known = names.lazy.compactMap { start in
            files.first { $0.name.asciiLowercased.hasPrefix(start) }
        }
        return (known.first ?? files.first).map { $0.folder + "/" + $0.name }
    }

    /// The banks of a folder, in the order of their names.
    private static func names(in folder: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let lowercased = name.asciiLowercased
            if [".sf2", ".sf3", ".dls"].contains(where: lowercased.hasSuffix) { names.append(name) }
        }
        return names.sorted()
    }
}

extension String {
    /// Without the letters A to Z in capitals.
    fileprivate var asciiLowercased: String {
        String(decoding: utf8.map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 }, as: UTF8.self)
    }
}
