/// What lies between a unit's parameters and its kernel: everything of `KernelUnit` that is the same for all
/// kernels, so that the binary has it once.
struct KernelLink {
    /// This block's targets; after it also what the meters show.
    let values: UnsafeMutablePointer<Float>
    /// In memory of its own, because to change a class's property costs a look at who else does.
    private let seenChanges: UnsafeMutablePointer<UInt32>
    private let reader: ParameterReader
    /// The places of the read-only parameters.
    private let meters: UnsafeMutablePointer<Int>
    private let meterCount: Int

    /// A link to these targets, which must live as long; freed by `deallocate`.
    @inline(never)
    init(_ parameters: ParameterBlock) {
        let count = max(1, parameters.count)
        values = .allocate(capacity: count)
        values.initialize(repeating: 0, count: count)
        seenChanges = .allocate(capacity: 1)
        seenChanges.initialize(to: 0)
        reader = parameters.reader
        let indices = parameters.specs.indices.filter { parameters.specs[$0].isReadOnly }
        meterCount = indices.count
        meters = .allocate(capacity: max(1, meterCount))
        for (place, index) in indices.enumerated() { (meters + place).initialize(to: index) }
    }

    @inline(never)
    func deallocate() {
        values.deallocate()
        seenChanges.deallocate()
        meters.deallocate()
    }

    /// Whether any parameter is read-only.
    var hasMeters: Bool { @_noLocks get { meterCount > 0 } }

    /// The targets for the block that begins.
    ///
    /// Render thread.
    @_noLocks @inline(never)
    func takeTargets() -> UnsafeMutablePointer<Float> {
        seenChanges.pointee = reader.snapshot(into: values, seen: seenChanges.pointee)
        return values
    }

    /// Tells what the kernel shows.
    ///
    /// Render thread.
    @_noLocks @inline(never)
    func publishMeters() {
        var place = 0
        while place < meterCount {
            reader.publish(values[meters[place]], at: meters[place])
            place &+= 1
        }
    }
}
