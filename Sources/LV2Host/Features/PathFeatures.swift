import CAVFLilv
import Glibc

/// What a plugin may ask about files while nothing is saved: paths stay as they are.
///
/// Saving and restoring state brings its own mapping.
enum PathFeatures {
    /// The feature state:mapPath.
    static var map: LV2_State_Map_Path {
        LV2_State_Map_Path(
            handle: nil, abstract_path: { _, path in path.flatMap { strdup($0) } },
            absolute_path: { _, path in path.flatMap { strdup($0) } })
    }

    /// The feature state:freePath.
    static var free: LV2_State_Free_Path {
        LV2_State_Free_Path(handle: nil) { _, path in Glibc.free(path) }
    }

    /// The feature state:makePath: a file in a folder of this process's own below `$TMPDIR`.
    static var make: LV2_State_Make_Path {
        LV2_State_Make_Path(handle: nil) { _, path in
            path.flatMap { PathFeatures.scratchPath(String(cString: $0)) }.flatMap { strdup($0) }
        }
    }

    private static func scratchPath(_ path: String) -> String? {
        guard var parent = scratchFolder else { return nil }
        let parts = path.split(separator: "/").filter { $0 != ".." }
        for part in parts.dropLast() {
            parent += "/" + part
            mkdir(parent, 0o700)
        }
        return parts.last.map { parent + "/" + $0 }
    }

    private static let scratchFolder: String? = {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        guard let template = strdup(parent + "/avfaudio-XXXXXX") else { return nil }
        defer { Glibc.free(template) }
        return mkdtemp(template).map { String(cString: $0) }
    }()
}
