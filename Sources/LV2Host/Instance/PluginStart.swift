import AVFPluginCatalog
import CAVFLilv
import CAVFShimsLV2

/// The way from facts to a plugin that is ready to be activated.
struct PluginStart {
    let facts: PluginFacts
    let sampleRateHz: Double
    let features: HostFeatures
    /// What each port is connected to at first.
    let addresses: [UnsafeMutableRawPointer?]

    /// Loads the binary, instantiates, restores the default state if the plugin wants that, connects all
    /// ports.
    func instantiate(_ ports: UnsafeMutablePointer<PluginPorts>) throws(PluginError) -> PluginCore {
        try ForeignCode.call { () throws(PluginError) in
            let descriptor = try PluginLibrary.descriptor(of: facts.summary)
            // At once: a default state parsed with the plugin's rounding would be another one.
            let handle = ForeignCode.keepingFloatingPoint {
                descriptor.pointee.instantiate?(
                    descriptor, sampleRateHz, facts.summary.bundle + "/", features.array)
            }
            guard let handle else {
                throw .instantiateFailed(
                    uri: facts.uri, sampleRateHz: sampleRateHz, log: features.takeLog())
            }
            let interface = descriptor.pointee.extension_data?(LV2.worker + "interface")
            let core = PluginCore(
                descriptor: descriptor, handle: handle, ports: ports, worker: features.worker,
                workerInterface: interface?.assumingMemoryBound(to: LV2_Worker_Interface.self))
            restoreDefaultState(core)
            for (index, address) in addresses.enumerated() {
                descriptor.pointee.connect_port?(handle, UInt32(index), address)
            }
            return core
        }
    }

    /// Some plugins start empty and keep their first state in the bundle.
    private func restoreDefaultState(_ core: PluginCore) {
        let feature = LV2.state + "loadDefaultState"
        guard facts.requiredFeatures.contains(feature) || facts.optionalFeatures.contains(feature),
            let world = lilv_world_new()
        else { return }
        defer { lilv_world_free(world) }
        let bundle = lilv_new_file_uri(world, nil, facts.summary.bundle + "/")
        let subject = lilv_new_uri(world, facts.uri)
        defer {
            lilv_node_free(bundle)
            lilv_node_free(subject)
        }
        lilv_world_load_bundle(world, bundle)
        lilv_world_load_resource(world, subject)
        var map = LV2_URID_Map(handle: nil, map: avf_shim_urid_map)
        guard let state = lilv_state_new_from_world(world, &map, subject) else { return }
        defer { lilv_state_free(state) }
        var instance = LilvInstance(lv2_descriptor: core.descriptor, lv2_handle: core.handle, pimpl: nil)
        lilv_state_restore(state, &instance, nil, nil, 0, features.array)
    }
}
