/// One channel of a bus of a plan.
package enum PlanBuffer: Sendable, Hashable {
    /// A buffer of the plan's arena.
    case arena(Int)
    /// The buffer that is never written.
    case silence
    /// A channel of the memory that the caller of the renderer wants filled.
    case output(Int)
}

/// The numbers of a call's event buses.
package struct EventBuses: Sendable, Equatable {
    /// The bus that it reads; nil for none.
    package var input: Int?
    /// The bus that it joins to that; nil for all calls but those that do so.
    package var secondInput: Int?
    /// The buses that it writes.
    package var outputs: Range<Int>

    /// Buses with these numbers.
    package init(input: Int? = nil, secondInput: Int? = nil, outputs: Range<Int> = 0..<0) {
        self.input = input
        self.secondInput = secondInput
        self.outputs = outputs
    }

    /// Whether there is none.
    package var isEmpty: Bool { input == nil && outputs.isEmpty }
}

/// One call of a unit, as the compiler describes it.
package struct PlanStep {
    /// What processes.
    package let unit: RenderUnit
    /// Its buses in the plan's tables.
    package let buses: CallBuses
    /// Its event buses.
    package let events: EventBuses
    /// Which of the plan's rate domains it runs in.
    package let domain: Int

    /// A call of `unit`.
    package init(unit: RenderUnit, buses: CallBuses, events: EventBuses = EventBuses(), domain: Int = 0) {
        self.unit = unit
        self.buses = buses
        self.events = events
        self.domain = domain
    }
}

/// Where a rate domain ends.
package struct PlanDomain {
    /// The domain that it feeds.
    package let parent: Int
    /// What converts its rate or pace; nil for the first domain.
    package let bridge: DomainBridge?
    /// Frames by which the bridge's input lags behind its sources.
    package let latencyFrames: Int
    /// The most frames of a block; nil for all that the plan's buffers hold.
    package let frameCapacity: Int?
    /// Its sample rate.
    package let sampleRateHz: Double

    /// A domain; the first one of a plan has no bridge.
    package init(
        parent: Int, bridge: DomainBridge?, latencyFrames: Int = 0, frameCapacity: Int? = nil,
        sampleRateHz: Double = 48_000
    ) {
        self.sampleRateHz = sampleRateHz
        self.parent = parent
        self.bridge = bridge
        self.latencyFrames = latencyFrames
        self.frameCapacity = frameCapacity
    }
}

/// A compiled graph: immutable in shape, flat in memory, refers to units that live longer than it does.
package final class RenderPlan: @unchecked Sendable {
    // Proof: control builds and frees it; between the two only the one render thread that adopted it touches
    // its memory.
    private let steps: [PlanStep]
    private let bridges: [DomainBridge]
    private let arena: BufferArena
    private let memory: PlanMemory
    private let body: UnsafeMutablePointer<PlanBody>
    private let board: UnsafeMutablePointer<TaskQueue>?
    private let leaders: [RenderUnit]
    private let leaderPlaces: UnsafeMutablePointer<Unmanaged<RenderUnit>>?

    /// A plan of `steps` in this order, with their channels in `buses`.
    ///
    /// Blocks have at most `maximumFrameCount` frames in the output's domain and `bufferFrameCapacity` in any
    /// other. If no step writes the output, it is cleared. Several threads may share the blocks of a plan
    /// that `isForThreadPools`; it needs buffers that are not used twice where branches run side by side.
    /// Of `leaders` one says where the music is: the first for whom it moves. `eventDrops` counts messages
    /// that find no room in an event bus.
    package init(
        steps: [PlanStep], buses: PlanBuses, domains: [PlanDomain], arenaBufferCount: Int,
        eventBusCount: Int = 0, eventDrops: EventDropCounter? = nil, leaders: [RenderUnit] = [],
        outputChannelCount: Int, maximumFrameCount: Int, bufferFrameCapacity: Int,
        isForThreadPools: Bool = false,
        shelf: ArenaShelf? = nil
    ) {
        self.steps = steps
        bridges = domains.compactMap(\.bridge)
        arena = BufferArena(
            bufferCount: arenaBufferCount, frameCapacity: bufferFrameCapacity, shelf: shelf)
        memory = PlanMemory(
            steps: steps, buses: buses, domains: domains, arena: arena,
            bufferFrameCapacity: bufferFrameCapacity, eventBusCount: eventBusCount,
            eventDrops: eventDrops, hasTransport: !leaders.isEmpty)
        self.leaders = leaders
        leaderPlaces = Self.places(of: leaders)
        board = isForThreadPools ? Self.board(of: steps, buses) : nil
        body = .allocate(capacity: 1)
        let writesOutput = memory.writesOutput
        body.initialize(
            to: PlanBody(
                owner: Unmanaged.passUnretained(self), memory: memory, maximumFrameCount: maximumFrameCount,
                outputChannelCount: outputChannelCount, writesOutput: writesOutput, board: board,
                leaders: leaderPlaces.map { UnsafePointer($0) }, leaderCount: leaders.count))
    }

    deinit {
        body.deallocate()
        board?.deinitialize(count: 1)
        board?.deallocate()
        leaderPlaces?.deallocate()
    }

    /// The units without references of their own; nil for none.
    private static func places(of leaders: [RenderUnit]) -> UnsafeMutablePointer<Unmanaged<RenderUnit>>? {
        guard !leaders.isEmpty else { return nil }
        let places = UnsafeMutablePointer<Unmanaged<RenderUnit>>.allocate(capacity: leaders.count)
        for (index, leader) in leaders.enumerated() {
            (places + index).initialize(to: .passUnretained(leader))
        }
        return places
    }

    private static func board(
        of steps: [PlanStep], _ buses: PlanBuses
    ) -> UnsafeMutablePointer<TaskQueue>? {
        guard let made = TaskQueue(TaskGraph(steps, buses)) else { return nil }
        let place = UnsafeMutablePointer<TaskQueue>.allocate(capacity: 1)
        place.initialize(to: made)
        return place
    }

    /// The render side's view, with a reference of its own to the plan.
    func retainedBody() -> UnsafeMutablePointer<PlanBody> {
        _ = Unmanaged.passRetained(self)
        return body
    }
}

extension PlanBuffer {
    /// Whether the caller's memory is meant.
    var isOutput: Bool {
        if case .output = self { true } else { false }
    }
}
