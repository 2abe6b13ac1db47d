/// The part of a plan whose calls make equally many frames for a block.
///
/// The first domain is the output's. Each further one ends in a `DomainBridge`, which says how many frames
/// its domain must make for a block of the domain that it feeds: at another sample rate, or at another pace.
struct RateDomain {
    /// Which domain this one feeds; the first domain feeds itself.
    let parent: Int
    /// Frames by which the input of the bridge lags behind its sources: so far the domain runs ahead.
    private let latencyFrames: Int
    /// The most frames of a block.
    private let frameCapacity: Int
    /// Frames of this domain in the current block.
    private(set) var frameCount = 0
    /// Sample time of the current block's first frame.
    private(set) var sampleTime: Int64 = 0
    /// Where the music is at that frame; nil if there is no leader.
    let transport: UnsafeMutablePointer<TransportPosition>?
    private let sampleRateHz: Double
    private let bridge: Unmanaged<RenderUnit>?
    private let clock: UnsafeMutablePointer<DomainClock>?

    init(
        _ domain: PlanDomain, frameCapacity: Int, transport: UnsafeMutablePointer<TransportPosition>?
    ) {
        self.transport = transport
        parent = domain.parent
        latencyFrames = domain.latencyFrames
        sampleRateHz = domain.sampleRateHz
        self.frameCapacity = frameCapacity
        bridge = domain.bridge.map(Unmanaged.passUnretained)
        clock = domain.bridge?.clock
    }

    /// Gives the output's domain its block.
    @_noLocks
    mutating func begin(frameCount: Int, sampleTime: Int64) {
        self.frameCount = frameCount
        self.sampleTime = sampleTime
    }

    /// Takes this block's frame count and time from the bridge.
    @_noLocks
    mutating func follow(_ domains: UnsafeMutablePointer<RateDomain>) {
        guard let bridge, let clock else { return }
        let feeds = domains + parent
        takeTransport(feeds)
        // The memory holds no more than the capacity, whatever a unit answers.
        frameCount = min(
            max(0, callUnit(bridge, .nextBlock(frameCount: feeds.pointee.frameCount))), frameCapacity)
        clock.pointee.start(at: feeds.pointee.sampleTime)
        sampleTime = clock.pointee.begin(frameCount: frameCount)
    }

    /// Takes where the music is from the domain that this one feeds, which it runs ahead of; before its time
    /// goes on.
    @_noLocks
    private func takeTransport(_ parent: UnsafeMutablePointer<RateDomain>) {
        guard let transport, let position = parent.pointee.transport, let clock else { return }
        transport.pointee = position.pointee
        transport.pointee.convert(
            fromRateHz: parent.pointee.sampleRateHz, toRateHz: sampleRateHz,
            frameCount: clock.pointee.aheadFrameCount)
    }

    /// Begins a block of frames that are discarded: the next ones that are missing until the domain is so far
    /// ahead as its input lags; false if none are.
    @_noLocks
    mutating func beginPriming(_ domains: UnsafeMutablePointer<RateDomain>) -> Bool {
        guard let clock else { return false }
        clock.pointee.takeRestart()
        guard clock.pointee.primedFrameCount < latencyFrames else { return false }
        takeTransport(domains + parent)
        frameCount = min(latencyFrames - clock.pointee.primedFrameCount, frameCapacity)
        clock.pointee.addPrimed(frameCount)
        clock.pointee.start(at: domains[parent].sampleTime)
        sampleTime = clock.pointee.begin(frameCount: frameCount)
        return true
    }
}
