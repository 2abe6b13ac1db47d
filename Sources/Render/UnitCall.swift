/// What is asked of a unit.
package enum UnitCall {
    /// To make a block, and perhaps to book how long that takes.
    case process(RenderBlock, isTimed: Bool)
    /// To say how many input frames it wants for its next block of so many; only bridges are asked.
    case nextBlock(frameCount: Int)
    /// To say where the music is; only who leads the transport is asked.
    case transport(into: UnsafeMutablePointer<TransportPosition>, sampleTime: Int64, frameCount: Int)
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
        case .transport(let place, let sampleTime, let frameCount):
            place.pointee = unit.transport(at: sampleTime, frameCount: frameCount)
        }
        return 0
    }
}
