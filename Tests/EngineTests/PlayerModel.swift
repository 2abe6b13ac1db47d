import AVFUnits

/// What a player does, frame by frame: slow, plain, and without any of the player's own code.
struct PlayerModel {
    enum Interruption { case never, atItsTime, atLoopEnd }

    struct Item {
        let number: Int
        let frameCount: Int
        let loops: Bool
        let interruption: Interruption
        /// Player time; nil for after what was scheduled before.
        let start: Int64?
    }

    /// A frame of an item.
    struct Frame: Equatable {
        let item: Int
        let frame: Int
    }

    private var queue: [Item] = []
    private var headFrame = 0
    private var hasBegun = false
    private var time: Int64 = 0
    private var startTime: Int64?
    private(set) var isPlaying = false

    mutating func schedule(_ item: Item) { queue.append(item) }

    mutating func play(at nodeTime: Int64?) {
        guard !isPlaying else { return }
        isPlaying = true
        startTime = nodeTime
    }

    mutating func pause() { isPlaying = false }

    mutating func stop() { self = PlayerModel() }

    /// What is heard at a node time; nil for silence.
    mutating func frame(at nodeTime: Int64) -> Frame? {
        guard isPlaying, startTime.map({ nodeTime >= $0 }) ?? true else { return nil }
        defer { time += 1 }
        while dropWhatIsCut(isRoundOver: false) || endEmptyHead() {}
        guard let head = queue.first, hasBegun || isDue(head) else { return nil }
        hasBegun = true
        let heard = Frame(item: head.number, frame: headFrame)
        headFrame += 1
        if headFrame == head.frameCount { endRound(head) }
        return heard
    }

    private mutating func endRound(_ head: Item) {
        headFrame = 0
        guard head.loops else { return removeFirst(1) }
        // The round is over after this frame, so the time that counts is the next frame's.
        time += 1
        _ = dropWhatIsCut(isRoundOver: true)
        time -= 1
    }

    private func isDue(_ item: Item) -> Bool { item.start.map { $0 <= time } ?? true }

    /// The last of the items whose time to cut has come drops all before it.
    private mutating func dropWhatIsCut(isRoundOver: Bool) -> Bool {
        let cutting = queue.indices.dropFirst().last { place in
            switch queue[place].interruption {
            case .never: false
            case .atItsTime: isDue(queue[place]) && !isRoundOver
            case .atLoopEnd: isDue(queue[place]) && (isRoundOver || !hasBegun)
            }
        }
        guard let cutting else { return false }
        removeFirst(cutting)
        return true
    }

    private mutating func endEmptyHead() -> Bool {
        guard let head = queue.first, head.frameCount == 0, isDue(head) else { return false }
        removeFirst(1)
        return true
    }

    private mutating func removeFirst(_ count: Int) {
        queue.removeFirst(count)
        headFrame = 0
        hasBegun = false
    }
}

extension PlayerModel.Interruption {
    /// The player's own word for it.
    var core: PlayerItem.Interruption {
        switch self {
        case .never: .never
        case .atItsTime: .atItsTime
        case .atLoopEnd: .atLoopEnd
        }
    }
}
