import AVFGraph
import AVFRender

extension AudioEngine {
    /// Renders frames into planar memory, as fast as they can be made; files are read as they are needed.
    ///
    /// The samples do not depend on how many frames each call asks for. `channelCount` is what the memory
    /// has, for callers that cannot be sure; nil means that it has what the engine renders.
    /// - Throws: `EngineError` in another mode, with a stopped engine, with more frames than the mode allows,
    ///   with another number of channels than the engine's, or while another thread renders.
    package func renderOffline(
        _ frameCount: Int, to channels: UnsafePointer<UnsafeMutablePointer<Float>>,
        channelCount given: Int? = nil
    ) throws(EngineError) {
        let (mode, run, maximum, channelCount, roster, followsLatencies) = state.withLock {
            (
                $0.mode, $0.run, $0.maximumFrameCount, $0.model.outputFormat.channelCount, $0.roster,
                !$0.compiledLatencies.isEmpty
            )
        }
        guard mode == .offline else { throw .wrongMode(call: "renderOffline", mode: mode.name) }
        guard run == .running else { throw .notRunning(call: "renderOffline") }
        guard (0...maximum).contains(frameCount) else {
            throw .badRenderRequest(
                reason: "\(frameCount) frames were asked for, but the maximum is \(maximum).")
        }
        guard given ?? channelCount == channelCount else {
            throw .badRenderRequest(
                reason: "The memory has \(given ?? 0) channels, but the engine renders \(channelCount).")
        }
        var done = 0
        while done < frameCount {
            let count = roomOffline(roster, atMost: frameCount - done)
            guard
                host.render(
                    channels, offset: done, channelCount: channelCount, frameCount: count, hostTime: 0)
            else { throw .alreadyRendering }
            done += count
            afterOfflineBlock(roster)
            if followsLatencies { followLatencies() }
        }
    }

    /// Renders frames into planar memory from a thread that must not wait. [render]
    ///
    /// False in another mode, with a stopped engine, or while another thread renders: nothing is written
    /// then.
    package func renderRealtime(
        _ frameCount: Int, to channels: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int
    ) -> Bool {
        guard host.acceptsRealtimeCalls.load(ordering: .acquiring), frameCount >= 0 else { return false }
        guard host.render(channels, channelCount: channelCount, frameCount: frameCount, hostTime: 0) else {
            return false
        }
        host.pumpWakeup.signal()
        host.diskWakeup.signal()
        return true
    }

    /// Whether `renderRealtime` would render: the engine runs in that mode. [any]
    package var acceptsRealtimeCalls: Bool { host.acceptsRealtimeCalls.load(ordering: .acquiring) }

    /// Whether the input node lacked frames since the last question. [any]
    package func takeInputShortage() -> Bool { host.inputFlags.takeShortage() }

    /// How many frames can be made before a player starves or a tap overflows: feeds, and waits for
    /// listeners.
    private func roomOffline(_ roster: NodeRoster, atMost frameCount: Int) -> Int {
        var room = roster.feed(frameCount: frameCount, isOffline: true)
        for node in roster.tapped {
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

    private func afterOfflineBlock(_ roster: NodeRoster) {
        host.renderer.slot.collect()
        if isProfiling { drainProfile() }
        reportNewTroubles(roster)
        // Waking a thread costs more than a small graph's block, so it is done only for a reason.
        if roster.hasReports { host.pumpWakeup.signal() }
    }
}
