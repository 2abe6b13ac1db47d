/// One call of a unit within a plan: flat, so that the render loop touches no reference count.
struct RenderStep {
    let unit: Unmanaged<RenderUnit>
    let inputs: UnsafePointer<AudioBus>
    let inputCount: Int
    let outputs: UnsafePointer<AudioBus>
    let outputCount: Int
    /// Which of the plan's rate domains the unit runs in.
    let domain: Int
    /// The unit's `serialNumber`.
    let unitNumber: UInt64
    /// Its event buses; nil for none.
    let events: UnsafeMutablePointer<BlockEvents>?
    /// Who reads what the unit lends, if it lends anything.
    var aliases: UnsafePointer<BufferAlias>?
    var aliasCount = 0

    /// The block that the unit is asked for.
    @_noLocks
    func block(_ domains: UnsafeMutablePointer<RateDomain>, hostTime: UInt64) -> RenderBlock {
        let domain = domains + domain
        events?.pointee.begin()
        return RenderBlock(
            inputs: inputs, inputCount: inputCount, outputs: outputs, outputCount: outputCount,
            frameCount: domain.pointee.frameCount, sampleTime: domain.pointee.sampleTime, hostTime: hostTime,
            events: events, transport: UnsafePointer(domain.pointee.transport))
    }

    /// Calls the unit for a block, and lets those who read its output find it.
    @_noLocks
    func run(_ domains: UnsafeMutablePointer<RateDomain>, hostTime: UInt64, isTimed: Bool) {
        let block = block(domains, hostTime: hostTime)
        _ = callUnit(unit, .process(block, isTimed: isTimed))
        settleAliases(frameCount: block.frameCount)
    }

    /// Lets those who read the unit's output find it.
    @_noLocks
    @inline(__always)
    private func settleAliases(frameCount: Int) {
        guard let aliases else { return }
        var index = 0
        while index < aliasCount {
            aliases[index].settle(frameCount: frameCount)
            index &+= 1
        }
    }
}
