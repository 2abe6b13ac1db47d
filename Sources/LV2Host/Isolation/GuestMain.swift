import AVFRender
import CAVFRealtime
import CAVFShims
import Glibc

/// The whole life of the helper program: one plugin, run for the engine that started it.
package enum GuestMain {
    private static let socketDescriptor: Int32 = 3
    private static let memoryDescriptor: Int32 = 4

    /// Serves until the engine closes the line, or is gone; returns the program's status.
    package static func run(_ arguments: [String]) -> Int32 {
        var status = stat()
        guard arguments.count == 3, let parent = pid_t(arguments[2]), fstat(socketDescriptor, &status) == 0,
            status.st_mode & S_IFMT == S_IFSOCK
        else {
            explain()
            return 64
        }
        guard avf_shim_child_begin(parent) else { return 1 }
        avf_shim_child_prepare_thread()
        let socket = ControlSocket(descriptor: avf_shim_child_hide(socketDescriptor))
        var guest: Guest?
        while let message = try? socket.receive() {
            let (kind, payload) = answer(message.kind, message.payload, &guest)
            guard (try? socket.send(kind, payload)) != nil else { break }
        }
        guest?.end()
        return 0
    }

    private static func explain() {
        let text = "\(HostProgram.name) runs LV2 plugins for libavfaudio, which starts it by itself.\n"
        _ = text.withCString { write(STDERR_FILENO, $0, text.utf8.count) }
    }

    private static func answer(
        _ kind: ControlMessage.Kind, _ payload: [UInt8], _ guest: inout Guest?
    ) -> (ControlMessage.Kind, [UInt8]) {
        do {
            switch kind {
            case .start:
                let started = try Guest(payload, memoryDescriptor: memoryDescriptor)
                guest = started
                return (.done, started.startAnswer.bytes)
            case .takeLog: return (.done, Array((guest?.takeLog() ?? "").utf8))
            case .saveState: return (.done, try guest?.saveState() ?? [])
            case .restoreState: return (.done, try guest?.restoreState(payload) ?? [])
            case .done, .refused: return (.refused, [])
            }
        } catch {
            return (.refused, error.record)
        }
    }
}
