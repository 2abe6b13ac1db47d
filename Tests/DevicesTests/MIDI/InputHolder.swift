import AVFDevices
import Synchronization

/// Lets a receiver close the input that it belongs to.
final class InputHolder: Sendable {
    private let input = Mutex<MIDIInput?>(nil)

    func keep(_ input: MIDIInput) { self.input.withLock { $0 = input } }

    func close() { input.withLock { $0 }?.close() }
}
