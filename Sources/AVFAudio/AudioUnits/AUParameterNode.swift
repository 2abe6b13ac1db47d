import Synchronization

/// A parameter or a group of them in a unit's tree.
///
/// Observers run on the thread that sets a value.
open class AUParameterNode: NSObject, @unchecked Sendable {
    // Sendable: what changes is behind a Mutex.
    struct Observer {
        var value: AUParameterObserver?
        var recording: AUParameterRecordingObserver?
        var automation: AUParameterAutomationObserver?
    }

    struct Callbacks {
        var observer: AUImplementorValueObserver?
        var provider: AUImplementorValueProvider?
        var stringFromValue: AUImplementorStringFromValueCallback?
        var valueFromString: AUImplementorValueFromStringCallback?
        var displayName: AUImplementorDisplayNameWithLengthCallback?
    }

    private struct State {
        weak var parent: AUParameterGroup?
        var observers: [UInt: Observer] = [:]
        var callbacks = Callbacks()
    }

    /// A name for programs, unique among its siblings; it does not change.
    public final let identifier: String
    /// A name for people.
    public final let displayName: String
    private let state = Mutex(State())

    /// A node without a name.
    public override init() {
        (identifier, displayName) = ("", "")
        super.init()
    }

    init(identifier: String, name: String) {
        self.identifier = identifier
        displayName = name
        super.init()
    }

    /// The identifiers from the tree down to this node, separated by dots.
    open var keyPath: String {
        guard let above = parent, !(above is AUParameterTree) else { return identifier }
        return above.keyPath + "." + identifier
    }

    /// The name, cut to so many characters unless the unit knows better.
    open func displayName(withLength maximumLength: Int) -> String {
        if let callback = callback(\.displayName) { return callback(self, maximumLength) }
        return String(displayName.prefix(max(0, maximumLength)))
    }

    var parent: AUParameterGroup? {
        get { state.withLock { $0.parent } }
        set { state.withLock { $0.parent = newValue } }
    }

    // MARK: - Observers

    /// Lets a block know each new value of the node's parameters; observers must not add or remove others.
    open func token(byAddingParameterObserver observer: @escaping AUParameterObserver)
        -> AUParameterObserverToken
    { add(Observer(value: observer)) }

    /// Lets a block know each new value with its time.
    open func token(byAddingParameterRecordingObserver observer: @escaping AUParameterRecordingObserver)
        -> AUParameterObserverToken
    { add(Observer(recording: observer)) }

    /// Lets a block know each new value, and when controls are touched and released.
    open func token(byAddingParameterAutomationObserver observer: @escaping AUParameterAutomationObserver)
        -> AUParameterObserverToken
    { add(Observer(automation: observer)) }

    /// Ends an observer; nothing happens for a token that is none of this node's.
    open func removeParameterObserver(_ token: AUParameterObserverToken) {
        // The observer goes outside of the lock: with it may go what the program has given it.
        let old = state.withLock { $0.observers.removeValue(forKey: Self.number(of: token)) }
        withExtendedLifetime(old) {}
    }

    private func add(_ observer: Observer) -> AUParameterObserverToken {
        let number = UInt(Self.tokens.wrappingAdd(1, ordering: .relaxed).newValue)
        state.withLock { $0.observers[number] = observer }
        // Proof: an offset from an address that is not null; the token is a name and is never read.
        return Self.tokenBase + Int(number)
    }

    private static let tokens = Atomic<Int>(0)
    // Proof: written once, and used as a number only.
    nonisolated(unsafe) private static let tokenBase = UnsafeMutableRawPointer.allocate(
        byteCount: 1, alignment: 1)

    private static func number(of token: AUParameterObserverToken) -> UInt {
        UInt(bitPattern: token) &- UInt(bitPattern: tokenBase)
    }

    /// Tells this node's observers and those above it, but for the one who made the change.
    func notify(_ event: AUParameterAutomationEvent, except originator: AUParameterObserverToken?) {
        let observers = state.withLock { $0.observers }
        let silent = originator.map(Self.number)
        for (number, observer) in observers where number != silent {
            if event.eventType == .value {
                observer.value?(event.address, event.value)
                var recorded = AURecordedParameterEvent(
                    hostTime: event.hostTime, address: event.address, value: event.value)
                observer.recording?(1, &recorded)
            }
            var event = event
            observer.automation?(1, &event)
        }
        parent?.notify(event, except: originator)
    }

    // MARK: - The unit's side

    /// The nearest callback of that kind, here or above.
    func callback<Callback: Sendable>(_ path: KeyPath<Callbacks, Callback?> & Sendable) -> Callback? {
        state.withLock { $0.callbacks[keyPath: path] } ?? parent?.callback(path)
    }

    private func set<Callback: Sendable>(
        _ path: WritableKeyPath<Callbacks, Callback?> & Sendable, _ callback: Callback?
    ) {
        state.withLock { $0.callbacks[keyPath: path] = callback }
    }

    /// Called when a parameter at or below this node was given a value.
    open var implementorValueObserver: AUImplementorValueObserver {
        get { callback(\.observer) ?? { @Sendable _, _ in } }
        set { set(\.observer, newValue) }
    }

    /// Asked for the value of a parameter at or below this node.
    open var implementorValueProvider: AUImplementorValueProvider {
        get { callback(\.provider) ?? { @Sendable in $0.storedValue } }
        set { set(\.provider, newValue) }
    }

    /// Asked for a value as text.
    open var implementorStringFromValueCallback: AUImplementorStringFromValueCallback {
        get { callback(\.stringFromValue) ?? { @Sendable in $0.plainString(fromValue: $1) } }
        set { set(\.stringFromValue, newValue) }
    }

    /// Asked for the value that a text means.
    open var implementorValueFromStringCallback: AUImplementorValueFromStringCallback {
        get { callback(\.valueFromString) ?? { @Sendable in $0.plainValue(from: $1) } }
        set { set(\.valueFromString, newValue) }
    }

    /// Asked for shorter names.
    open var implementorDisplayNameWithLengthCallback: AUImplementorDisplayNameWithLengthCallback {
        get { callback(\.displayName) ?? { @Sendable in String($0.displayName.prefix(max(0, $1))) } }
        set { set(\.displayName, newValue) }
    }
}
