import AVFPluginCatalog
import AVFRender
import CAVFLilv
import CAVFRealtime

/// One instance of a plugin, from instantiate to cleanup.
///
/// Control side; the render thread uses `core`.
package final class PluginInstance {
    /// What the render thread uses; valid as long as the instance.
    package let core: UnsafeMutablePointer<PluginCore>
    /// The latency in frames when the plugin was asked last, if it tells one.
    var latencyFrames = 0
    /// The plugin tells its latency in a run of no frames, too.
    var tellsLatencyWithoutFrames = false
    /// A state with something in it has been restored.
    var hasBeenGivenState = false
    let features: HostFeatures
    let sampleRateHz: Double
    let maximumFrameCount: Int
    private let memory: ForeignMemory
    private let birth = avf_rt_host_time()

    /// An active instance: every port connected, jobs from its start done.
    ///
    /// `descriptor` holds the facts at the same sample rate; its parameters' order is that of `parameters`,
    /// whose present values are the instance's first. What is handed to the plugin may lie in guarded memory,
    /// for its validation.
    ///
    /// - Throws: Any error of loading and starting.
    package init(
        _ facts: PluginFacts, _ descriptor: UnitDescriptor, _ parameters: ParameterReader,
        sampleRateHz: Double, maximumFrameCount: Int, isGuarded: Bool = false
    ) throws(PluginError) {
        if let feature = facts.requiredFeatures.first(where: { !HostFeatures.supported.contains($0) }) {
            throw .unsupportedFeature(uri: facts.uri, feature: feature)
        }
        let memory = ForeignMemory(isGuarded: isGuarded)
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
        self.sampleRateHz = sampleRateHz
        self.maximumFrameCount = maximumFrameCount
        activate(parameters)
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
    package func serviceWorker(_ afterEachJob: () -> Void = {}) {
        let queue = core.pointee.worker
        guard let work = core.pointee.workerInterface?.pointee.work else { return }
        ForeignCode.keepingFloatingPoint {
            while let count = queue.pointee.requests.pop(into: queue.pointee.requestBuffer) {
                _ = work(core.pointee.handle, WorkerQueue.respond, queue, count, queue.pointee.requestBuffer)
                afterEachJob()
            }
        }
    }

    /// What the plugin said since the last call.
    func takeLog() -> String { features.takeLog() }

    private func activate(_ parameters: ParameterReader) {
        ForeignCode.call {
            core.pointee.readParameters(parameters)
            core.pointee.descriptor.pointee.activate?(core.pointee.handle)
            probeLatency(parameters)
        }
        serviceWorker()
        ForeignCode.keepingFloatingPoint { core.pointee.deliverResponses() }
    }
}

extension PluginFacts {
    /// The largest event buffer that one of the ports has.
    fileprivate var sequenceSize: Int {
        ports.reduce(EventBuffer.minimumCapacity) { max($0, $1.minimumSize) }
    }
}
