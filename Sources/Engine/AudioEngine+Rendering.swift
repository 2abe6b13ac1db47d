import AVFGraph
import AVFRender

extension AudioEngine {
    /// Renders frames into planar memory, as fast as they can be made; files are read as they are needed.
    ///
    /// The samples do not depend on how many frames each call asks for.
    /// - Throws: `EngineError` in another mode, with a stopped engine, with more frames than the mode allows, or
    ///   while another thread renders.
    package func renderOffline(
        _ frameCount: Int, to channels: UnsafePointer<UnsafeMutablePointer<Float>>
    ) throws(EngineError) {
        let (mode, run, maximum, channelCount) = state.withLock {
            ($0.mode, $0.run, $0.maximumFrameCount, $0.model.outputFormat.channelCount)
        }
        guard mode == .offline else { throw .wrongMode(call: "renderOffline", mode: mode.name) }
        guard run == .running else { throw .notRunning(call: "renderOffline") }
        guard (0...maximum).contains(frameCount) else {
            throw .badRenderRequest(reason: "\(frameCount) frames were asked for, but the maximum is \(maximum).")
        }
        let offsets = SliceTable(channels, channelCount: channelCount)
        var done = 0
        while done < frameCount {
            let count = roomOffline(atMost: frameCount - done)
            guard
                host.render(
                    offsets.pointers(at: done), channelCount: channelCount, frameCount: count, hostTime: 0)
            else { throw .alreadyRendering }
            done += count
            afterOfflineBlock()
        }
    }

    /// Renders frames into planar memory from a thread that must not wait. [render]
    ///
    /// False in another mode, with a stopped engine, or while another thread renders: nothing is written then.
    package func renderRealtime(
        _ frameCount: Int, to channels: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int
    ) -> Bool {
        guard host.render(channels, channelCount: channelCount, frameCount: frameCount, hostTime: 0) else {
            return false
        }
        host.pumpWakeup.signal()
        host.diskWakeup.signal()
        return true
    }

    /// How many frames can be made before a player starves or a tap overflows: feeds, and waits for listeners.
    private func roomOffline(atMost frameCount: Int) -> Int {
        let nodes = attachedNodes
        var room = frameCount
        for node in nodes {
            node.feed(isOffline: true)
            room = min(room, node.framesUntilStarved)
        }
        for tap in nodes.flatMap(\.taps.values) { room = min(room, tapRoom(tap)) }
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

    private func afterOfflineBlock() {
        host.renderer.slot.collect()
        for node in attachedNodes { node.feed(isOffline: true) }
        followLatencies()
        host.pumpWakeup.signal()
    }

    /// Books how long each unit takes, from the next block on. [any]
    package var isProfiling: Bool {
        get { host.renderer.isProfiling }
        set { host.renderer.isProfiling = newValue }
    }
}

/// Channel pointers that can be moved along by a number of frames.
private struct SliceTable: ~Copyable {
    private let bases: UnsafePointer<UnsafeMutablePointer<Float>>
    private let channelCount: Int
    private let moved: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    init(_ bases: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int) {
        self.bases = bases
        self.channelCount = channelCount
        moved = .allocate(capacity: max(1, channelCount))
    }

    deinit { moved.deallocate() }

    func pointers(at frame: Int) -> UnsafePointer<UnsafeMutablePointer<Float>> {
        for channel in 0..<channelCount { (moved + channel).initialize(to: bases[channel] + frame) }
        return UnsafePointer(moved)
    }
}
