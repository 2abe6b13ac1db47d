import Synchronization

/// A unit's parameter targets: written by any thread, read by the renderer once for each block.
///
/// One relaxed atomic for each parameter; the last writer wins.
package final class ParameterBlock: Sendable {
    /// The facts of the parameters, in the order of their places.
    package let specs: [ParameterSpec]
    // Proof: the pointer never changes, its memory lives as long as the block, and every access is atomic.
    nonisolated(unsafe) private let cells: UnsafeMutablePointer<Atomic<UInt32>>

    /// Targets at their defaults.
    package init(_ specs: [ParameterSpec]) {
        self.specs = specs
        cells = .allocate(capacity: max(1, specs.count))
        for (index, spec) in specs.enumerated() {
            (cells + index).initialize(to: Atomic(spec.defaultValue.bitPattern))
        }
    }

    /// Targets of a unit's parameters at their defaults.
    package convenience init(_ descriptor: UnitDescriptor) {
        self.init(descriptor.parameters.map(\.spec))
    }

    deinit {
        cells.deinitialize(count: specs.count)
        cells.deallocate()
    }

    /// Number of parameters.
    package var count: Int { specs.count }

    /// Sets a target, clamped to the parameter's range; NaN is ignored, and so is what a meter should show. [any]
    package func store(_ value: Float, at index: Int) {
        guard specs.indices.contains(index), !specs[index].isReadOnly,
            let value = specs[index].clamp(value)
        else { return }
        cells[index].store(value.bitPattern, ordering: .relaxed)
    }

    /// The current target. [any]
    package func load(_ index: Int) -> Float {
        guard specs.indices.contains(index) else { return 0 }
        return Float(bitPattern: cells[index].load(ordering: .relaxed))
    }

    /// The render side's view; valid as long as the block is.
    package var reader: ParameterReader { ParameterReader(cells: cells, count: specs.count) }
}

/// The render side's view of a parameter block.
package struct ParameterReader: @unchecked Sendable {  // Proof: every access goes through an atomic.
    fileprivate let cells: UnsafeMutablePointer<Atomic<UInt32>>
    /// Number of parameters.
    package let count: Int

    /// The target of the parameter at `index`.
    @_noLocks
    package func value(_ index: Int) -> Float {
        Float(bitPattern: cells[index].load(ordering: .relaxed))
    }

    /// Copies all targets, so that a block sees one value of each.
    @_noLocks
    package func snapshot(into values: UnsafeMutablePointer<Float>) {
        for index in 0..<count { values[index] = value(index) }
    }

    /// Publishes a value from the render side, such as a meter's.
    @_noLocks
    package func publish(_ value: Float, at index: Int) {
        cells[index].store(value.bitPattern, ordering: .relaxed)
    }
}
