import AVFPluginCatalog
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
        let status = save(into: capture)
        // What was never given anything to store may have nothing, such as a sampler without samples.
        let isEmpty = capture.properties.isEmpty && settings.isEmpty && !hasBeenGivenState
        guard status == LV2_STATE_SUCCESS || isEmpty && Self.tellsNothing(status) else {
            throw .stateFailed(uri: state.identifier, call: "save", status: Int(status.rawValue))
        }
        for setting in settings { capture.keep(setting.property, setting.value) }
        state.properties = capture.properties.sorted { $0.key < $1.key }
        state.uris = capture.uris
        state.files = capture.files.collect()
    }

    private func save(into capture: StateCapture) -> LV2_State_Status {
        guard let save = stateInterface?.pointee.save else { return LV2_STATE_SUCCESS }
        let status = withFeatures(capture) { features in
            save(
                core.pointee.handle, StateCapture.store, capture.handle,
                UInt32(LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue), features)
        }
        // A plugin that has nothing to store may say so.
        return status == LV2_STATE_ERR_NO_PROPERTY ? LV2_STATE_SUCCESS : status
    }

    /// Whether a status says no more than that something is not as it should be.
    private static func tellsNothing(_ status: LV2_State_Status) -> Bool { status == LV2_STATE_ERR_UNKNOWN }

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
        let isTaken = status == LV2_STATE_SUCCESS || status == LV2_STATE_ERR_NO_PROPERTY
        guard isTaken || state.properties.isEmpty || has(state, bundle) else {
            throw .stateFailed(uri: state.identifier, call: "restore", status: Int(status.rawValue))
        }
        hasBeenGivenState = hasBeenGivenState || !state.properties.isEmpty
        return Rest(missing: capture.files.missing, unasked: capture.unasked(properties))
    }

    /// Whether the plugin has what the state holds, whatever it says of it: some refuse the empty texts that
    /// they store.
    private func has(_ state: UnitState, _ bundle: String) -> Bool {
        let capture = StateCapture(saving: StateFiles(bundle: bundle))
        guard save(into: capture) == LV2_STATE_SUCCESS, capture.uris == state.uris else { return false }
        return capture.properties.sorted { $0.key < $1.key } == state.properties.sorted { $0.key < $1.key }
    }

    /// Calls with the state's path features, and a worker that does its jobs at once: no block waits
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
