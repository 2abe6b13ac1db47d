import AVFRender
import AVFUnits
import CAVFLV2
import Glibc
import Testing

/// A host that calls the built library itself, so that it may wire ports in ways that ours never does.
final class DirectHost {
    private typealias Entry = @convention(c) (UInt32) -> UnsafePointer<LV2_Descriptor>?

    let layout: PluginPortLayout
    private let descriptor: LV2_Descriptor
    private let handle: LV2_Handle
    private let cells: UnsafeMutablePointer<Float>

    /// An instance at 48 kHz whose controls have their defaults and whose audio ports have nothing.
    init(_ entry: UnitEntry) throws {
        layout = PluginPortLayout(entry)
        let library = try #require(dlopen(BuiltPlugins.shared.get().library, RTLD_NOW))
        let symbol = try #require(dlsym(library, "lv2_descriptor"))
        let uri = entry.descriptor.pluginURI
        let described = (0..<100).lazy.compactMap { unsafeBitCast(symbol, to: Entry.self)($0) }
        let found = try #require(described.first { String(cString: $0.pointee.URI) == uri })
        descriptor = found.pointee
        handle = try #require(found.pointee.instantiate(found, 48_000, "", nil))
        cells = .allocate(capacity: layout.ports.count)
        cells.initialize(repeating: 1, count: layout.ports.count)
        for (index, port) in layout.ports.enumerated() {
            if case .parameter(let parameter) = port.role {
                cells[index] = entry.descriptor.parameters[parameter].spec.defaultValue
            }
            switch port.role {
            case .audioInput, .audioOutput, .control, .notify: connect(index, nil)
            default: connect(index, cells + index)
            }
        }
        descriptor.activate(handle)
    }

    deinit {
        descriptor.cleanup(handle)
        cells.deallocate()
    }

    /// The index of a port.
    func port(_ symbol: String) throws -> Int {
        try #require(layout.ports.firstIndex { $0.symbol == symbol })
    }

    /// Sets a control.
    func set(_ symbol: String, _ value: Float) throws { cells[try port(symbol)] = value }

    /// Wires a port.
    func connect(_ port: Int, _ memory: UnsafeMutablePointer<Float>?) {
        descriptor.connect_port(handle, UInt32(port), memory)
    }

    /// Makes a block.
    func run(_ frameCount: Int) { descriptor.run(handle, UInt32(frameCount)) }
}
