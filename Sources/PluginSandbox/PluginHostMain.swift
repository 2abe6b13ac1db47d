import AVFLV2Host
import AVFPluginCatalog
import AVFRender
import CAVFRealtime
import CAVFShimsProcess
import Glibc

/// The whole life of the helper program: one plugin, run for the engine that started it.
package enum PluginHostMain {
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
        let plugins: HostedPlugins
        do { plugins = try HostedPlugins(memoryDescriptor: memoryDescriptor) } catch { return 1 }
        while let message = try? socket.receive() {
            avf_shim_child_serve(UInt32(truncatingIfNeeded: message.member) &+ 1)
            let answer = answer(message, plugins, socket)
            avf_shim_child_serve(0)
            guard (try? socket.send(answer)) != nil else { break }
        }
        plugins.end()
        return 0
    }

    private static func explain() {
        let text = "\(HostProgram.name) runs LV2 plugins for libavfaudio, which starts it by itself.\n"
        _ = text.withCString { write(STDERR_FILENO, $0, text.utf8.count) }
    }

    private static func answer(
        _ message: ControlMessage, _ plugins: HostedPlugins, _ socket: ControlSocket
    ) -> ControlMessage {
        do {
            let payload = try answer(to: message, plugins, socket)
            return ControlMessage(payload == nil ? .refused : .done, message.member, payload ?? [])
        } catch {
            return ControlMessage(.refused, message.member, error.record)
        }
    }

    /// What a question is answered with; nil if it makes no sense.
    private static func answer(
        to message: ControlMessage, _ plugins: HostedPlugins, _ socket: ControlSocket
    ) throws(PluginError) -> [UInt8]? {
        let plugin = plugins[message.member]
        switch message.kind {
        case .start:
            return try plugins.start(
                message.member, message.payload, memoryDescriptor: socket.receiveDescriptor())
        case .takeLog: return plugin.map { Array($0.takeLog().utf8) }
        case .saveState: return try plugin?.saveState()
        case .restoreState: return try plugin?.restoreState(message.payload)
        case .setProperty:
            guard let (uri, value) = PropertyValue.read(message.payload), let value else { return nil }
            return try plugin?.setProperty(uri, value)
        case .readProperty:
            guard let (uri, _) = PropertyValue.read(message.payload) else { return nil }
            return try plugin?.property(uri)
        case .updateLatency: return plugin?.updateLatency(message.payload)
        case .done, .refused: return nil
        }
    }
}
