import AVFDevices
import CAVFRealtime
import Glibc
import Synchronization

/// Keeps what arrives, and lets the proof wait for it.
final class Kept<Value: Sendable>: Sendable {
    private let kept = Mutex<[Value]>([])

    var all: [Value] { kept.withLock { $0 } }

    func add(_ value: Value) { kept.withLock { $0.append(value) } }

    /// Waits until so many have come, at most ten seconds.
    func wait(_ count: Int) { _ = wait { $0.count >= count } }

    /// Waits until something is true, at most ten seconds; whether it is.
    func wait(_ condition: ([Value]) -> Bool) -> Bool {
        for _ in 0..<10_000 {
            if kept.withLock({ condition($0) }) { return true }
            usleep(1_000)
        }
        return false
    }
}

extension Kept where Value == MIDIBatch {
    var batches: [MIDIBatch] { all }
    var words: [UInt32] { all.flatMap(\.words) }
}

/// Two clients of which one sends to the other.
final class Pair: Sendable {
    let heard = Kept<MIDIBatch>()
    /// When each batch was received, by the clock that sends are scheduled by.
    let heardAt = Kept<UInt64>()
    let announced = Kept<MIDIAnnouncement>()
    let player: ALSAMIDI
    let synth: ALSAMIDI
    let output: MIDIOutput

    init() throws(MIDIError) {
        player = try ALSAMIDI("Player", announcements: announced.add)
        synth = try ALSAMIDI("Synth", announcements: announced.add)
        let input = try synth.makeDestination("in", midiProtocol: .midi1) { [heard, heardAt] batch in
            heardAt.add(avf_rt_host_time())
            heard.add(batch)
        }
        output = try player.openOutput(to: input.address)
    }

    func close() {
        player.close()
        synth.close()
    }
}
