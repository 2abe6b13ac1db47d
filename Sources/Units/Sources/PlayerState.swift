import AVFRealtime
import AVFRender
import CAVFDSP

/// The render side of a player: its transport, its timeline and the item that plays.
///
/// Two times: node time, which the graph counts, and player time, which starts at 0, stands still in a pause
/// and returns to 0 at a stop.
struct PlayerState: ~Copyable {
    // What a block needs that only goes on lending comes first: one cache line.
    private let signals: PlayerSignals
    /// The table that the newest block was lent through, if each of its channels was lent.
    private var aliasedThrough: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
    /// Frames of that block.
    private var aliasedFrameCount = 0
    /// Frames of the current item.
    private var itemFrameCount = 0
    private var currentFrame = 0
    private var startTime = RenderEvent.immediately
    private var playerTime: Int64 = 0
    private var seenInterruptions = 0
    /// Frames of items that have left the ring.
    private var endedFrameCount = 0

    private let items: RingReader<PlayerItem>
    private let events: RingReader<RenderEvent>
    private let reports: RingWriter<RenderReport>
    private var isPlaying = false
    private var generation: UInt32 = 0
    private var hasCurrent = false
    /// The item that has just ended was a part of a file that goes on.
    private var isInFile = false

    init(
        signals: PlayerSignals, items: RingReader<PlayerItem>, events: RingReader<RenderEvent>,
        reports: RingWriter<RenderReport>
    ) {
        self.signals = signals
        self.items = items
        self.events = events
        self.reports = reports
    }

    /// Makes one block; for channels that are lent instead, says where they are.
    @_noLocks
    mutating func process(
        _ block: RenderBlock, lending lent: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
    ) {
        if goesOnAliasing(block, lent) { return }
        obey(at: block.sampleTime)
        for channel in 0..<block.output.channelCount { lent[channel] = nil }
        var frame = framesUntilStart(block)
        silence(block.output, from: 0, to: frame)
        publishTime(block.sampleTime + Int64(frame))
        while frame < block.frameCount {
            frame = min(block.frameCount, play(block, from: frame, lent))
        }
        publishProgress()
    }

    // MARK: - Transport

    /// Takes the commands that have come; `sampleTime` is when what they drop has ended.
    @_noLocks
    mutating func obey(at sampleTime: Int64 = 0) {
        aliasedThrough = nil
        while let event = events.pop() { apply(event, at: sampleTime) }
        dropOldItems(at: sampleTime)
    }

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
            isInFile = false
            signals.playerTime.pointee.store(0, ordering: .relaxed)
            signals.timeOffset.pointee.store(PlayerSignals.notRunning, ordering: .relaxed)
            signals.obeyedStopNumber.pointee.store(Int(generation), ordering: .releasing)
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
        let offset = runs ? Int(nodeTime - playerTime) : PlayerSignals.notRunning
        signals.timeOffset.pointee.store(offset, ordering: .releasing)
    }

    @_noLocks
    private func publishProgress() {
        signals.playerTime.pointee.store(Int(playerTime), ordering: .relaxed)
        signals.playedFrames.pointee.store(endedFrameCount &+ currentFrame, ordering: .releasing)
    }

    // MARK: - Items

    /// Plays from `frame` on until something changes; returns the first frame that is not done.
    @_noLocks
    private mutating func play(
        _ block: RenderBlock, from frame: Int, _ lent: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
    ) -> Int {
        let nodeTime = block.sampleTime + Int64(frame)
        guard let item = items.peek(), item.pointee.generation == generation else {
            return wait(block, from: frame, atMost: .max)
        }
        let (untilCut, cutting) = nextCut(from: 1, isRoundOver: !hasCurrent && !isInFile)
        if untilCut == 0 {
            drop(cutting, at: nodeTime)
            return frame
        }
        let waiting = hasCurrent ? 0 : waitingTime(of: item)
        guard waiting == 0 else { return wait(block, from: frame, atMost: min(waiting, untilCut)) }
        if !hasCurrent { begin(item) }
        if frame == 0, untilCut > block.frameCount, item.pointee.frameCount - currentFrame > block.frameCount
        {
            return lend(item, block, lent)
        }
        return copy(item, block, from: frame, atMost: untilCut)
    }

    /// Is silent for the rest of the block, or for so many frames; returns the first frame that is not done.
    @_noLocks
    private mutating func wait(_ block: RenderBlock, from frame: Int, atMost limit: Int64) -> Int {
        let count = Int(min(Int64(block.frameCount - frame), limit))
        silence(block.output, from: frame, to: frame + count)
        playerTime += Int64(count)
        return frame + count
    }

    /// Frames until an item's time has come; 0 for one whose time has passed.
    @_noLocks
    private func waitingTime(of item: UnsafeMutablePointer<PlayerItem>) -> Int64 {
        item.pointee.start == PlayerItem.afterPrevious ? 0 : max(0, item.pointee.start - playerTime)
    }

    /// Plays a whole block out of the item's own memory, which is kept because the item goes on after the
    /// block.
    @_noLocks
    private mutating func lend(
        _ item: UnsafeMutablePointer<PlayerItem>, _ block: RenderBlock,
        _ lent: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
    ) -> Int {
        aliasedThrough = lent
        aliasedFrameCount = block.frameCount
        itemFrameCount = item.pointee.frameCount
        for channel in 0..<block.output.channelCount {
            let source = item.pointee.channelCount == 1 ? 0 : channel
            if source < item.pointee.channelCount {
                lent[channel] = item.pointee.channels[source] + currentFrame
            } else {
                avf_dsp_clear(block.output[channel], block.frameCount)
                aliasedThrough = nil
            }
        }
        currentFrame += block.frameCount
        playerTime += Int64(block.frameCount)
        return block.frameCount
    }

    /// Lends the next frames of what the block before was lent, where nothing else can happen: most blocks.
    @_noLocks
    private mutating func goesOnAliasing(
        _ block: RenderBlock, _ lent: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
    ) -> Bool {
        let count = block.frameCount
        guard aliasedThrough == lent, itemFrameCount - currentFrame > count, startTime <= block.sampleTime,
            !signals.hasNews(beyond: seenInterruptions)
        else { return false }
        var channel = 0
        while channel < block.output.channelCount {
            // Nothing in it: the table of another unit, which lies where that of a former one was.
            guard let samples = lent[channel] else { return false }
            lent[channel] = samples + aliasedFrameCount
            channel += 1
        }
        signals.timeOffset.pointee.store(Int(block.sampleTime - playerTime), ordering: .releasing)
        aliasedFrameCount = count
        currentFrame += count
        playerTime += Int64(count)
        publishProgress()
        return true
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
        playerTime += Int64(count)
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
        let (loops, isPart) = (item.pointee.loops && item.pointee.frameCount > 0, item.pointee.isPart)
        if loops { currentFrame = 0 } else { finish(item, .finished, at: nodeTime) }
        isInFile = isPart
        guard loops else { return }
        let (frames, cutting) = nextCut(from: 1, isRoundOver: true)
        if frames == 0, items.peek(cutting)?.pointee.waitsForLoopEnd ?? false { drop(cutting, at: nodeTime) }
    }

    /// Takes the oldest item out of the ring and reports it.
    @_noLocks
    private mutating func finish(
        _ item: UnsafeMutablePointer<PlayerItem>, _ kind: RenderReport.Kind, at nodeTime: Int64
    ) {
        if !hasCurrent, item.pointee.cuts { seenInterruptions &+= 1 }
        _ = reports.push(RenderReport(kind, identifier: item.pointee.identifier, sampleTime: nodeTime))
        endedFrameCount &+= item.pointee.frameCount
        items.drop()
        hasCurrent = false
        currentFrame = 0
        publishProgress()
    }

    // MARK: - Interruptions

    /// When the oldest item is cut by one from place `first` on, and which is the last that cuts it then.
    ///
    /// For ever if nothing interrupts it. Items that wait for the end of a round count only when it is over.
    @_noLocks
    private func nextCut(from first: Int, isRoundOver: Bool) -> (frames: Int64, place: Int) {
        var cut = (frames: Int64.max, place: 0)
        let announced = signals.announcedInterruptions.pointee.load(ordering: .acquiring)
        guard announced != seenInterruptions else { return cut }
        var place = first
        while let item = items.peek(place), item.pointee.generation == generation {
            if item.pointee.cuts, isRoundOver || !item.pointee.waitsForLoopEnd {
                let frames = waitingTime(of: item)
                if frames <= cut.frames { cut = (frames, place) }
            }
            place += 1
        }
        return cut
    }

    /// Drops so many items.
    @_noLocks
    private mutating func drop(_ count: Int, at nodeTime: Int64) {
        var left = count
        while left > 0, let item = items.peek() {
            finish(item, .cancelled, at: nodeTime)
            left -= 1
        }
        isInFile = false
    }

    @_noLocks
    private func silence(_ output: AudioBus, from start: Int, to end: Int) {
        guard end > start else { return }
        for channel in 0..<output.channelCount { avf_dsp_clear(output[channel] + start, end - start) }
    }
}
