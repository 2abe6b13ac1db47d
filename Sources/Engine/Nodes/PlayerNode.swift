import AVFGraph
import AVFMedia
import AVFRender
import AVFUnits
import CAVFRealtime
import Glibc
import Synchronization

/// Plays buffers and parts of files, one after the other or at given times.
package final class PlayerNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    /// How far ahead of the render side files are decoded.
    static let readAheadFrameCount = 4 * FileSegment.chunkFrameCount
    /// The same while a device plays: a disk may stop to answer for a second.
    private static let liveReadAheadSeconds = 1.5

    private struct Transport {
        var isPlaying = false
        var unit: PlayerUnit?
        var format = BusFormat(sampleRateHz: 48_000, channelCount: 2)
        var delayed: [(dueHostTime: UInt64, completion: PlayerCompletion)] = []
    }

    private let link = PlayerLink()
    private let queue = Mutex(PlayerQueue())
    private let transport = Mutex(Transport())

    /// A player that has nothing to play.
    package init(name: String = "player") {
        super.init(name: name, role: .source, inputBusCount: 0, outputBusCount: 1)
    }

    deinit { link.inherit(queue.withLock { $0.ownersInFlight }) }

    package override var isMixingSource: Bool { true }

    override func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit {
        transport.withLock { transport in
            if let format = request.formats.outputs.first { transport.format = format }
            let channelCount = transport.format.channelCount
            if let unit = transport.unit, unit.channelCount == channelCount { return unit }
            let unit = PlayerUnit(link, channelCount: channelCount)
            transport.unit = unit
            return unit
        }
    }

    /// Only the engine makes a unit.
    override func stillHas(_ unit: RenderUnit) -> Bool { true }

    private func withQueue<Result>(
        _ body: (inout sending PlayerQueue) -> sending Result
    ) -> sending Result {
        queue.withLock { queue in
            let result = body(&queue)
            link.signals.isWaiting = queue.isWaiting
            link.signals.hasReported = queue.hasReported
            return result
        }
    }

    // MARK: - Scheduling

    /// Schedules samples; `start` is a player time, nil for after what was scheduled before.
    ///
    /// - Throws: `EngineError.bufferMismatch` if the channels are not the player's.
    package func schedule(
        _ samples: PlayableSamples, start: Int64? = nil, loops: Bool = false,
        interruption: PlayerItem.Interruption = .never, completion: PlayerCompletion? = nil
    ) throws(EngineError) {
        let channelCount = outputFormat.channelCount
        guard samples.channelCount == channelCount else {
            throw .bufferMismatch(
                node: name, bufferChannels: samples.channelCount, playerChannels: channelCount)
        }
        append(
            PendingItem(
                source: .samples(samples), loops: loops, interruption: interruption,
                start: playerTime(start), completion: completion))
    }

    /// Schedules frames of a file; `start` is a player time, nil for after what was scheduled before.
    ///
    /// The file is converted to the player's rate and channels as it is decoded.
    /// - Throws: `EngineError.badSegment` for a negative frame or count.
    package func schedule(
        file source: MediaSource, startFrame: Int64, frameCount: Int64, start: Int64? = nil,
        completion: PlayerCompletion? = nil
    ) throws(EngineError) {
        guard startFrame >= 0, frameCount >= 0 else {
            throw .badSegment(node: name, startFrame: startFrame, frameCount: frameCount)
        }
        let segment = FileSegment(source, startFrame: Int(startFrame), frameCount: Int(frameCount))
        append(
            PendingItem(
                source: .segment(segment), start: playerTime(start), completion: completion))
    }

    /// Schedules what comes through a pipe, after what was scheduled before; it is read when it is needed.
    ///
    /// It must have no other reader meanwhile.
    package func schedule(
        piped reader: AudioFileReader, completion: PlayerCompletion? = nil
    ) {
        append(PendingItem(source: .segment(FileSegment(reader)), completion: completion))
    }

    /// A start as items have it; times before the player's beginning are the beginning.
    private func playerTime(_ start: Int64?) -> Int64 { start.map { max(0, $0) } ?? PlayerItem.afterPrevious }

    private func append(_ item: PendingItem) {
        let cut = withQueue { $0.append(item, over: link) }
        run(cut)
        if case .samples = item.source { feed(upTo: Self.readAheadFrameCount) }
        engine?.wakeFeeder()
    }

    /// The format of the player's output.
    package var outputFormat: BusFormat {
        engine?.outputFormat(of: self, bus: 0) ?? transport.withLock { $0.format }
    }

    // MARK: - Transport

    /// Whether `play` has been called since the last pause or stop. [any]
    package var isPlaying: Bool { transport.withLock { $0.isPlaying } }

    override var isSounding: Bool? { isPlaying }

    /// Starts at a node time, or with the next block; goes on after a pause.
    ///
    /// - Throws: `EngineError` if the player is not attached, not connected, or the engine does not run.
    package func play(atSampleTime sampleTime: Int64? = nil) throws(EngineError) {
        guard let engine else { throw .notAttached(node: name) }
        try engine.checkCanPlay(self)
        transport.withLock { $0.isPlaying = true }
        let event = RenderEvent(.play, at: sampleTime ?? RenderEvent.immediately)
        withQueue { $0.send(event, over: link) }
        engine.wakeFeeder()
    }

    /// Starts when a host time is heard, as near as the device's clock tells; offline at once.
    ///
    /// - Throws: As `play(atSampleTime:)`.
    package func play(atHostTime hostTime: UInt64) throws(EngineError) {
        try play(atSampleTime: engine?.sampleTime(of: self, atHostTime: hostTime))
    }

    /// The player time that is heard at a host time; nil offline, and while the player does not run.
    package func playerTime(atHostTime hostTime: UInt64) -> Int64? {
        guard let offset = timeOffset else { return nil }
        return engine?.sampleTime(of: self, atHostTime: hostTime).map { $0 - offset }
    }

    /// Stands still; what is scheduled stays.
    package func pause() {
        transport.withLock { $0.isPlaying = false }
        withQueue { $0.send(RenderEvent(.pause), over: link) }
    }

    /// Forgets everything scheduled, runs its completion handlers and returns to player time 0.
    package func stop() {
        let heardLater = transport.withLock { transport in
            transport.isPlaying = false
            defer { transport.delayed = [] }
            return transport.delayed.map(\.completion)
        }
        run(heardLater + withQueue { $0.stop(over: link) })
    }

    package override func reset() { stop() }

    /// Node time minus player time while the player runs; nil while it does not. [any]
    package var timeOffset: Int64? { isPlaying ? link.timeOffset : nil }

    /// Decodes up to that many frames ahead before it returns.
    package func prepare(frameCount: Int) {
        feed(upTo: max(frameCount, Self.readAheadFrameCount))
    }

    // MARK: - Feeding

    override var isAttended: Bool { true }

    override var signals: PlayerSignals? { link.signals }

    override func feed(frameCount: Int, isOffline: Bool) {
        guard link.signals.isWaiting else { return }
        if isOffline { waitForDecoder() }
        let live = isOffline ? 0 : Int(Self.liveReadAheadSeconds * outputFormat.sampleRateHz)
        feed(upTo: max(frameCount, Self.readAheadFrameCount, live), piped: max(frameCount, live))
    }

    /// Sends items until `target` frames are ahead of the render side or nothing more fits.
    ///
    /// Of a pipe only `piped` frames are awaited.
    private func feed(upTo target: Int, piped: Int = 0) {
        guard link.signals.isWaiting else { return }
        while let item = nextToFeed(upTo: target, piped: piped) {
            switch item.source {
            case .samples(let samples):
                withQueue { $0.send(samples, as: item, over: link) }
            case .segment(let segment):
                decode(segment, item)
            }
        }
    }

    /// The next item to send; a segment is marked as being decoded, because that happens outside of the lock.
    private func nextToFeed(upTo target: Int, piped: Int) -> PendingItem? {
        withQueue { queue in
            queue.sendEvents(over: link)
            queue.drainReports(of: link)
            guard let item = queue.takeNext(upTo: target, piped: piped, over: link) else { return nil }
            if case .segment = item.source { queue.isDecoding = true }
            return item
        }
    }

    /// Waits for another thread that decodes, such as one that prepares the player: offline nothing is late.
    private func waitForDecoder() {
        while withQueue({ $0.isDecoding }) { sched_yield() }
    }

    private func decode(_ segment: FileSegment, _ item: PendingItem) {
        let format = outputFormat
        let (generation, cutCount) = withQueue { ($0.generation, $0.cutCount) }
        let result = Result { () throws(MediaError) in
            try segment.nextChunk(sampleRateHz: format.sampleRateHz, channelCount: format.channelCount)
        }
        var chunk = item
        var isAtEnd = segment.isAtEnd
        if case .failure(let error) = result {
            engine?.report(.media(error))
            isAtEnd = true
        } else if let error = segment.incompleteness {
            engine?.report(.media(error))
        }
        let samples =
            (try? result.get())
            ?? PlayableSamples(
                SampleBuffer(channelCount: format.channelCount, frameCapacity: 0), frameCount: 0)
        let isStale = withQueue { queue in
            queue.isDecoding = false
            guard queue.generation == generation else { return true }
            let isPart = !isAtEnd && queue.cutCount == cutCount
            if isPart { queue.putBack(restOf: item) }
            chunk.completion = isPart ? nil : item.completion
            queue.send(samples, as: chunk, isPart: isPart, over: link)
            return false
        }
        if isStale, let completion = item.completion { run([completion]) }
    }

    override var framesUntilStarved: Int {
        guard link.signals.isWaiting else { return .max }
        return withQueue { $0.framesUntilStarved(over: link) }
    }

    override func obey() { link.obey() }

    // MARK: - Reports

    override var hasReports: Bool { link.signals.hasReports }

    override func collectReports(_ context: ReportContext) -> [@Sendable () -> Void] {
        let reported = withQueue { queue in
            queue.drainReports(of: link)
            return queue.takeReported()
        }
        let due = reported.flatMap { postponed($0.completion, $0.report, context) }
        return (due + playedBack(isLive: context.isLive)).map(\.call)
    }

    /// A handler that waits until the sound is heard is kept back while a device plays.
    private func postponed(
        _ completion: PlayerCompletion, _ report: RenderReport, _ context: ReportContext
    ) -> [PlayerCompletion] {
        guard completion.kind == .dataPlayedBack, context.isLive, report.kind == .finished else {
            return [completion]
        }
        transport.withLock { transport in
            let heard = context.hostTime(
                ofSampleTime: report.sampleTime, sampleRateHz: transport.format.sampleRateHz)
            transport.delayed.append((heard, completion))
            link.signals.hasPostponed = true
        }
        return []
    }

    private func playedBack(isLive: Bool) -> [PlayerCompletion] {
        let now = avf_rt_host_time()
        return transport.withLock { transport in
            let due = transport.delayed.filter { !isLive || $0.dueHostTime <= now }
            transport.delayed.removeAll { !isLive || $0.dueHostTime <= now }
            link.signals.hasPostponed = !transport.delayed.isEmpty
            return due.map(\.completion)
        }
    }

    /// Runs handlers on the engine's pump, or here when there is no engine.
    private func run(_ completions: [PlayerCompletion]) {
        guard !completions.isEmpty else { return }
        if let engine {
            engine.runLater(completions.map(\.call))
        } else {
            completions.forEach { $0.handler($0.kind) }
        }
    }
}
