import AVFRender
import AVFUnits

/// Items that wait, items in flight, and transport commands that wait: a player's control side.
struct PlayerQueue {
    private struct InFlight {
        /// Keeps the samples alive until the render side has let go of them.
        let owner: AnyObject
        var completion: PlayerCompletion?
    }

    /// Room kept free for items that interrupt, so that they never wait behind what they cut.
    private static let reservedRoom = 8

    /// Items that have not been sent, the next one last.
    private(set) var pending: [PendingItem] = []
    private(set) var generation: UInt32 = 0
    private(set) var sentFrameCount: Int64 = 0
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
        let order = inFlight.keys.sorted()
        var due = order.compactMap { inFlight[$0]?.completion }
        for identifier in order { inFlight[identifier]?.completion = nil }
        due += pending.reversed().compactMap(\.completion)
        pending = []
        send(RenderEvent(.stop, generation: generation), over: link)
        return due
    }

    // MARK: - Items

    /// Adds an item behind all others; returns the handlers of those that it cuts before they were sent.
    mutating func append(_ item: PendingItem, over link: PlayerLink) -> [PlayerCompletion] {
        var cut: [PlayerCompletion] = []
        if item.interruption != .never, item.start == PlayerItem.afterPrevious {
            cut = pending.reversed().compactMap(\.completion)
            pending = []
        }
        pending.insert(item, at: 0)
        return cut
    }

    /// Takes the next item if it may be sent now.
    mutating func takeNext(over link: PlayerLink) -> PendingItem? {
        guard let next = pending.last else { return nil }
        let reserve = next.interruption == .never ? Self.reservedRoom : 0
        guard inFlight.count < PlayerLink.itemCapacity - reserve, link.items.room > reserve else {
            return nil
        }
        return pending.removeLast()
    }

    /// Puts an item back at its turn.
    mutating func putBack(_ item: PendingItem) { pending.append(item) }

    /// Sends samples; there must be room.
    mutating func send(_ samples: PlayableSamples, as item: PendingItem, over link: PlayerLink) {
        let identifier = nextIdentifier
        nextIdentifier += 1
        let sent = link.items.push(
            PlayerItem(
                identifier: identifier, generation: generation, loops: item.loops,
                interruption: item.interruption, start: item.start, frameCount: samples.frameCount,
                channelCount: samples.channelCount, channels: samples.channels))
        guard sent else { return putBack(item) }
        inFlight[identifier] = InFlight(owner: samples.owner, completion: item.completion)
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

    /// Whether anything waits to be sent.
    var isWaiting: Bool { !pending.isEmpty || !waitingEvents.isEmpty }

    /// Whether handlers wait to be taken.
    var hasReported: Bool { !reported.isEmpty }

    /// The handlers of items that have been reported, in order.
    mutating func takeReported() -> [(report: RenderReport, completion: PlayerCompletion)] {
        defer { reported = [] }
        return reported
    }
}
