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
    /// Who reads what the unit lends, if it lends anything.
    var loans: UnsafePointer<Loan>?
    var loanCount = 0

    /// The block that the unit is asked for.
    @_noLocks
    func block(_ domain: RateDomain, hostTime: UInt64) -> RenderBlock {
        RenderBlock(
            inputs: inputs, inputCount: inputCount, outputs: outputs, outputCount: outputCount,
            frameCount: domain.frameCount, sampleTime: domain.sampleTime, hostTime: hostTime)
    }

    /// Calls the unit for a block, and lets those who read its output find it.
    @_noLocks
    func run(_ domains: UnsafeMutablePointer<RateDomain>, hostTime: UInt64, isTimed: Bool) {
        let block = block(domains[domain], hostTime: hostTime)
        _ = callUnit(unit, .process(block, isTimed: isTimed))
        settleLoans(frameCount: block.frameCount)
    }

    /// Lets those who read the unit's output find it.
    @_noLocks
    @inline(__always)
    private func settleLoans(frameCount: Int) {
        guard let loans else { return }
        var index = 0
        while index < loanCount {
            loans[index].settle(frameCount: frameCount)
            index &+= 1
        }
    }
}

/// What is asked of a unit.
package enum UnitCall {
    /// To make a block, and perhaps to book how long that takes.
    case process(RenderBlock, isTimed: Bool)
    /// To say how many input frames it wants for its next block of so many; only bridges are asked.
    case nextBlock(frameCount: Int)
}

/// Calls a unit through its type-erased box; returns the answer about the next block, else 0.
///
/// The compiler's proof stops here, because it cannot see which unit is behind the reference. What is behind
/// it is proved where it is written: kernels are `@_noLocks`, LV2 plugins are trusted or isolated.
@_semantics("no_performance_analysis")
@inline(__always)
package func callUnit(_ unit: Unmanaged<RenderUnit>, _ call: UnitCall) -> Int {
    unit._withUnsafeGuaranteedRef { unit in
        switch call {
        case .nextBlock(let frameCount): return unit.beginBlock(frameCount: frameCount)
        case .process(let block, false): unit.process(block)
        case .process(let block, true): unit.processTimed(block)
        }
        return 0
    }
}
