import AVFRender
import CAVFLilv

extension PluginInstance {
    /// The plugin's interface for states, if it has one.
    private var stateInterface: UnsafePointer<LV2_State_Interface>? {
        core.pointee.descriptor.pointee.extension_data?(LV2.state + "interface")
            .map { UnsafePointer($0.assumingMemoryBound(to: LV2_State_Interface.self)) }
    }

    /// Whether the plugin stores anything but its parameters.
    var hasState: Bool { stateInterface != nil }

    /// Adds what the plugin itself stores, and those settings that it does not.
    ///
    /// LV2 lets `save` run beside `run`, but not beside another control call.
    /// - Throws: `stateFailed`.
    func save(
        into state: inout UnitState, bundle: String,
        settings: [(property: PluginProperty, value: PropertyValue)]
    ) throws(PluginError) {
        let capture = StateCapture(saving: StateFiles(bundle: bundle))
        try save(into: capture, state.identifier)
        for setting in settings { capture.keep(setting.property, setting.value) }
        state.properties = capture.properties.sorted { $0.key < $1.key }
        state.uris = capture.uris
        state.files = capture.files.collect()
    }

    private func save(into capture: StateCapture, _ uri: String) throws(PluginError) {
        guard let save = stateInterface?.pointee.save else { return }
        let status = withFeatures(capture) { features in
            save(
                core.pointee.handle, StateCapture.store, capture.handle,
                UInt32(LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue), features)
        }
        // A plugin that has nothing to store, such as a sampler without samples, may say so.
        guard status == LV2_STATE_SUCCESS || status == LV2_STATE_ERR_NO_PROPERTY else {
            throw .stateFailed(uri: uri, call: "save", status: Int(status.rawValue))
        }
    }

    /// What is left when a plugin has been given its state.
    struct Rest {
        /// Files that are not there.
        var missing: [String] = []
        /// Properties that the plugin did not ask for.
        var unasked: [String: PropertyValue] = [:]
    }

    /// Gives the plugin what it once stored; gives what it did not take.
    ///
    /// Not beside `run`, unless the plugin says that it is safe.
    /// - Throws: `stateFailed`.
    func restore(
        _ state: UnitState, bundle: String, properties: [PluginProperty]
    ) throws(PluginError) -> Rest {
        let capture = StateCapture(
            restoring: state, StateFiles(bundle: bundle, files: state.files))
        guard let restore = stateInterface?.pointee.restore else {
            return Rest(missing: [], unasked: capture.unasked(properties))
        }
        let status = withFeatures(capture) { features in
            restore(core.pointee.handle, StateCapture.retrieve, capture.handle, 0, features)
        }
        // A plugin that wants a property which is not there keeps what it has; some say it otherwise.
        guard
            status == LV2_STATE_SUCCESS || status == LV2_STATE_ERR_NO_PROPERTY || state.properties.isEmpty
        else {
            throw .stateFailed(uri: state.identifier, call: "restore", status: Int(status.rawValue))
        }
        return Rest(missing: capture.files.missing, unasked: capture.unasked(properties))
    }

    /// Reads the latency again, because a state may have changed it.
    ///
    /// Not beside `run`.
    func refreshLatency(sampleRateHz: Double) {
        guard let cell = core.pointee.ports.pointee.latency else { return }
        ForeignCode.call {
            core.pointee.prepareEvents()
            core.pointee.descriptor.pointee.run?(core.pointee.handle, 0)
        }
        latencyFrames = PluginCore.latencyFrames(cell.pointee, sampleRateHz: sampleRateHz) ?? latencyFrames
    }

    /// Calls with the state's path features, and a worker that does its jobs at once: nobody waits for sound
    /// here.
    private func withFeatures(
        _ capture: StateCapture,
        _ body: (UnsafePointer<UnsafePointer<LV2_Feature>?>?) -> LV2_State_Status
    ) -> LV2_State_Status {
        let memory = ForeignMemory()
        var data = capture.pathFeatures(in: memory)
        data[LV2.worker + "schedule"] = memory.place(
            LV2_Worker_Schedule(handle: core, schedule_work: Self.workAtOnce))
        guard let features = features.array(replacing: data, in: memory) else { return LV2_STATE_ERR_UNKNOWN }
        return withExtendedLifetime((memory, capture)) {
            ForeignCode.call { body(UnsafePointer(features)) }
        }
    }

    /// `LV2_Worker_Schedule.schedule_work` outside of `run`: the caller keeps other jobs away.
    private static let workAtOnce:
        @convention(c) (
            LV2_Worker_Schedule_Handle?, UInt32, UnsafeRawPointer?
        ) -> LV2_Worker_Status = { handle, size, data in
            guard let core = handle?.assumingMemoryBound(to: PluginCore.self),
                let work = core.pointee.workerInterface?.pointee.work
            else { return LV2_WORKER_ERR_UNKNOWN }
            return work(core.pointee.handle, WorkerQueue.respond, core.pointee.worker, size, data)
        }
}
