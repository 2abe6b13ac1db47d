import AVFDevices
import AVFEngine
import AVFGraph
import AVFRender
import Synchronization

/// A graph of audio nodes and what renders it: a device, or the program itself.
///
/// Every function may be called from any thread, also in completion handlers and taps, while the engine runs
/// or not. A call that cannot throw and cannot be done changes nothing: `errorHandler` is told why. An edit
/// is heard with the next block.
open class AVAudioEngine: NSObject, @unchecked Sendable {
    // Sendable: the core and the table take calls from any thread, and the rest is behind a Mutex.
    let core: AudioEngine
    let table = NodeTable()
    let manualRendering = Mutex<ManualRendering?>(nil)
    /// Nodes whose MIDI listener came with a connection.
    let midiTaps = Mutex<[ObjectIdentifier: UnitNode]>([:])
    private let settings = Mutex(Settings())

    private struct Settings {
        var errorHandler: (@Sendable (any Error) -> Void)?
        var isAutoShutdownEnabled = false
        var transport = TransportBlocks()
    }

    /// The program's blocks that say where the music is.
    struct TransportBlocks: Sendable {
        var context: AUHostMusicalContextBlock?
        var state: AUHostTransportStateBlock?
    }

    /// The program's blocks that say where the music is, for every unit.
    var transportBlocks: TransportBlocks {
        get { settings.withLock { $0.transport } }
        set {
            settings.withLock { $0.transport = newValue }
            core.transportProvider = TransportPosition.provider(newValue.context, newValue.state)
        }
    }

    /// An engine that plays on the default device; nothing is opened before it is prepared or started.
    public override init() {
        core = AudioEngine()
        super.init()
        listen()
    }

    /// An engine that plays on devices of the given kind, such as one whose clock a test drives.
    package init(backend: any DeviceBackend) {
        core = AudioEngine(backend: backend)
        super.init()
        listen()
    }

    // MARK: - Nodes

    /// Where the graph ends; made when it is first asked for.
    open var outputNode: AVAudioOutputNode { table.output(core.outputNode, of: self) }

    /// The mixer that feeds the output node; made and connected when it is first asked for.
    open var mainMixerNode: AVAudioMixerNode { table.mixer(core.mainMixerNode, of: self) }

    /// Where sound enters: from the input device, or in manual rendering from the program; made when it is
    /// first asked for.
    ///
    /// The device is opened once something is connected to the node or taps it, and the engine starts.
    open var inputNode: AVAudioInputNode { table.input(core.inputNode, of: self) }

    /// The nodes of the engine, with the input, the output and the main mixer once they have been asked for.
    open var attachedNodes: Set<AVAudioNode> { Set(table.nodes) }

    /// Takes a node in and keeps it alive.
    ///
    /// Refused if it belongs to another engine.
    open func attach(_ node: AVAudioNode) {
        let isTaken = core.reportingErrors { () throws(EngineError) in try core.attach(node.core) }
        guard isTaken else { return }
        table.add(node)
        node.didAttach(to: self)
    }

    /// Takes a node out, with its connections and taps.
    ///
    /// While the engine runs, an effect leaves its neighbours joined if its two sides have one format.
    /// Refused for a node of another engine and the output node.
    open func detach(_ node: AVAudioNode) {
        let isGone = core.reportingErrors { () throws(EngineError) in try core.detach(node.core) }
        if isGone { table.remove(node) }
        endUnusedMIDITaps()
    }

    // MARK: - Connections

    /// Connects output bus 0 to input bus 0, or to a mixer's next free input bus.
    ///
    /// Both buses lose the connections that they had. A format is given to the source's bus; without one the
    /// bus keeps its own. Formats must agree, except into a mixer or the output node, which convert. Only
    /// rate and channels count: between nodes audio is always in the standard form.
    open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
        core.reportingErrors { () throws(EngineError) in try join(node1, 0, node2, nil, format) }
    }

    /// Connects an output bus to an input bus.
    ///
    /// See `connect(_:to:format:)`.
    open func connect(
        _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus, toBus bus2: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        core.reportingErrors { () throws(EngineError) in try join(node1, bus1, node2, bus2, format) }
    }

    /// Connects an output bus to exactly these input buses: its other connections, and theirs, are broken.
    open func connect(
        _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint], fromBus sourceBus: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        core.reportingErrors { () throws(EngineError) in try join(sourceNode, sourceBus, destNodes, format) }
    }

    /// Breaks the connection into an input bus.
    ///
    /// Refused if there is none.
    open func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        core.reportingErrors { () throws(EngineError) in try core.disconnectInput(node.core, bus: bus) }
    }

    /// Breaks all connections into a node.
    open func disconnectNodeInput(_ node: AVAudioNode) {
        core.reportingErrors { () throws(EngineError) in try core.disconnectInput(node.core) }
    }

    /// Breaks the connections out of an output bus.
    ///
    /// Refused if there are none.
    open func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        core.reportingErrors { () throws(EngineError) in try core.disconnectOutput(node.core, bus: bus) }
    }

    /// Breaks all connections out of a node.
    open func disconnectNodeOutput(_ node: AVAudioNode) {
        core.reportingErrors { () throws(EngineError) in try core.disconnectOutput(node.core) }
    }

    /// What feeds an input bus; nil if nothing does.
    open func inputConnectionPoint(
        for node: AVAudioNode, inputBus bus: AVAudioNodeBus
    ) -> AVAudioConnectionPoint? {
        core.inputConnection(of: node.core, bus: bus).flatMap { point($0.node, $0.bus) }
    }

    /// What an output bus feeds; empty if that is nothing.
    open func outputConnectionPoints(
        for node: AVAudioNode, outputBus bus: AVAudioNodeBus
    ) -> [AVAudioConnectionPoint] {
        core.outputConnections(of: node.core, bus: bus).compactMap { point($0.node, $0.bus) }
    }

    private func point(_ core: EngineNode, _ bus: AVAudioNodeBus) -> AVAudioConnectionPoint? {
        let node = core === self.core.outputNode ? outputNode : table[core]
        return node.map { AVAudioConnectionPoint(node: $0, bus: bus) }
    }

    // MARK: - Running

    /// Whether the engine renders, or would if the program asked for a block.
    open var isRunning: Bool { core.runState == .running }

    /// Whether the device may be stopped while nothing is heard, default false.
    ///
    /// Kept; it has no effect yet.
    open var isAutoShutdownEnabled: Bool {
        get { settings.withLock { $0.isAutoShutdownEnabled } }
        set { settings.withLock { $0.isAutoShutdownEnabled = newValue } }
    }

    /// Opens the device and gets everything ready, so that `start()` takes little time.
    open func prepare() {
        core.reportingErrors { () throws(EngineError) in try core.prepare() }
    }

    /// Starts rendering, or goes on after a pause.
    ///
    /// - Throws: An `NSError` whose message names the cause: formats that do not fit, with both nodes; a
    ///   plugin that does not start; the device's error, with its name. The engine stays stopped then.
    open func start() throws {
        try AVFAudioError.throwing { () throws(EngineError) in try core.start() }
    }

    /// Stops rendering; everything stays as it is until `start()`.
    open func pause() { core.pause() }

    /// Stops rendering and gives the device back.
    ///
    /// What players have scheduled stays.
    open func stop() { core.stop() }

    /// Lets every node forget what it has processed; in manual rendering also begins the timeline anew.
    open func reset() { core.reset() }

    /// Whether what edits connect to a mixer or cut from it fades for 10 ms while a device plays, default
    /// true.
    ///
    /// A call that cuts something that sounds waits until it has faded. In manual rendering edits are hard
    /// cuts in any case. (Not in Apple's API.)
    public final var fadesEdits: Bool {
        get { core.fadesEdits }
        set { core.fadesEdits = newValue }
    }

    /// How many threads share a block, from the next `start()` on: 1…64, default 1.
    ///
    /// The samples are the same to the bit. A block is shared if one thread would work on it for 40 µs (which
    /// is measured now and then) and branches of the graph run side by side; blocks of source and sink nodes
    /// may then be called on other threads than the renderer's. (Not in Apple's API.)
    public final var renderThreadCount: Int {
        get { core.renderThreadCount }
        set { core.renderThreadCount = newValue }
    }

    // MARK: - Errors

    /// Told why a call that cannot throw was refused, or what went wrong while rendering.
    ///
    /// Every error is an `NSError` whose message says what to do about it. The handler runs on the thread of
    /// the refused call, or on one of the engine's. Without a handler, the default, an error is one line on
    /// standard error. Inside `performChanges` errors are thrown instead. (Not in Apple's API.)
    public final var errorHandler: (@Sendable (any Error) -> Void)? {
        get { settings.withLock { $0.errorHandler } }
        set { settings.withLock { $0.errorHandler = newValue } }
    }

    /// The newest error that no call could throw. (Not in Apple's API.)
    public final var lastError: (any Error)? { core.lastError.map { AVFAudioError.error($0) } }

    private func listen() {
        core.setEventHandler { [weak self] event in self?.take(event) }
    }

    private func take(_ event: AudioEngine.Event) {
        switch event {
        case .failed(let error): tell(error)
        case .dropout, .pluginRestarted: break
        case .pluginLost(let node, let error, restarts: _):
            tell(error)
            NotificationCenter.default.post(
                name: .AVAudioUnitInvalidation, object: table[node],
                userInfo: [NSUnderlyingErrorKey: AVFAudioError.error(error)])
        case .deviceMissing(_, let error): tell(error)
        case .deviceChanged(_, let change):
            if case .lost(let error) = change { tell(.device(error)) }
            NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: self)
        case .deviceLost(let error):
            tell(error)
            NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: self)
        }
    }

    private func tell(_ error: EngineError) {
        (errorHandler ?? Self.log)(AVFAudioError.error(error))
    }

    /// Writes an error as one line on standard error.
    @Sendable
    static func log(_ error: any Error) {
        let line = "AVAudioEngine: \(error.localizedDescription)\n"
        FileHandle.standardError.write(Data(line.utf8))
    }
}

extension NSNotification.Name {
    /// A plugin in a process of its own is gone: the object is its `AVAudioUnit`. (Not in Apple's API.)
    ///
    /// The error is in `userInfo` under `NSUnderlyingErrorKey`. The node passes its input through, or is
    /// silent if it has none. Posted from one of the engine's threads.
    public static let AVAudioUnitInvalidation = NSNotification.Name("AVAudioUnitInvalidationNotification")

    /// A device of the engine's went away, or another one has taken its place; the object is the engine.
    ///
    /// Posted from one of the engine's threads, once for each change and after it works. The engine goes on
    /// rendering with the formats that it has: without a device by a timer, so that no frame of the
    /// timeline is missing; a program need not do anything. (On Apple's systems the engine has stopped
    /// then, and `start()` goes on; here the call does nothing.)
    public static let AVAudioEngineConfigurationChange = NSNotification.Name(
        "AVAudioEngineConfigurationChangeNotification")
}
