import AVFRealtime

/// What lies between a unit's parameters and its kernel: everything of `KernelUnit` that is the same for all
/// kernels, so that the binary has it once.
struct KernelLink: ~Copyable {
    private let buffer: OwnedBuffer<Float>
    /// In memory of its own, because to change a class's property costs a look at who else does.
    private let seenChanges = OwnedCell<UInt32>(0)
    private let reader: ParameterReader
    /// The places of the read-only parameters.
    private let meters: OwnedBuffer<Int>

    /// A link to these targets, which must live as long.
    @inline(never)
    init(_ parameters: ParameterBlock) {
        buffer = OwnedBuffer(repeating: 0, count: parameters.count)
        reader = parameters.reader
        let indices = parameters.specs.indices.filter { parameters.specs[$0].isReadOnly }
        meters = OwnedBuffer(count: indices.count) { indices[$0] }
    }

    /// This block's targets; after it also what the meters show.
    var values: UnsafeMutablePointer<Float> { @_noLocks get { buffer.pointer } }

    /// Whether any parameter is read-only.
    var hasMeters: Bool { @_noLocks get { meters.count > 0 } }

    /// The targets for the block that begins.
    ///
    /// Render thread.
    @_noLocks @inline(never)
    func takeTargets() -> UnsafeMutablePointer<Float> {
        seenChanges.pointer.pointee = reader.snapshot(into: values, seen: seenChanges.pointer.pointee)
        return values
    }

    /// Tells what the kernel shows.
    ///
    /// Render thread.
    @_noLocks @inline(never)
    func publishMeters() {
        var place = 0
        while place < meters.count {
            reader.publish(values[meters[place]], at: meters[place])
            place &+= 1
        }
    }
}
