import CAVFRealtime

/// One call of a unit within a plan: flat, so that the render loop touches no reference count.
struct RenderStep {
    let unit: Unmanaged<RenderUnit>
    let inputs: UnsafePointer<AudioBus>
    let inputCount: Int
    let outputs: UnsafePointer<AudioBus>
    let outputCount: Int
    /// Which of the plan's rate domains the unit runs in.
    let domain: Int

    /// The block that the unit is asked for.
    @_noLocks
    func block(_ domain: RateDomain) -> RenderBlock {
        RenderBlock(
            inputs: inputs, inputCount: inputCount, outputs: outputs, outputCount: outputCount,
            frameCount: domain.frameCount, sampleTime: domain.sampleTime)
    }
}

/// Calls a unit through its type-erased box.
///
/// The compiler's proof stops here, because it cannot see which unit is behind the reference. What is behind it
/// is proved where it is written: kernels are `@_noLocks`, LV2 plugins are trusted or isolated.
@_semantics("no_performance_analysis")
@inline(never)
package func callUnit(_ unit: Unmanaged<RenderUnit>, _ block: RenderBlock, isTimed: Bool = false) {
    unit._withUnsafeGuaranteedRef { unit in
        guard isTimed else { return unit.process(block) }
        let start = avf_rt_host_time()
        unit.process(block)
        unit.addProcessingTime(nanoseconds: avf_rt_host_time() &- start)
    }
}
