import Foundation

/// Instructions by function, as callgrind has written them down.
struct CallgrindProfile {
    /// What each function took itself, without those that it called; the allocator's search is left out.
    private(set) var functions: [String: Double] = [:]
    var total: Double { functions.values.reduce(0, +) }

    /// Reads a file that was written with `--compress-strings=no`.
    ///
    /// A line that begins with a digit gives the instructions of a line of the current function, unless it
    /// follows `calls=`: then it gives those of the function that was called.
    init(contentsOf url: URL) throws {
        var function = ""
        var isCall = false
        defer { functions = functions.filter { !Self.isSearchForMemory($0.key) } }
        for line in String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("fn=") {
                function = Self.plain(line.dropFirst(3))
            } else if line.hasPrefix("calls=") {
                isCall = true
            } else if let first = line.first, first.isNumber || first == "+" || first == "-" || first == "*" {
                if !isCall {
                    functions[function, default: 0] += Double(line.split(separator: " ").last ?? "") ?? 0
                }
                isCall = false
            }
        }
    }

    /// Without what differs from build to build: the cycle's number and the specialisation's.
    private static func plain(_ name: Substring) -> String {
        String(name.split(separator: "'").first ?? name)
    }

    /// Whether this is how the C library looks for room in its heap.
    ///
    /// That depends on all that was allocated before, and so on the length of the environment and of paths.
    /// How often memory is asked for still counts: `malloc`, `free` and their callers.
    private static func isSearchForMemory(_ name: String) -> Bool {
        let plain = name.split(separator: ".").first.map(String.init) ?? name
        return searchesForMemory.contains(plain)
    }

    private static let searchesForMemory: Set = [
        "_int_malloc", "_int_free", "_int_realloc", "_int_memalign", "malloc_consolidate", "unlink_chunk",
        "sysmalloc", "systrim", "alloc_perturb", "arena_get2", "heap_trim", "new_heap", "grow_heap",
    ]
}
