import AVFRender
import AVFUnits
import CAVFLV2

// Every native unit as an LV2 plugin: one binary, and the index of a plugin is its place in the catalog.

/// The entry point that LV2 hosts look for.
@c(lv2_descriptor)
public func lv2Descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? {
    descriptors.indices.contains(Int(index)) ? descriptors[Int(index)] : nil
}

// Proof: made once, never changed, kept as long as the library is loaded, as hosts expect.
nonisolated(unsafe) private let descriptors: [UnsafePointer<LV2_Descriptor>] = UnitCatalog.plugins.map(
    descriptor)

private func descriptor(of entry: UnitEntry) -> UnsafePointer<LV2_Descriptor> {
    let memory = UnsafeMutablePointer<LV2_Descriptor>.allocate(capacity: 1)
    memory.initialize(
        to: LV2_Descriptor(
            URI: cString(entry.descriptor.pluginURIParts),
            instantiate: { descriptor, sampleRateHz, _, features in
                descriptor.flatMap {
                    instantiate($0.pointee.URI, sampleRateHz: sampleRateHz, features: features)
                }
            },
            connect_port: { Handle($0)?.instance.connect(Int($1), to: $2) },
            activate: { Handle($0)?.instance.activate() },
            run: { handle, frameCount in
                guard let handle = Handle(handle) else { return }
                PluginInstance.run(handle.state, frameCount: frameCount)
            },
            deactivate: nil,
            cleanup: { Handle($0)?.release() },
            extension_data: entry.descriptor.hasFile ? { PluginExtensions.data($0) } : nil))
    return UnsafePointer(memory)
}

private func instantiate(
    _ uri: UnsafePointer<CChar>?, sampleRateHz: Double,
    features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
) -> LV2_Handle? {
    guard let uri, let index = descriptors.firstIndex(where: { $0.pointee.URI == uri }),
        let instance = PluginInstance(
            UnitCatalog.plugins[index], sampleRateHz: sampleRateHz, features: features)
    else { return nil }
    return Handle(retaining: instance).pointer
}

/// What the host holds: the render side's address and the object that owns it, in memory of its own.
struct Handle {
    private struct Content {
        let state: UnsafeMutablePointer<PluginState>
        let owner: Unmanaged<PluginInstance>
    }

    private let content: UnsafeMutablePointer<Content>

    init?(_ handle: LV2_Handle?) {
        guard let handle else { return nil }
        content = handle.assumingMemoryBound(to: Content.self)
    }

    /// Retains the instance until `release`.
    init(retaining instance: PluginInstance) {
        content = .allocate(capacity: 1)
        content.initialize(to: Content(state: instance.state, owner: .passRetained(instance)))
    }

    var pointer: LV2_Handle { UnsafeMutableRawPointer(content) }
    var state: UnsafeMutablePointer<PluginState> { content.pointee.state }
    var instance: PluginInstance { content.pointee.owner.takeUnretainedValue() }

    func release() {
        content.pointee.owner.release()
        content.deallocate()
    }
}
