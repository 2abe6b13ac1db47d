import AVFGraph
import AVFRender

extension AudioEngine {
    /// Renders frames into planar memory, as fast as they can be made; files are read as they are needed.
    ///
    /// The samples do not depend on how many frames each call asks for. `channelCount` is what the memory
    /// has, for callers that cannot be sure; nil means that it has what the engine renders. `session` is what
    /// `enableManualRendering` returned; nil means the newest.
    /// - Throws: `EngineError` in another mode or session, with a stopped engine, with more frames than the
    ///   mode allows, with another number of channels than the engine's, or while another call renders.
    package func renderOffline(
        _ frameCount: Int, to channels: UnsafePointer<UnsafeMutablePointer<Float>>,
        channelCount given: Int? = nil, session: Int? = nil
    ) throws(EngineError) {
        guard host.offlineCalls.begin() else { throw .alreadyRendering }
        let terms = host.offlineCalls.terms { state.withLock { $0.offlineTerms } }
        defer { endOfflineCall(terms) }
        try check(frameCount, channelCount: given, session: session, terms)
        let isRendered = terms.servicedNodes._withUnsafeGuaranteedRef { servicedNodes in
            renderOffline(frameCount, to: channels, terms, servicedNodes)
        }
        guard isRendered else { throw .alreadyRendering }
    }

    /// False if a device is rendering at this moment.
    private func renderOffline(
        _ frameCount: Int, to channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ terms: OfflineSnapshot,
        _ servicedNodes: ServicedNodes
    ) -> Bool {
        var done = 0
        while done < frameCount {
            let count = roomOffline(servicedNodes, atMost: frameCount - done)
            let isRendered = host.render(
                channels, offset: done, channelCount: terms.channelCount, frameCount: count, hostTime: 0)
            guard isRendered else { return false }
            done += count
            afterOfflineBlock(servicedNodes)
            if terms.followsLatencies { followLatencies() }
        }
        return true
    }

    private func check(
        _ frameCount: Int, channelCount given: Int?, session: Int?, _ terms: OfflineSnapshot
    ) throws(EngineError) {
        guard terms.mode == .offline, session ?? terms.session == terms.session else {
            throw .wrongMode(call: "renderOffline", mode: terms.mode.name)
        }
        guard terms.run == .running else { throw .notRunning(call: "renderOffline") }
        guard (0...terms.maximumFrameCount).contains(frameCount) else {
            throw .badRenderRequest(
                reason: "\(frameCount) frames were asked for, but the maximum is \(terms.maximumFrameCount).")
        }
        guard given ?? terms.channelCount == terms.channelCount else {
            throw .badRenderRequest(
                reason: "The memory has \(given ?? 0) channels, but the engine renders \(terms.channelCount)."
            )
        }
    }

    /// Lets the servicedNodeLists go that edits have replaced while the call looked at them.
    private func endOfflineCall(_ terms: OfflineSnapshot) {
        host.offlineCalls.end()
        guard host.offlineCalls.age != terms.age else { return }
        let old = state.withLock { host.offlineCalls.isUnderWay ? [] : $0.takeOldServicedNodes() }
        withExtendedLifetime(old) {}
    }

    /// Renders frames into planar memory from a thread that must not wait. [render]
    ///
    /// False in another mode or session, with a stopped engine, or while another thread renders: nothing is
    /// written then.
    package func renderRealtime(
        _ frameCount: Int, to channels: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int,
        session: Int? = nil
    ) -> Bool {
        guard acceptsRealtimeCalls(session: session), frameCount >= 0 else { return false }
        guard host.render(channels, channelCount: channelCount, frameCount: frameCount, hostTime: 0) else {
            return false
        }
        host.pumpWakeup.signal()
        host.diskWakeup.signal()
        return true
    }

    /// Whether `renderRealtime` would render: the engine runs in that mode, and in that session. [any]
    package func acceptsRealtimeCalls(session: Int? = nil) -> Bool {
        let accepted = host.realtimeSession.load(ordering: .acquiring)
        return accepted != 0 && session ?? accepted == accepted
    }

    /// Whether the input node lacked frames since the last question. [any]
    package func takeInputShortage() -> Bool {
        host.hasInput.load(ordering: .relaxed) && host.inputFlags.takeShortage()
    }

    /// How many frames can be made before a player starves or a tap overflows: feeds, and waits for
    /// listeners.
    private func roomOffline(_ servicedNodes: ServicedNodes, atMost frameCount: Int) -> Int {
        var room = servicedNodes.feed(frameCount: frameCount, isOffline: true)
        if room == 0 {
            // Players may be full of what they were told to drop.
            servicedNodes.attended.forEach { $0.obey() }
            room = servicedNodes.feed(frameCount: frameCount, isOffline: true)
        }
        for node in servicedNodes.tapped {
            for tap in node.taps.values { room = min(room, tapRoom(tap)) }
        }
        return max(1, room)
    }

    /// Frames that fit into a tap; waits while none do, because offline nothing may be dropped.
    private func tapRoom(_ tap: NodeTap) -> Int {
        while tap.roomInFrames < tap.slotFrameCount {
            host.pumpWakeup.signal()
            host.tapWakeup.wait(milliseconds: 100)
        }
        return tap.roomInFrames
    }

    private func afterOfflineBlock(_ servicedNodes: ServicedNodes) {
        host.renderer.slot.collect()
        if isProfiling { drainProfile() }
        reportNewFaults(servicedNodes)
        // Waking a thread costs more than a small graph's block, so it is done only for a reason.
        if servicedNodes.hasReports { host.pumpWakeup.signal() }
    }
}
