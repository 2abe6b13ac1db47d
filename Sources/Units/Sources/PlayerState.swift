import AVFRender
import CAVFDSP
import Synchronization

/// What the two sides of a player tell each other without a message.
struct PlayerShared: ~Copyable {
    let announcedInterruptions = Atomic<UInt32>(0)
    let playedFrames = Atomic<Int64>(0)
    let timeOffset = Atomic<Int64>(PlayerState.notRunning)
}

/// The render side of a player: its transport, its timeline and the item that plays.
///
/// Two times: node time, which the graph counts, and player time, which starts at 0, stands still in a pause and
/// returns to 0 at a stop.
struct PlayerState: ~Copyable {
    static let notRunning = Int64.min

    private let shared: UnsafeMutablePointer<PlayerShared>
    private let items: Ring<PlayerItem>
    private let events: Ring<RenderEvent>
    private let reports: Ring<RenderReport>
    private var isPlaying = false
    private var startTime = RenderEvent.immediately
    private var playerTime: Int64 = 0
    private var generation: UInt32 = 0
    private var hasCurrent = false
    private var currentFrame = 0
    private var seenInterruptions: UInt32 = 0

    init(
        items: Ring<PlayerItem>, events: Ring<RenderEvent>, reports: Ring<RenderReport>,
        shared: UnsafeMutablePointer<PlayerShared>
    ) {
        self.shared = shared
        self.items = items
        self.events = events
        self.reports = reports
    }

    /// Makes one block.
    @_noLocks
    mutating func process(_ block: RenderBlock) {
        while let event = events.pop() { apply(event, at: block.sampleTime) }
        dropOldItems(at: block.sampleTime)
        var frame = framesUntilStart(block)
        silence(block.output, from: 0, to: frame)
        publishTime(block.sampleTime + Int64(frame))
        while frame < block.frameCount {
            let next = min(block.frameCount, play(block, from: frame))
            playerTime += Int64(next - frame)
            frame = next
        }
    }

    // MARK: - Transport

    @_noLocks
    private mutating func apply(_ event: RenderEvent, at sampleTime: Int64) {
        switch event.kind {
        case .play:
            guard !isPlaying else { return }
            isPlaying = true
            startTime = event.sampleTime
        case .pause:
            isPlaying = false
        case .stop:
            isPlaying = false
            generation = event.generation
            dropOldItems(at: sampleTime)
            playerTime = 0
        }
    }

    /// Reports and forgets what was scheduled before the newest stop.
    @_noLocks
    private mutating func dropOldItems(at sampleTime: Int64) {
        while let item = items.peek(), item.pointee.generation < generation {
            finish(item, .cancelled, at: sampleTime)
        }
    }

    /// Frames of the block before the player runs: all of them while it is paused.
    @_noLocks
    private func framesUntilStart(_ block: RenderBlock) -> Int {
        guard isPlaying else { return block.frameCount }
        guard startTime > block.sampleTime else { return 0 }
        return Int(min(startTime - block.sampleTime, Int64(block.frameCount)))
    }

    @_noLocks
    private func publishTime(_ nodeTime: Int64) {
        let runs = isPlaying && startTime <= nodeTime
        let offset = runs ? nodeTime - playerTime : PlayerState.notRunning
        shared.pointee.timeOffset.store(offset, ordering: .releasing)
    }

    // MARK: - Items

    /// Plays from `frame` on until something changes; returns the first frame that is not done.
    @_noLocks
    private mutating func play(_ block: RenderBlock, from frame: Int) -> Int {
        let nodeTime = block.sampleTime + Int64(frame)
        guard let item = items.peek(), item.pointee.generation == generation else {
            silence(block.output, from: frame, to: block.frameCount)
            return block.frameCount
        }
        let untilCut = framesUntilCut()
        if untilCut == 0 {
            cutToInterruption(from: 1, at: nodeTime)
            return frame
        }
        let wait = hasCurrent ? 0 : waitingTime(of: item)
        guard wait == 0 else {
            let end = Int(min(Int64(block.frameCount), Int64(frame) + min(wait, untilCut)))
            silence(block.output, from: frame, to: end)
            return end
        }
        if !hasCurrent { begin(item) }
        return copy(item, block, from: frame, atMost: untilCut)
    }

    /// Frames until an item's time has come; 0 for one whose time has passed.
    @_noLocks
    private func waitingTime(of item: UnsafeMutablePointer<PlayerItem>) -> Int64 {
        item.pointee.start == PlayerItem.afterPrevious ? 0 : max(0, item.pointee.start - playerTime)
    }

    @_noLocks
    private mutating func copy(
        _ item: UnsafeMutablePointer<PlayerItem>, _ block: RenderBlock, from frame: Int, atMost limit: Int64
    ) -> Int {
        let left = item.pointee.frameCount - currentFrame
        let count = Int(min(Int64(min(left, block.frameCount - frame)), limit))
        for channel in 0..<block.output.channelCount {
            copyChannel(item, channel, to: block.output[channel] + frame, count)
        }
        currentFrame += count
        if currentFrame == item.pointee.frameCount {
            endOfItem(item, at: block.sampleTime + Int64(frame + count))
        }
        return frame + count
    }

    /// A mono item plays on every channel; a channel that the item lacks is silent.
    @_noLocks
    private func copyChannel(
        _ item: UnsafeMutablePointer<PlayerItem>, _ channel: Int, to output: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        let source = item.pointee.channelCount == 1 ? 0 : channel
        if source < item.pointee.channelCount {
            avf_dsp_copy(output, item.pointee.channels[source] + currentFrame, count)
        } else {
            avf_dsp_clear(output, count)
        }
    }

    @_noLocks
    private mutating func begin(_ item: UnsafeMutablePointer<PlayerItem>) {
        hasCurrent = true
        currentFrame = 0
        if item.pointee.cuts { seenInterruptions &+= 1 }
    }

    @_noLocks
    private mutating func endOfItem(_ item: UnsafeMutablePointer<PlayerItem>, at nodeTime: Int64) {
        let loops = item.pointee.loops && item.pointee.frameCount > 0
        if loops { currentFrame = 0 } else { finish(item, .finished, at: nodeTime) }
        let first = loops ? 1 : 0
        guard let place = nextInterruption(from: first), let next = items.peek(place),
            next.pointee.waitsForLoopEnd, waitingTime(of: next) == 0
        else { return }
        cutToInterruption(from: first, at: nodeTime)
    }

    /// Takes the oldest item out of the ring and reports it.
    @_noLocks
    private mutating func finish(
        _ item: UnsafeMutablePointer<PlayerItem>, _ kind: RenderReport.Kind, at nodeTime: Int64
    ) {
        if !hasCurrent, item.pointee.cuts { seenInterruptions &+= 1 }
        _ = reports.push(RenderReport(kind, identifier: item.pointee.identifier, sampleTime: nodeTime))
        shared.pointee.playedFrames.add(Int64(item.pointee.frameCount), ordering: .releasing)
        items.drop()
        hasCurrent = false
        currentFrame = 0
    }

    // MARK: - Interruptions

    /// The place in the ring of the next item that interrupts, from `first` on; nil if there is none.
    @_noLocks
    private func nextInterruption(from first: Int) -> Int? {
        guard shared.pointee.announcedInterruptions.load(ordering: .acquiring) != seenInterruptions else {
            return nil
        }
        var place = first
        while let item = items.peek(place), item.pointee.generation == generation {
            if item.pointee.cuts { return place }
            place += 1
        }
        return nil
    }

    /// Frames until the oldest item is cut by a later one: for ever if nothing interrupts it.
    @_noLocks
    private func framesUntilCut() -> Int64 {
        guard let place = nextInterruption(from: 1), let item = items.peek(place) else { return .max }
        if item.pointee.waitsForLoopEnd, hasCurrent { return .max }
        return waitingTime(of: item)
    }

    /// Drops everything before the next item that interrupts.
    @_noLocks
    private mutating func cutToInterruption(from first: Int, at nodeTime: Int64) {
        guard var place = nextInterruption(from: first) else { return }
        while place > 0, let item = items.peek() {
            finish(item, .cancelled, at: nodeTime)
            place -= 1
        }
    }

    @_noLocks
    private func silence(_ output: AudioBus, from start: Int, to end: Int) {
        guard end > start else { return }
        for channel in 0..<output.channelCount { avf_dsp_clear(output[channel] + start, end - start) }
    }
}
