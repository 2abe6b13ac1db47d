import Synchronization

/// What a client of ALSA's sequencer has open, and which ports there are, as far as it was told.
final class SequencerRegistry: Sendable {
    private struct State {
        var inputs: [MIDIPortAddress: MIDIInput] = [:]
        var outputs: [MIDIPortAddress: (output: MIDIOutput, destination: MIDIPortAddress?)] = [:]
        var known: [MIDIPortAddress: MIDIPortInfo] = [:]
    }

    private let state = Mutex(State())

    /// All open inputs, in the order of their numbers.
    var inputs: [MIDIInput] {
        state.withLock { $0.inputs.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// All open outputs, in the order of their numbers.
    var outputs: [MIDIOutput] {
        state.withLock { $0.outputs.sorted { $0.key < $1.key }.map(\.value.output) }
    }

    /// The input of a port of ours.
    func input(_ address: MIDIPortAddress) -> MIDIInput? { state.withLock { $0.inputs[address] } }

    /// The outputs that send to a port only.
    func outputs(to destination: MIDIPortAddress) -> [MIDIOutput] {
        state.withLock { state in
            state.outputs.values.filter { $0.destination == destination }.map(\.output)
        }
    }

    func add(_ input: MIDIInput) { state.withLock { $0.inputs[input.address] = input } }

    func add(_ output: MIDIOutput, to destination: MIDIPortAddress?) {
        state.withLock { $0.outputs[output.address] = (output, destination) }
    }

    /// Forgets a port of ours.
    func remove(_ address: MIDIPortAddress) {
        state.withLock { state in
            state.inputs[address] = nil
            state.outputs[address] = nil
        }
    }

    /// Keeps what a port is now; what was known of it before.
    func learn(_ port: MIDIPortInfo) -> MIDIPortInfo? {
        state.withLock { state in
            defer { state.known[port.address] = port }
            return state.known[port.address]
        }
    }

    /// Forgets a port of others; what was known of it.
    func forget(_ address: MIDIPortAddress) -> MIDIPortInfo? {
        state.withLock { $0.known.removeValue(forKey: address) }
    }

    /// The known ports of a client, in the order of their numbers.
    func known(ofClient client: Int32) -> [MIDIPortAddress] {
        state.withLock { $0.known.keys.filter { $0.client == client }.sorted() }
    }
}
