import AVFRealtime
import AVFSpatial
import AVFUnits

extension EnvironmentNode {
    /// Whose ears the node renders with. [any]
    package var hrtf: HRTFChoice { state.withLock { $0.choice } }

    /// Lets the node render with other ears; the old ones are heard until the new ones are ready. [control]
    ///
    /// - Throws: `EngineError.hrtf` if the measurement cannot be prepared; nothing has changed then.
    package func useHRTF(_ choice: HRTFChoice) throws(EngineError) {
        let rate = state.withLock { $0.mixer?.sampleRateHz } ?? 48_000
        _ = try HRTFLibrary.set(choice, sampleRateHz: rate)
        state.withLock { $0.choice = choice }
        prepareSet(waits: true)
    }

    /// What was repaired, left out or filled of the measurement in use, as sentences. [any]
    package var hrtfNotes: [String] { state.withLock { $0.notes } }

    /// Whether the ears that the node renders with are those that were asked for. [any]
    ///
    /// Until then, and before a source needs any, a sphere is heard.
    package var hasChosenHRTF: Bool { state.withLock { $0.present == $0.choice } }

    /// Gives the mixer its set, if a source needs one and it is another one than the mixer has.
    ///
    /// In manual rendering and before the first block, it waits; while a device plays, the set comes when
    /// it is ready, and a sphere is heard before.
    func prepareSet(waits: Bool = false) {
        let (isNeeded, isOffline) = state.withLock { ($0.needsSet, $0.isOffline) }
        guard isNeeded else { return }
        if waits || isOffline { return takeSet() }
        let thread = try? NamedThread(.worker) { [weak self] in self?.takeSet() }
        // The old thread is joined outside of the lock.
        let old = preparation.withLock { place in
            defer { place = thread }
            return place
        }
        withExtendedLifetime(old) {}
        if thread == nil { takeSet() }
    }

    private func takeSet() {
        let (choice, mixer) = state.withLock { ($0.choice, $0.mixer) }
        guard let mixer else { return }
        do throws(EngineError) {
            let set = try HRTFLibrary.set(choice, sampleRateHz: mixer.sampleRateHz)
            state.withLock { state in
                guard state.mixer === mixer, state.choice == choice, state.present != choice else { return }
                guard (try? mixer.use(set)) != nil else { return }
                state.present = choice
                state.notes = set?.notes.map(\.description) ?? []
            }
        } catch {
            engine?.report(error)
        }
    }
}

extension EnvironmentNode.State {
    /// Whether a source needs a set that the mixer does not have.
    fileprivate var needsSet: Bool {
        guard mixer != nil, present != choice else { return false }
        return inputs.values.contains { $0.mixing.placement.usesSet(settings.outputType) }
    }
}
