import CAVFShimsProcess
import Glibc

/// Where the program is that runs one plugin in a process of its own.
package enum HostProgram {
    /// What the file is called.
    package static let name = "avf-plugin-host"
    /// Names the file; a program that has gained privileges does not listen to it.
    package static let variable = "AVF_PLUGIN_HOST"

    /// The program's path: the one that is given, that of `$AVF_PLUGIN_HOST`, or the first that there is.
    ///
    /// - Throws: `PluginError.noHostProgram` with the places where it was looked for.
    package static func path(given: String?) throws(PluginError) -> String {
        let named = given ?? avf_shim_environment(variable).map { String(cString: $0) }
        let candidates = named.map { [$0] } ?? usualPlaces
        guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw .noHostProgram(lookedFor: candidates)
        }
        return path
    }

    /// Whether `path` would find the program.
    package static func isInstalled(given: String?) -> Bool { (try? path(given: given)) != nil }

    /// Beside the program, beside the library, and where both are installed to.
    private static let usualPlaces: [String] = {
        let folders = [programFile, ownFile].compactMap { $0 }.map(folder)
        // Libraries may live one folder deeper, such as in lib/x86_64-linux-gnu.
        let near = folders.flatMap { near in
            let above = [folder(near), folder(folder(near))]
            return [near + "/" + name] + above.map { $0 + "/libexec/avfaudio/" + name }
        }
        let installed = ["/usr/local/libexec/avfaudio/" + name, "/usr/libexec/avfaudio/" + name]
        var places: [String] = []
        for place in near + installed where !places.contains(place) { places.append(place) }
        return places
    }()

    private static func folder(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    private static var programFile: String? { taken(realpath("/proc/self/exe", nil)) }
    private static var ownFile: String? { taken(avf_shim_own_file()) }

    private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
        defer { free(text) }
        return text.map { String(cString: $0) }
    }
}
