import AVFRealtime
import Synchronization

/// A unit's parameter targets: written by any thread, read by the renderer once for each block.
///
/// One relaxed atomic for each parameter; the last writer wins.
package final class ParameterBlock: Sendable {
    /// The facts of the parameters, in the order of their places.
    package let specs: [ParameterSpec]
    private let cells: OwnedBuffer<Atomic<UInt32>>
    /// How often a target was set, so that a reader need not look at targets that are what they were.
    private let changes = OwnedCell(Atomic<UInt32>(1))
    /// What ranges and defaults are multiplied by.
    private let scales: OwnedBuffer<Atomic<UInt32>>

    /// The events that wait for the unit.
    package let events = EventQueue()

    /// Targets at their defaults.
    package init(_ specs: [ParameterSpec]) {
        self.specs = specs
        cells = OwnedBuffer(count: specs.count) { Atomic(specs[$0].defaultValue.bitPattern) }
        scales = OwnedBuffer(count: specs.count) { _ in Atomic(Float(1).bitPattern) }
    }

    /// Targets of a unit's parameters at their defaults.
    package convenience init(_ descriptor: UnitDescriptor) {
        self.init(descriptor.parameters.map { $0.spec })
    }

    /// Number of parameters.
    package var count: Int { specs.count }

    /// Sets a target, clamped to the parameter's range; NaN is ignored, and so is what a meter should show.
    /// [any]
    package func store(_ value: Float, at index: Int) {
        guard specs.indices.contains(index), !specs[index].isReadOnly,
            let value = clamp(value, at: index)
        else { return }
        reader.set(value, at: index)
    }

    /// The event by which a parameter takes a value at a sample; nil for NaN, a meter and an unknown place.
    /// [any]
    package func event(
        _ index: Int, _ value: Float, at sampleTime: Int64, rampFrameCount: Int64 = 0
    ) -> UnitEvent? {
        guard specs.indices.contains(index), !specs[index].isReadOnly,
            let value = clamp(value, at: index)
        else { return nil }
        return UnitEvent(
            parameter: index, value: value, at: sampleTime,
            rampFrameCount: specs[index].isInteger ? 0 : rampFrameCount)
    }

    /// The nearest value that the parameter can take now; nil for NaN. [any]
    package func clamp(_ value: Float, at index: Int) -> Float? {
        let scale = scale(at: index)
        guard scale != 1 else { return specs[index].clamp(value) }
        let range = specs[index].range
        guard !value.isNaN else { return nil }
        return min(max(value, range.lowerBound * scale), range.upperBound * scale)
    }

    /// What the range and the default of the parameter's spec are to be multiplied by; 1 for most. [any]
    package func scale(at index: Int) -> Float {
        Float(bitPattern: scales.pointer[index].load(ordering: .relaxed))
    }

    /// Multiplies a parameter's range and default; a value that is the default follows. [control]
    package func setScale(_ scale: Float, at index: Int) {
        let old = self.scale(at: index)
        guard scale != old else { return }
        scales.pointer[index].store(scale.bitPattern, ordering: .relaxed)
        let usual = specs[index].defaultValue
        store(load(index) == usual * old ? usual * scale : load(index), at: index)
    }

    /// The current target. [any]
    package func load(_ index: Int) -> Float {
        guard specs.indices.contains(index) else { return 0 }
        return Float(bitPattern: cells.pointer[index].load(ordering: .relaxed))
    }

    /// The render side's view; valid as long as the block is.
    package var reader: ParameterReader {
        ParameterReader(cells: cells.pointer, changes: changes.pointer, count: specs.count)
    }
}

/// The render side's view of a parameter block.
package struct ParameterReader: @unchecked Sendable {  // Proof: every access goes through an atomic.
    fileprivate let cells: UnsafeMutablePointer<Atomic<UInt32>>
    fileprivate let changes: UnsafeMutablePointer<Atomic<UInt32>>
    /// Number of parameters.
    package let count: Int

    /// The target of the parameter at `index`.
    @_noLocks
    package func value(_ index: Int) -> Float {
        Float(bitPattern: cells[index].load(ordering: .relaxed))
    }

    /// Copies all targets, so that a block sees one value of each; returns what to say as `seen` the next
    /// time, when nothing is copied if nothing was set since.
    ///
    /// 0 has seen nothing.
    @_noLocks
    package func snapshot(into values: UnsafeMutablePointer<Float>, seen: UInt32) -> UInt32 {
        // A target that is set after this look is copied now or the next time.
        let current = changes.pointee.load(ordering: .acquiring)
        guard current != seen else { return seen }
        for index in 0..<count { values[index] = value(index) }
        return current
    }

    /// How often a target was set, as `snapshot` counts it. [any]
    package var changeCount: UInt32 { changes.pointee.load(ordering: .acquiring) }

    /// Sets a target, within its range. [any]
    @_noLocks
    package func set(_ value: Float, at index: Int) {
        guard cells[index].load(ordering: .relaxed) != value.bitPattern else { return }
        cells[index].store(value.bitPattern, ordering: .relaxed)
        changes.pointee.wrappingAdd(1, ordering: .releasing)
    }

    /// Publishes what a meter shows, which the render side does not read.
    @_noLocks
    package func publish(_ value: Float, at index: Int) {
        cells[index].store(value.bitPattern, ordering: .relaxed)
    }
}
