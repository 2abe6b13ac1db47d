import Synchronization

/// A closure of the program's that a render thread calls, and that the control side may replace meanwhile.
public final class CallbackSlot<Answer>: @unchecked Sendable {
    // Proof: the box that the render thread uses is kept by `boxes` until it has left it.
    /// Answers on the render thread; must not wait or allocate.
    public typealias Callback = @Sendable () -> Answer

    private final class Box: Sendable {
        let callback: Callback
        init(_ callback: @escaping Callback) { self.callback = callback }
    }

    private let current = Atomic<UInt>(0)
    private let gate = Gate()
    private let boxes = Mutex<[Box]>([])

    /// No closure.
    public init() {}

    /// What is called; nil for nothing. [control]
    ///
    /// To set another one waits for the end of a call that is under way.
    public var callback: Callback? {
        get { boxes.withLock { current.load(ordering: .relaxed) == 0 ? nil : $0.last?.callback } }
        set {
            boxes.withLock { boxes in
                let box = newValue.map(Box.init)
                let address = box.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
                current.store(address, ordering: .releasing)
                // One that sets another one while it answers keeps itself from ending, so there is a limit.
                if gate.waitUntilEmpty(atMostMilliseconds: 1000) { boxes.removeAll() }
                if let box { boxes.append(box) }
            }
        }
    }

    /// Whether there is nothing to call. [any]
    public var isEmpty: Bool { current.load(ordering: .relaxed) == 0 }

    /// Calls the closure; nil if there is none. [render]
    public func call() -> Answer? {
        guard !isEmpty, gate.enter() else { return nil }
        defer { gate.leave() }
        let bits = current.load(ordering: .acquiring)
        guard let address = UnsafeRawPointer(bitPattern: bits) else { return nil }
        return Unmanaged<Box>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.callback() }
    }
}
