import AVFRender
import CAVFLilv
import CAVFRealtime

/// One instance of a plugin, from instantiate to cleanup.
///
/// Control side; the render thread uses `core`.
final class PluginInstance {
    /// What the render thread uses; valid as long as the instance.
    let core: UnsafeMutablePointer<PluginCore>
    /// The latency in frames after the first start, if the plugin tells one.
    var latencyFrames = 0
    let features: HostFeatures
    private let memory: ForeignMemory
    private let birth = avf_rt_host_time()

    /// An active instance: every port connected, jobs from its start done.
    ///
    /// `descriptor` holds the facts at the same sample rate; its parameters' order is the parameter block's.
    ///
    /// - Throws: Any error of loading and starting.
    init(
        _ facts: PluginFacts, _ descriptor: UnitDescriptor, sampleRateHz: Double, maximumFrameCount: Int
    ) throws(PluginError) {
        if let feature = facts.requiredFeatures.first(where: { !HostFeatures.supported.contains($0) }) {
            throw .unsupportedFeature(uri: facts.uri, feature: feature)
        }
        let memory = ForeignMemory()
        var layout = PortLayout(
            facts: facts, descriptor: descriptor, maximumFrameCount: maximumFrameCount, memory: memory)
        let noMemory = PluginError.instantiateFailed(
            uri: facts.uri, sampleRateHz: sampleRateHz, log: "there is not enough memory.")
        guard let made = try layout.make(), let ports = memory.array([made]),
            let features = HostFeatures(
                sampleRateHz: sampleRateHz, maximumFrameCount: maximumFrameCount,
                sequenceSize: facts.sequenceSize, memory: memory),
            let core = memory.array(PluginCore.self, count: 1)
        else { throw noMemory }
        let start = PluginStart(
            facts: facts, sampleRateHz: sampleRateHz, features: features, addresses: layout.addresses)
        core.initialize(to: try start.instantiate(ports))
        self.memory = memory
        self.features = features
        self.core = core
        activate(sampleRateHz: sampleRateHz)
    }

    deinit {
        ForeignCode.outliveStart(birth)
        ForeignCode.call {
            core.pointee.descriptor.pointee.deactivate?(core.pointee.handle)
            core.pointee.descriptor.pointee.cleanup?(core.pointee.handle)
        }
    }

    /// Whether the plugin ever has jobs.
    var hasWorker: Bool { core.pointee.workerInterface != nil }

    /// Does the jobs that wait.
    ///
    /// For one thread at a time, beside `run()` or between two.
    func serviceWorker() {
        let queue = core.pointee.worker
        guard let work = core.pointee.workerInterface?.pointee.work else { return }
        ForeignCode.keepingFloatingPoint {
            while let count = queue.pointee.requests.pop(into: queue.pointee.requestBuffer) {
                _ = work(core.pointee.handle, WorkerQueue.respond, queue, count, queue.pointee.requestBuffer)
            }
        }
    }

    /// What the plugin said since the last call.
    func takeLog() -> String { features.takeLog() }

    private func activate(sampleRateHz: Double) {
        ForeignCode.call {
            core.pointee.descriptor.pointee.activate?(core.pointee.handle)
            probeLatency(sampleRateHz: sampleRateHz)
        }
        serviceWorker()
        ForeignCode.keepingFloatingPoint { core.pointee.deliverResponses() }
    }

    /// Asks for the latency, which a plugin tells in `run()`.
    ///
    /// A run of no frames costs no state, and activating anew takes back
    /// even what it might have changed.
    private func probeLatency(sampleRateHz: Double) {
        guard let cell = core.pointee.ports.pointee.latency else { return }
        let plugin = core.pointee.descriptor.pointee
        core.pointee.prepareEvents()
        plugin.run?(core.pointee.handle, 0)
        plugin.deactivate?(core.pointee.handle)
        plugin.activate?(core.pointee.handle)
        latencyFrames = PluginCore.latencyFrames(cell.pointee, sampleRateHz: sampleRateHz) ?? 0
    }
}

extension PluginFacts {
    /// The largest event buffer that one of the ports has.
    fileprivate var sequenceSize: Int {
        ports.reduce(EventBuffer.minimumCapacity) { max($0, $1.minimumSize) }
    }
}
