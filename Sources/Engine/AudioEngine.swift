import AVFDevices
import AVFGraph
import AVFRender
import AVFUnits
import CAVFRealtime
import Synchronization

/// A graph of nodes and what renders it: a device, or the program itself.
///
/// Every function may be called from any thread. An edit is heard with the next block, or not at all.
package final class AudioEngine: Sendable {
    /// Reports what no call can throw: a file that went away while it played, a lost device.
    package enum Event: Sendable {
        /// A call that cannot throw was refused, or something failed while rendering.
        case failed(EngineError)
        /// The device dropped about so many frames.
        case dropout(frameCount: Int)
        /// The device went away; the engine has stopped.
        case deviceLost(EngineError)
        /// There was no such device when the engine was started: time is kept without it, until there is one.
        case deviceMissing(DeviceDirection, EngineError)
        /// The device went away, or another one has taken its place; the engine goes on rendering.
        case deviceChanged(DeviceDirection, FailoverChange)
        /// A plugin's process is gone: its node passes its input through, or is silent, unless it is started
        /// again.
        case pluginLost(node: EngineNode, EngineError, restarts: Bool)
        /// A plugin runs again after its process was lost.
        case pluginRestarted(node: EngineNode)
    }

    /// The graph's end.
    package let outputNode = OutputNode()
    let host = RenderHost()
    let edits = RecursiveLock()
    let state: Mutex<EngineState>
    let backend: any DeviceBackend
    let clock: HostClock
    let threads = Mutex<(pump: HelperThread?, disk: HelperThread?)>((nil, nil))
    /// What `PluginFaultCount` was when the plugins were last asked.
    let seenFaultCount = Atomic<Int>(0)
    let laterCalls = Mutex<[@Sendable () -> Void]>([])
    let fades = Atomic<Bool>(true)
    private let eventHandler = Mutex<EventHandler?>(nil)
    private let mixer = Mutex<MixerNode?>(nil)
    private let input = Mutex<InputNode?>(nil)

    /// An engine that plays on `backend`; nothing is opened before `start`.
    ///
    /// `clock` is host time, or a test's own.
    package init(
        backend: any DeviceBackend = FailoverBackend(), clock: @escaping HostClock = avf_rt_host_time
    ) {
        self.backend = backend
        self.clock = clock
        state = Mutex(
            EngineState(
                format: BusFormat(sampleRateHz: 48_000, channelCount: 2), offlineCalls: host.offlineCalls))
        _ = try? attach(outputNode)
    }

    deinit { shutDown() }

    /// Stops; no handler of the program runs any more when the call returns, unless the call comes from one.
    ///
    /// Who gives up the last reference calls it: otherwise a helper thread that is at work might hold the
    /// engine a while longer, with its nodes, plugins and device.
    package func shutDown() {
        stop()
        endThreads()
    }

    // MARK: - Nodes

    /// The mixer that feeds the output; made and connected when it is first asked for.
    package var mainMixerNode: MixerNode {
        edits.withLock {
            if let made = mixer.withLock({ $0 }), made.engine === self { return made }
            let made = MixerNode(name: "main mixer")
            mixer.withLock { $0 = made }
            recordingErrors("mainMixerNode") { () throws(EngineError) in
                try attach(made)
                try connect(made, to: outputNode, format: nil)
            }
            return made
        }
    }

    /// Where a device's frames enter, or the program's in manual rendering; made when it is first asked for.
    package var inputNode: InputNode {
        edits.withLock {
            let node = input.withLock { present in
                let node = present ?? InputNode(flags: host.inputFlags, port: host.inputPort)
                host.hasInput.store(true, ordering: .relaxed)
                present = node
                return node
            }
            if node.engine !== self {
                recordingErrors("inputNode") { () throws(EngineError) in try attach(node) }
            }
            return node
        }
    }

    /// The input node, if it has been made.
    var madeInputNode: InputNode? { input.withLock { $0 } }

    /// Whether the main mixer has been made.
    package var hasMainMixerNode: Bool { mixer.withLock { $0 != nil } }

    /// The nodes of the engine, in the order in which they were attached.
    package var attachedNodes: [EngineNode] {
        state.withLock { $0.orderedNodes }
    }

    // MARK: - Events

    /// Takes events; called on the pump thread, or on the thread of the refused call.
    package func setEventHandler(_ handler: (@Sendable (Event) -> Void)?) {
        // The old handler goes outside of the lock: with it may go what the program has given it.
        let old = eventHandler.withLock { current in
            defer { current = handler.map(EventHandler.init) }
            return current
        }
        withExtendedLifetime(old) {}
    }

    /// The newest error that no call could throw.
    package var lastError: EngineError? { state.withLock { $0.lastError } }

    /// Keeps an error and tells the event handler; inside a transaction, lets the transaction throw it
    /// instead.
    package func report(_ error: EngineError) {
        let isThrownLater = state.withLock { state in
            guard state.isInTransaction else {
                state.lastError = error
                return false
            }
            state.refusal = state.refusal ?? error
            return true
        }
        if !isThrownLater { emit(.failed(error)) }
    }

    func emit(_ event: Event) {
        if let handler = eventHandler.withLock({ $0 }) { handler.call(event) }
    }

    /// A closure in a box: bare behind a generic lock, it would get another wrapper with each look at it,
    /// until calling it takes more stack than there is.
    private struct EventHandler {
        let call: @Sendable (Event) -> Void
    }

    /// Runs a body whose error the caller cannot catch, and reports that error; false if there was one.
    @discardableResult
    package func reportingErrors(_ body: () throws(EngineError) -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            report(error)
            return false
        }
    }

    /// Runs a body whose error the caller cannot catch, and reports that error.
    func recordingErrors(_ call: String, _ body: () throws(EngineError) -> Void) {
        do { try body() } catch { report(error) }
    }
}
