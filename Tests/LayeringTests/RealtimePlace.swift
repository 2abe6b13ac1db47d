/// The rules that make real time a place: what render-side code must carry, and what it may not contain.
enum RealtimePlace {
    /// The folders whose code runs in the real-time context.
    static let folders = [
        "Sources/Render", "Sources/DSP", "Sources/Units", "Sources/Devices/Drift",
        "Sources/Sequencing/Scheduling",
        "Sources/Sequencing/Time",
    ]

    /// Lines with words that have no business in the real-time context, in comments too: nobody should look for them
    /// there.
    static func forbiddenWords(in files: [SourceFile]) -> [String] {
        let words = /import Foundation|Mutex|Dispatch|Task \{|\bactor\b/.wordBoundaryKind(.simple)
        return files.flatMap { file in
            file.text.split(separator: "\n").filter { $0.contains(words) }.map { "\(file.path): \($0)" }
        }
    }

    /// The functions that the compiler is told not to look into.
    static func blindSpots(in files: [SourceFile]) -> [String] {
        files.flatMap(SwiftFunction.all).filter { $0.modifiers.contains("@_semantics") }.map(\.name)
    }

    /// Kernels' and states' `process`, `reset` and `beginBlock` without proof.
    ///
    /// An override is the class around a kernel, which only hands over: see `longHandOvers`.
    static func unprovedKernels(in files: [SourceFile]) -> [String] {
        files.flatMap(SwiftFunction.all)
            .filter {
                ["process", "reset", "beginBlock"].contains($0.name) && $0.body != nil && !$0.isOverride
            }
            .filter { !$0.isProvedRealTime && !isEmptyDefault($0) }
            .map(\.place)
    }

    private static func isEmptyDefault(_ function: SwiftFunction) -> Bool {
        function.modifiers.contains("open") && function.body?.isEmpty == true
    }

    /// Overrides of `process` that do more than hand over to proved code: loops, or more than five lines.
    static func longHandOvers(in files: [SourceFile]) -> [String] {
        files.flatMap(SwiftFunction.all)
            .filter { $0.isOverride && ["process", "processSubBlock"].contains($0.name) }
            .filter { function in
                let body = function.body ?? ""
                let lines = body.split(separator: "\n").filter { $0.contains { !$0.isWhitespace } }
                return lines.count > 5 || body.contains(/\b(for|while|repeat)\b/.wordBoundaryKind(.simple))
            }
            .map(\.place)
    }

    /// Functions that proved ones call, by their names and labels, but that carry no proof themselves.
    ///
    /// Generic ones are checked in each caller, and so are `@inlinable` ones of generic types. A call that a
    /// proved function of the caller's own file fits is taken to mean that one.
    static func unprovedCallees(in files: [SourceFile]) -> [String] {
        let functions = files.flatMap(SwiftFunction.all).filter { $0.body != nil }
        let declarations = Dictionary(grouping: functions) { $0.name }
        let callees = functions.filter(\.isProvedRealTime).flatMap { caller in
            calls(in: caller.body ?? "").flatMap { call in
                let fitting = declarations[call.name, default: []].filter {
                    call.arguments.fits($0.parameters)
                }
                let isNear = fitting.contains { $0.path == caller.path && isProvedSomehow($0) }
                return isNear ? [] : fitting.filter { !isProvedSomehow($0) }
            }
        }
        return Set(callees.map(\.place)).sorted()
    }

    private static func isProvedSomehow(_ function: SwiftFunction) -> Bool {
        function.isProvedRealTime || function.isGeneric || function.modifiers.contains("@inlinable")
            || function.modifiers.contains("@_semantics")
    }

    private static func calls(in body: String) -> [(name: String, arguments: ArgumentList)] {
        // The word boundary of plain regular expressions: Unicode's joins words across a full stop.
        body.matches(of: /\b([a-z]\w*)\(/.wordBoundaryKind(.simple)).map {
            (String($0.1), ArgumentList(after: body[$0.range.upperBound...]))
        }
    }

    /// Functions of a C header of CDSP that are not declared real time.
    static func unprovedPrototypes(in files: [SourceFile]) -> [String] {
        files.flatMap { file in
            let code = SwiftCode(file.text).text.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.drop { $0.isWhitespace }.hasPrefix("#") }.joined(separator: "\n")
            return code.split(whereSeparator: { ";{}".contains($0) })
                .filter { $0.contains(/\bavf_dsp_\w+\s*\(/) && !$0.contains("=") }
                .filter { isDeclaration($0) && !$0.contains("AVF_REALTIME") }
                .map { "\(file.path): \($0.split(whereSeparator: \.isWhitespace).joined(separator: " "))" }
        }
    }

    /// A declaration begins with its type, in the first column; a call within a body does not.
    private static func isDeclaration(_ statement: Substring) -> Bool {
        let text = statement.drop { $0.isNewline }
        return text.first?.isLetter == true && !text.hasPrefix("return") && !text.hasPrefix("typedef")
    }
}
