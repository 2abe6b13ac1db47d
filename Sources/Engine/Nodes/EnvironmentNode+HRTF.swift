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
        let startsThread = state.withLock { state -> Bool? in
            guard state.needsSet else { return nil }
            if waits || state.isOffline { return false }
            guard !state.isPreparing else { return nil }
            state.isPreparing = true
            return true
        }
        guard let startsThread else { return }
        guard startsThread else { return takeSet() }
        let thread = try? NamedThread(.worker) { [weak self] in
            while let self, self.isStillPreparing { self.takeSet() }
        }
        // The old thread has ended, or is about to; it is joined outside of the lock.
        let old = preparation.withLock { place in
            defer { place = thread }
            return place
        }
        withExtendedLifetime(old) {}
        guard thread == nil else { return }
        takeSet()
        _ = isStillPreparing
    }

    /// Whether the mixer still lacks its set, for the thread that prepares one, which ends if not.
    private var isStillPreparing: Bool {
        state.withLock { state in
            state.isPreparing = state.needsSet
            return state.isPreparing
        }
    }

    private func takeSet() {
        let (choice, mixer) = state.withLock { ($0.choice, $0.mixer) }
        guard let mixer else { return }
        do throws(EngineError) {
            let set = try HRTFLibrary.set(choice, sampleRateHz: mixer.sampleRateHz)
            finish(choice, mixer, set, set?.notes.map(\.description) ?? [])
        } catch {
            // A sphere is heard; to try it again would lead to the same.
            finish(choice, mixer, nil, [error.description])
            engine?.report(error)
        }
    }

    private func finish(_ choice: HRTFChoice, _ mixer: SpatialMixer, _ set: HRTFSet?, _ notes: [String]) {
        state.withLock { state in
            guard state.mixer === mixer, state.choice == choice, state.present != choice else { return }
            try? mixer.use(set)
            state.present = choice
            state.notes = notes
        }
    }
}

extension EnvironmentNode.State {
    /// Whether a source needs a set that the mixer does not have.
    fileprivate var needsSet: Bool { wantsSet && mixer != nil && present != choice }

    /// Takes down what a source needs.
    mutating func note(_ placement: SpatialPlacement) {
        if placement.usesSet(settings.outputType) { wantsSet = true }
    }
}
