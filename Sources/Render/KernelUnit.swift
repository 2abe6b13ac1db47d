/// A native kernel in the box that the plan holds: takes the block's parameters, then lets the kernel work.
package class KernelUnit<K: Kernel & ~Copyable>: AutomatedUnit, @unchecked Sendable {
    // Proof: see RenderUnit.
    final let kernel: UnsafeMutablePointer<K>
    private let values: UnsafeMutablePointer<Float>
    private var seenChanges: UInt32 = 0
    private let remembersInput = K.remembersInput
    private let reader: ParameterReader
    /// The places of the read-only parameters.
    private let meters: UnsafeMutablePointer<Int>
    private let meterCount: Int

    /// A kernel for the configuration, driven by the given targets.
    package override init(
        _ configuration: UnitConfiguration, parameters: ParameterBlock, latencyFrames _: Int = 0
    ) {
        let made = K(configuration)
        let latencyFrames = made.latencyFrames
        kernel = .allocate(capacity: 1)
        kernel.initialize(to: made)
        values = .allocate(capacity: max(1, parameters.count))
        values.initialize(repeating: 0, count: max(1, parameters.count))
        reader = parameters.reader
        let meterIndices = parameters.specs.indices.filter { parameters.specs[$0].isReadOnly }
        meterCount = meterIndices.count
        meters = .allocate(capacity: max(1, meterIndices.count))
        for (place, index) in meterIndices.enumerated() { (meters + place).initialize(to: index) }
        super.init(configuration, parameters: parameters, latencyFrames: latencyFrames)
    }

    deinit {
        kernel.deinitialize(count: 1)
        kernel.deallocate()
        values.deallocate()
        meters.deallocate()
    }

    package override func processPart(_ block: RenderBlock) {
        if takeResetRequest() { kernel.pointee.reset() }
        seenChanges = reader.snapshot(into: values, seen: seenChanges)
        kernel.pointee.process(remembersInput ? block.withFiniteInputs() : block, ParameterValues(values))
        if meterCount > 0 { publishMeters() }
        if K.latencyCanChange { latencyFrames = kernel.pointee.latencyFrames }
    }

    private func publishMeters() {
        kernel.pointee.show(on: MeterValues(values))
        // Counted by hand: an iterator of a generic class is looked up at run time, which takes memory.
        var place = 0
        while place < meterCount {
            reader.publish(values[meters[place]], at: meters[place])
            place &+= 1
        }
    }

    package override var latencyCanChange: Bool { K.latencyCanChange }

    package override var tailSeconds: Double {
        K.tailSeconds(of: parameters, configuration.sectionCount, sampleRateHz: configuration.sampleRateHz)
    }
}

extension Kernel where Self: ~Copyable {
    /// The tail that these targets ask for, as `tailSeconds(_:sectionCount:sampleRateHz:)`.
    static func tailSeconds(
        of parameters: ParameterBlock, _ sectionCount: Int, sampleRateHz: Double
    ) -> Double {
        let targets = (0..<max(1, parameters.count)).map(parameters.load)
        return targets.withUnsafeBufferPointer { targets in
            targets.baseAddress.map {
                tailSeconds(ParameterValues($0), sectionCount: sectionCount, sampleRateHz: sampleRateHz)
            } ?? 0
        }
    }
}

/// A unit as the catalog lists it: its facts, and how to make one.
package struct UnitEntry: Sendable {
    /// The facts of the unit with its usual number of sections.
    package let descriptor: UnitDescriptor
    /// The facts of the unit with that many sections.
    package let descriptorWithSections: @Sendable (_ sectionCount: Int) -> UnitDescriptor
    /// How many sections the unit has unless told otherwise.
    package let defaultSectionCount: Int
    /// The kernel's type, as generated code names it.
    package var kernelName: String { nameOfKernel() }
    private let nameOfKernel: @Sendable () -> String
    /// Apple has a Swift class for the unit, written by hand.
    package let isAppleClass: Bool
    /// Seconds for which a unit with these targets sounds on, as `RenderUnit.tailSeconds` of one that was
    /// made.
    package let tailSeconds:
        @Sendable (_ parameters: ParameterBlock, _ sectionCount: Int, _ sampleRateHz: Double) -> Double
    /// Makes a unit.
    package let make:
        @Sendable (_ configuration: UnitConfiguration, _ parameters: ParameterBlock) -> RenderUnit

    /// The entry of a kernel.
    package init<K: Kernel & ~Copyable>(_ kernel: K.Type) {
        self.init(kernel) { KernelUnit<K>($0, parameters: $1) }
    }

    /// The entry of a kernel that `make` puts into its box.
    init<K: Kernel & ~Copyable>(
        _ kernel: K.Type,
        make:
            @escaping @Sendable (_ configuration: UnitConfiguration, _ parameters: ParameterBlock) ->
            RenderUnit
    ) {
        descriptor = K.descriptor(sectionCount: K.defaultSectionCount)
        descriptorWithSections = { K.descriptor(sectionCount: $0) }
        defaultSectionCount = K.defaultSectionCount
        isAppleClass = K.isAppleClass
        nameOfKernel = { SourceName.of(type: K.self) }
        tailSeconds = { K.tailSeconds(of: $0, $1, sampleRateHz: $2) }
        self.make = make
    }
}
