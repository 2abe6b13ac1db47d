import AVFRender
import AVFUnits

/// Items that wait, items in flight, and transport commands that wait: a player's control side.
struct PlayerQueue {
    private struct InFlight {
        /// Keeps the samples alive until the render side has let go of them.
        let owner: AnyObject
        let item: PlayerItem
        var completion: PlayerCompletion?
    }

    /// Room kept free for items that interrupt, so that they never wait behind what they cut.
    private static let reservedRoom = 8

    private var pending = PendingItems()
    private(set) var generation: UInt32 = 0
    private var sentFrameCount: Int64 = 0
    /// What had been sent when the player was stopped, or was sent an item that cuts: frames before that may
    /// never be played.
    private var uncertainFrameCount: Int64 = 0
    /// Items that have cut everything before them at once, so that what is decoded meanwhile is known to be
    /// cut.
    private(set) var cutCount = 0
    /// A file segment is being decoded outside of the lock.
    var isDecoding = false
    private var inFlight: [UInt64: InFlight] = [:]
    private var nextIdentifier: UInt64 = 1
    private var waitingEvents: [RenderEvent] = []
    private var reported: [(report: RenderReport, completion: PlayerCompletion)] = []

    // MARK: - Transport

    /// Sends an event behind those that wait.
    mutating func send(_ event: RenderEvent, over link: PlayerLink) {
        waitingEvents.append(event)
        sendEvents(over: link)
    }

    /// Sends as many waiting events as fit.
    mutating func sendEvents(over link: PlayerLink) {
        let sent = waitingEvents.prefix { link.events.push($0) }.count
        waitingEvents.removeFirst(sent)
    }

    /// Forgets everything scheduled; returns the handlers that are due.
    mutating func stop(over link: PlayerLink) -> [PlayerCompletion] {
        generation &+= 1
        uncertainFrameCount = sentFrameCount
        link.announceStop(generation)
        drainReports(of: link)
        let order = inFlight.keys.sorted()
        var due = takeReported().map(\.completion) + order.compactMap { inFlight[$0]?.completion }
        for identifier in order { inFlight[identifier]?.completion = nil }
        due += pending.removeAll(after: 0).compactMap(\.completion)
        send(RenderEvent(.stop, generation: generation), over: link)
        return due
    }

    // MARK: - Items

    /// Adds an item behind all others; returns the handlers of those that it cuts before they were sent.
    mutating func append(_ item: PendingItem, over link: PlayerLink) -> [PlayerCompletion] {
        let kept = item.interruption == .never ? nil : survivorCount(of: item, over: link)
        let cut = kept.map { pending.removeAll(after: $0) } ?? []
        if item.interruption == .atItsTime, item.start == PlayerItem.afterPrevious { cutCount += 1 }
        pending.append(item)
        return cut.compactMap(\.completion)
    }

    /// How many of the items that have not been sent may still begin before `item` cuts them; nil for all.
    ///
    /// What surely cannot is dropped now: an item that cuts must not wait for room behind what it cuts.
    private func survivorCount(of item: PendingItem, over link: PlayerLink) -> Int? {
        if item.start == PlayerItem.afterPrevious {
            // A file that plays is finished first, if the item waits for that.
            let finishesFile = item.interruption == .atLoopEnd && isInFile(over: link)
            return finishesFile ? 1 : 0
        }
        let sent = inFlight.filter { $0.value.item.generation == generation }
            .sorted { $0.key < $1.key }.map(\.value.item)
        var count = 0
        var earliest = link.playerTime
        var isEndless = false
        for (index, old) in sent.enumerated() {
            // The oldest item may be at its end already.
            if index > 0 { earliest = end(of: old.frameCount, from: max(earliest, old.start)) }
            isEndless = old.loops && old.frameCount > 0 || isEndless && old.interruption == .never
        }
        for next in pending.all {
            if next.interruption != .never { isEndless = false }
            earliest = max(earliest, next.start)
            if isEndless || earliest >= item.start && next.interruption == .never { return count }
            earliest = end(of: next.knownFrameCount, from: earliest)
            isEndless = isEndless || next.loops && next.knownFrameCount > 0
            count += 1
        }
        return nil
    }

    /// Whether a file is playing of which a part has not been sent.
    private func isInFile(over link: PlayerLink) -> Bool {
        guard let before = pending.first?.frameCountBefore else { return false }
        return link.playedFrameCount > before
    }

    /// Where frames from `start` on end, at the latest at the end of all time.
    private func end(of frameCount: Int, from start: Int64) -> Int64 {
        let (end, isTooLate) = start.addingReportingOverflow(Int64(frameCount))
        return isTooLate ? .max : end
    }

    /// Takes the next item if it may be sent now; files only while less than `target` frames are ahead,
    /// and those of pipes while less than `piped` are.
    mutating func takeNext(upTo target: Int, piped: Int, over link: PlayerLink) -> PendingItem? {
        guard !isDecoding, let next = pending.first else { return nil }
        if case .segment(let segment) = next.source {
            guard aheadFrameCount(over: link) < Int64(segment.isPiped ? piped : target) else { return nil }
        }
        let reserve = next.interruption == .never ? Self.reservedRoom : 0
        guard inFlight.count < PlayerLink.itemCapacity - reserve, link.items.room > reserve else {
            return nil
        }
        return pending.popFirst()
    }

    /// Frames that have been sent and will surely be played, if the player plays on.
    func aheadFrameCount(over link: PlayerLink) -> Int64 {
        sentFrameCount - max(link.playedFrameCount, uncertainFrameCount)
    }

    /// Puts an item back at its turn.
    mutating func putBack(_ item: PendingItem) { pending.putBack(item) }

    /// Puts back what is left of a file, after the first part or a later one, which is sent next.
    mutating func putBack(restOf item: PendingItem) {
        var rest = item
        rest.start = PlayerItem.afterPrevious
        rest.frameCountBefore = item.frameCountBefore ?? sentFrameCount
        putBack(rest)
    }

    /// Sends samples; there must be room.
    mutating func send(
        _ samples: PlayableSamples, as item: PendingItem, isPart: Bool = false, over link: PlayerLink
    ) {
        let identifier = nextIdentifier
        nextIdentifier += 1
        let message = PlayerItem(
            identifier: identifier, generation: generation, loops: item.loops,
            interruption: item.interruption, start: item.start, isPart: isPart,
            frameCount: samples.frameCount, channelCount: samples.channelCount, channels: samples.channels)
        guard link.items.push(message) else { return putBack(item) }
        inFlight[identifier] = InFlight(owner: samples.owner, item: message, completion: item.completion)
        if item.interruption != .never { uncertainFrameCount = sentFrameCount }
        sentFrameCount += Int64(samples.frameCount)
        if item.interruption != .never { link.announceInterruption() }
    }

    /// Lets go of every reported item, which makes room for others; handlers wait until they are taken.
    mutating func drainReports(of link: PlayerLink) {
        while let report = link.reports.pop() {
            let item = inFlight.removeValue(forKey: report.identifier)
            if let completion = item?.completion { reported.append((report, completion)) }
        }
    }

    /// What keeps the samples alive that the render side has not let go of.
    var ownersInFlight: [AnyObject] { inFlight.values.map(\.owner) }

    /// Whether items have not been sent.
    var hasPending: Bool { !pending.isEmpty }

    /// Whether anything waits to be sent, or is being decoded for it.
    var isWaiting: Bool { hasPending || isDecoding || !waitingEvents.isEmpty }

    /// Frames that the render side has before items are missing that have not been sent; `Int.max` if none
    /// would be.
    func framesUntilStarved(over link: PlayerLink) -> Int {
        guard hasPending || isDecoding else { return .max }
        return Int(max(0, aheadFrameCount(over: link)))
    }

    /// Whether handlers wait to be taken.
    var hasReported: Bool { !reported.isEmpty }

    /// The handlers of items that have been reported, in order.
    mutating func takeReported() -> [(report: RenderReport, completion: PlayerCompletion)] {
        defer { reported = [] }
        return reported
    }
}
