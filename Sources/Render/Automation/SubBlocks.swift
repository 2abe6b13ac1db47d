/// The parts that scheduled changes cut a block into, for a unit that makes all of them in one go.
///
/// Plain memory, whose owner frees it.
package struct SubBlocks: BitwiseCopyable {
    /// Frames within which no parameter changes.
    package struct Part: BitwiseCopyable {
        /// How many frames.
        package var frameCount: Int32
        /// How many changes are made before the first of them.
        package var changeCount: Int32
    }

    /// A parameter's new target.
    package struct Change: BitwiseCopyable {
        /// The parameter's place in the parameter block.
        package var parameter: Int32
        /// The target.
        package var value: Float
    }

    /// The most parts of a block.
    package static var capacity: Int { @_noLocks get { 1024 } }
    /// The most changes of a block.
    package static var changeCapacity: Int { @_noLocks get { 8192 } }

    /// All targets before the first change.
    package let values: UnsafeMutablePointer<Float>
    /// The parts in their order.
    package let parts: UnsafeMutablePointer<Part>
    /// The changes of all parts in their order.
    package let changes: UnsafeMutablePointer<Change>
    /// Number of parts; 0 for a block that nothing cuts.
    package private(set) var count = 0
    /// Number of changes.
    package private(set) var changeCount = 0
    private var openChangeCount = 0

    /// An empty list for a unit with so many parameters.
    package init(parameterCount: Int) {
        values = .allocate(capacity: max(1, parameterCount))
        values.initialize(repeating: 0, count: max(1, parameterCount))
        parts = .allocate(capacity: Self.capacity)
        changes = .allocate(capacity: Self.changeCapacity)
    }

    /// Frees the list.
    package func deallocate() {
        values.deallocate()
        parts.deallocate()
        changes.deallocate()
    }

    @_noLocks
    mutating func removeAll() {
        count = 0
        changeCount = 0
        openChangeCount = 0
    }

    /// Adds a change that is made before the part that ends next.
    @_noLocks
    mutating func add(_ value: Float, at parameter: Int) {
        guard changeCount < Self.changeCapacity else { return }
        (changes + changeCount).initialize(
            to: Change(parameter: Int32(truncatingIfNeeded: parameter), value: value))
        changeCount &+= 1
        openChangeCount &+= 1
    }

    /// Adds a part of so many frames, with the changes since the last one.
    @_noLocks
    mutating func endPart(frameCount: Int) {
        guard count < Self.capacity else { return }
        (parts + count).initialize(
            to: Part(
                frameCount: Int32(truncatingIfNeeded: frameCount),
                changeCount: Int32(truncatingIfNeeded: openChangeCount)))
        count &+= 1
        openChangeCount = 0
    }
}
