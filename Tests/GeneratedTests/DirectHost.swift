import AVFRender
import AVFUnits
import CAVFLV2
import Glibc
import Synchronization
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
        handle = try #require(found.pointee.instantiate(found, 48_000, "", HostURIDs.features))
        cells = .allocate(capacity: layout.ports.count)
        cells.initialize(repeating: 1, count: layout.ports.count)
        for (index, port) in layout.ports.enumerated() {
            if case .parameter(let parameter) = port.role {
                cells[index] = entry.descriptor.parameters[parameter].spec.defaultValue
            }
            switch port.role {
            case .audioInput, .audioOutput, .control, .notify, .midiOutput: connect(index, nil)
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
    func connect(_ port: Int, _ memory: UnsafeMutableRawPointer?) {
        descriptor.connect_port(handle, UInt32(port), memory)
    }

    /// Makes a block.
    func run(_ frameCount: Int) { descriptor.run(handle, UInt32(frameCount)) }
}

/// Numbers for URIs, as a host gives them to plugins.
enum HostURIDs {
    private static let numbers = Mutex<[String: LV2_URID]>([:])

    /// The number of a URI.
    static func number(_ uri: String) -> LV2_URID {
        numbers.withLock { numbers in
            let number = numbers[uri] ?? LV2_URID(numbers.count + 1)
            numbers[uri] = number
            return number
        }
    }

    // Proof: made once, and nothing changes it.
    nonisolated(unsafe) static let features: UnsafePointer<UnsafePointer<LV2_Feature>?> = {
        let map = UnsafeMutablePointer<LV2_URID_Map>.allocate(capacity: 1)
        map.initialize(
            to: LV2_URID_Map(handle: nil) { _, uri in uri.map { number(String(cString: $0)) } ?? 0 })
        let feature = UnsafeMutablePointer<LV2_Feature>.allocate(capacity: 1)
        feature.initialize(to: LV2_Feature(URI: strdup("http://lv2plug.in/ns/ext/urid#map"), data: map))
        let list = UnsafeMutablePointer<UnsafePointer<LV2_Feature>?>.allocate(capacity: 2)
        list.initialize(to: UnsafePointer(feature))
        (list + 1).initialize(to: nil)
        return UnsafePointer(list)
    }()
}
