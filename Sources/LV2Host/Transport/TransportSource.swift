import AVFRealtime
import Synchronization

/// Asks the program where the music is, once for each block, on the render thread.
package final class TransportSource: @unchecked Sendable {
    // Proof: the box that the render thread uses is kept by `owner` until it has left it.
    /// Answers on the render thread; must not wait or allocate.
    package typealias Provider = @Sendable () -> TransportPosition

    private final class Box: Sendable {
        let provider: Provider
        init(_ provider: @escaping Provider) { self.provider = provider }
    }

    private let current = Atomic<UInt>(0)
    private let gate = Gate()
    private let owner = Mutex<[Box]>([])

    package init() {}

    /// Who knows where the music is; nil for none. [control]
    ///
    /// Waits for the end of an answer that is being given.
    package var provider: Provider? {
        get { owner.withLock { current.load(ordering: .relaxed) == 0 ? nil : $0.last?.provider } }
        set {
            owner.withLock { boxes in
                let box = newValue.map(Box.init)
                let address = box.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
                current.store(address, ordering: .releasing)
                // One that sets another one while it answers keeps itself from ending, so there is a limit.
                if gate.waitUntilEmpty(atMostMilliseconds: 1000) { boxes.removeAll() }
                if let box { boxes.append(box) }
            }
        }
    }

    /// The position at the beginning of a block.
    ///
    /// Render thread; the program's own code.
    func ask() -> TransportPosition {
        guard current.load(ordering: .relaxed) != 0 else { return TransportPosition() }
        guard gate.enter() else { return TransportPosition() }
        defer { gate.leave() }
        let bits = current.load(ordering: .acquiring)
        guard let address = UnsafeRawPointer(bitPattern: bits) else { return TransportPosition() }
        return Unmanaged<Box>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.provider() }
    }
}
