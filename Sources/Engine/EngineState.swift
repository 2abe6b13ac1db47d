import AVFDevices
import AVFGraph
import AVFRender
import AVFUnits
import Glibc

/// Who asks for blocks.
package enum RenderingMode: Sendable, Equatable {
    /// A device.
    case device
    /// The program, as fast as it likes: renders may wait for files.
    case offline
    /// The program, from a thread that must not wait.
    case realtime

    /// Its name in messages.
    package var name: String {
        switch self {
        case .device: "device rendering"
        case .offline: "offline manual rendering"
        case .realtime: "real-time manual rendering"
        }
    }
}

/// Whether an engine renders.
package enum RunState: Sendable, Equatable {
    case stopped, paused, running
}

/// What lives on a wire of audio or events: it keeps its memory when the plan around it changes.
struct WireUnit {
    let call: Schedule.Call
    let channelCount: Int
    let unit: RenderUnit
}

/// All that an engine's control side knows; one Mutex guards it.
struct EngineState {
    var model: GraphModel { didSet { noteModelEdit() } }
    var nodes: [NodeID: EngineNode] = [:] { didSet { forgetServicedNodes() } }
    var mode = RenderingMode.device { didSet { offlineCalls.noteEdit() } }
    var run = RunState.stopped { didSet { offlineCalls.noteEdit() } }
    /// How often manual rendering was enabled.
    var session = 0 { didSet { offlineCalls.noteEdit() } }
    /// The format that the graph's end has in device mode.
    var deviceFormat: BusFormat
    var maximumFrameCount = 512 { didSet { offlineCalls.noteEdit() } }
    /// Threads that share a block, from the next start on.
    var renderThreadCount = 1
    var stream: (any DeviceStream)?
    var deviceRequest = DeviceStreamRequest()
    var input = InputState()
    var furtherOutputs = FurtherOutputs()
    var wireUnits: [Schedule.Call: WireUnit] = [:]
    var schedule: Schedule? { didSet { offlineCalls.noteEdit() } }
    /// The leader of the transport; nil if there is none.
    var transportLeader: TransportLeader?
    /// Whose each unit of the newest plan is; several nodes' where plugins are rendered together.
    var profiledUnits: [ProfiledUnit] = []
    /// What each of the schedule's domains ends in.
    var domainBridges: [DomainBridge?] = [] { didSet { offlineCalls.noteEdit() } }
    /// The mixer inputs of the newest plan.
    var audibleInputs: [AudibleInput] = []
    /// The latencies that the newest plan was compiled with, of units whose latency may change.
    var compiledLatencies: [(unit: RenderUnit, frameCount: Int)] = [] {
        didSet { offlineCalls.noteEdit() }
    }
    /// The units of the newest plan's nodes; nil if they may not be what the nodes have.
    var planUnits: PlanUnits?
    var lastError: EngineError?
    /// Transactions that are open: their edits are heard together.
    var transactionDepth = 0
    /// The thread whose transaction is open.
    var transactionThread: pthread_t?
    /// The first error that a call inside the open transaction could not throw.
    var refusal: EngineError?

    /// Checkpoints that may have to put back what edits change.
    var checkpointCount = 0
    /// What edits have changed since the oldest of them.
    var inputUndos: [InputUndo] = []

    private let offlineCalls: OfflineCalls
    /// Made by `servicedNodes` when it is first asked for after an edit that may change it.
    private var currentServicedNodes: ServicedNodes?
    /// The `rosterAge` of the model that they were made from.
    private var servicedRosterAge = 0
    /// What an offline call may still be looking at.
    private var oldServicedNodes: [ServicedNodes] = []

    init(format: BusFormat, offlineCalls: OfflineCalls) {
        self.offlineCalls = offlineCalls
        model = GraphModel(outputFormat: format)
        deviceFormat = format
    }

    /// Whether the calling thread is inside a transaction of its own.
    var isInTransaction: Bool {
        transactionDepth > 0 && transactionThread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }

    /// Whether a plan must follow every edit.
    var needsPlan: Bool { run != .stopped && transactionDepth == 0 }

    /// The nodes in the order in which they were attached.
    var orderedNodes: [EngineNode] { nodes.sorted { $0.key < $1.key }.map(\.value) }

    /// The bridges between a node and the graph's end, the last one first.
    func bridges(of node: EngineNode) -> [DomainBridge] {
        guard let schedule, let id = node.place?.id, var index = schedule.domain(of: id) else { return [] }
        var bridges: [DomainBridge] = []
        while index > 0, domainBridges.indices.contains(index), let bridge = domainBridges[index] {
            bridges.append(bridge)
            index = schedule.domains[index].parent
        }
        return bridges.reversed()
    }

    /// The nodes that must be serviced between blocks.
    var servicedNodes: ServicedNodes {
        mutating get {
            if let currentServicedNodes { return currentServicedNodes }
            let made = ServicedNodes(orderedNodes, bridges: bridges(of:))
            currentServicedNodes = made
            servicedRosterAge = model.nodes.rosterAge
            return made
        }
    }

    /// Most edits change neither who is there nor who listens.
    private mutating func noteModelEdit() {
        offlineCalls.noteEdit()
        if model.nodes.rosterAge != servicedRosterAge { forgetServicedNodes() }
    }

    /// Forgets the nodes that must be serviced if a plan with these bridges in place of the present ones may
    /// change them or what lies behind them.
    mutating func noteBridges(_ next: [DomainBridge?]) {
        let hasBridges = domainBridges.count > 1 || next.count > 1
        if hasBridges || currentServicedNodes?.followsUnits ?? false { forgetServicedNodes() }
        domainBridges = next
    }

    /// Lets the nodes that must be serviced be found anew.
    mutating func forgetServicedNodes() {
        offlineCalls.noteEdit()
        guard let servicedNodes = currentServicedNodes else { return }
        currentServicedNodes = nil
        if offlineCalls.isUnderWay { oldServicedNodes.append(servicedNodes) }
    }

    /// The servicedNodeLists that no offline call looks at any more: to be let go outside of the lock.
    mutating func takeOldServicedNodes() -> [ServicedNodes] {
        defer { oldServicedNodes = [] }
        return oldServicedNodes
    }

    /// What an offline call must know.
    var offlineTerms: OfflineSnapshot {
        mutating get {
            OfflineSnapshot(
                age: offlineCalls.age, mode: mode, run: run, session: session,
                maximumFrameCount: maximumFrameCount, channelCount: model.outputFormat.channelCount,
                servicedNodes: Unmanaged.passUnretained(servicedNodes),
                followsLatencies: !compiledLatencies.isEmpty)
        }
    }
}
