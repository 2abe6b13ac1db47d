import AVFPluginCatalog
import CAVFShimsProcess
import Glibc

/// A piece of memory that tells who touches what lies around it, or itself at the wrong time.
///
/// Its addresses are never used again, so that a touch after its end is told too.
package struct GuardedPiece {
    private let piece: OpaquePointer

    /// Zeroed memory; nil if there is none.
    ///
    /// `name` says in reports what it is for.
    package init?(byteCount: Int, name: String) {
        guard let piece = avf_shim_guarded_new(byteCount, name) else { return nil }
        self.piece = piece
    }

    /// Where that many bytes lie, so that what follows them is watched.
    package func place(byteCount: Int) -> UnsafeMutableRawPointer? {
        avf_shim_guarded_place(piece, byteCount)
    }

    /// Says what may be done with the memory from now on.
    package func allow(_ access: avf_shim_access) { avf_shim_guarded_allow(piece, access) }

    /// Takes note of watched bytes that have changed.
    package func check() { avf_shim_guarded_check(piece) }

    /// Ends the memory's life.
    package func retire() { avf_shim_guarded_retire(piece) }
}

/// What the guards of this process's memory have seen.
package enum GuardedMemory {
    /// A call during which memory is touched, by the words that reports have for it.
    package enum Call: String, CaseIterable {
        case start = "while it started"
        case run = "in run()"
        case work = "in work()"
        case between = "after run() had returned"
        case restart = "in deactivate() or activate()"
        case end = "in deactivate() or cleanup()"
        case after = "after cleanup()"
        case other = "while it was tried out"
    }

    /// The words as C has them, which keep their place.
    private static let texts = Dictionary(
        uniqueKeysWithValues: Call.allCases.map { ($0, UInt(bitPattern: strdup($0.rawValue))) })

    private static let begun: Void = avf_shim_guards_begin()

    /// Begins to watch, once; from then on the process has a handler of SIGSEGV.
    package static func begin() {
        begun
        enter(.other)
    }

    /// Says what is being called from now on.
    package static func enter(_ call: Call) {
        avf_shim_guards_enter(texts[call].flatMap { UnsafePointer(bitPattern: $0) })
    }

    /// A sentence for each forbidden touch so far, without its full stop, with how bad it is.
    package static var touches: [(sentence: String, isWrite: Bool)] {
        (0..<avf_shim_guards_touch_count()).map { index in
            let touch = avf_shim_guards_touch(index)
            return (sentence(touch), touch.is_write)
        }
    }

    private static func sentence(_ touch: avf_shim_touch) -> String {
        let name = touch.name.map { String(cString: $0) } ?? ""
        let call = touch.call.map { String(cString: $0) } ?? ""
        return "it \(touch.is_write ? "wrote" : "read") \(place(touch)) \(name) \(call)"
    }

    private static func place(_ touch: avf_shim_touch) -> String {
        switch touch.place {
        case avf_shim_touch_before: "before the beginning of"
        case avf_shim_touch_behind: "behind the end of"
        default: touch.is_write ? "into" : "from"
        }
    }
}

extension PortFacts {
    /// What the port's memory is called in reports.
    package var purpose: String { "the \(isInput ? "input" : "output") “\(symbol)”" }
}
