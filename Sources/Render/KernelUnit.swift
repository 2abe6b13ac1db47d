import AVFRealtime

/// A native kernel in the box that the plan holds: takes the block's parameters, then lets the kernel work.
package class KernelUnit<K: Kernel & ~Copyable>: AutomatedUnit, @unchecked Sendable {
    // Proof: see RenderUnit.
    private final let cell: OwnedCell<K>
    private final let link: KernelLink
    private let remembersInput = K.remembersInput

    /// A kernel for the configuration, driven by the given targets.
    package override init(
        _ configuration: UnitConfiguration, parameters: ParameterBlock, latencyFrames _: Int = 0,
        takesMessages _: Bool = false
    ) {
        cell = OwnedCell(K(configuration))
        link = KernelLink(parameters)
        super.init(
            configuration, parameters: parameters, latencyFrames: cell.pointer.pointee.latencyFrames,
            takesMessages: K.acceptsMIDI)
    }

    /// The kernel; valid as long as the unit.
    final var kernel: UnsafeMutablePointer<K> { cell.pointer }

    package override func processSubBlock(_ block: RenderBlock) {
        if takeResetRequest() { kernel.pointee.reset() }
        let targets = ParameterValues<K.Parameter>(link.takeTargets())
        kernel.pointee.process(remembersInput ? block.withFiniteInputs() : block, targets)
        if link.hasMeters { publishMeters() }
        if K.latencyCanChange { latencyFrames = kernel.pointee.latencyFrames }
    }

    private final func publishMeters() {
        kernel.pointee.show(on: MeterValues(link.values))
        link.publishMeters()
    }

    package override var latencyCanChange: Bool { K.latencyCanChange }

    #if !hasFeature(Embedded)
        package override var tailSeconds: Double {
            K.tailSeconds(
                of: parameters, configuration.sectionCount, sampleRateHz: configuration.sampleRateHz)
        }
    #endif
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
    /// How many sections the unit has unless told otherwise.
    package let defaultSectionCount: Int
    /// Makes a unit.
    package let make:
        @Sendable (_ configuration: UnitConfiguration, _ parameters: ParameterBlock) -> RenderUnit
    #if !hasFeature(Embedded)
        // What the plugins' faces do not ask for.
        /// The facts of the unit with that many sections.
        package let descriptorWithSections: @Sendable (_ sectionCount: Int) -> UnitDescriptor
        /// The kernel's type, as generated code names it.
        package var kernelName: String { nameOfKernel() }
        private let nameOfKernel: @Sendable () -> String
        /// Apple has a Swift class for the unit, written by hand.
        package let isAppleClass: Bool
        /// Seconds for which a unit with these targets sounds on, as `RenderUnit.tailSeconds` of one that
        /// was made.
        package let tailSeconds:
            @Sendable (_ parameters: ParameterBlock, _ sectionCount: Int, _ sampleRateHz: Double) -> Double
    #endif

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
        defaultSectionCount = K.defaultSectionCount
        self.make = make
        #if !hasFeature(Embedded)
            descriptorWithSections = { K.descriptor(sectionCount: $0) }
            nameOfKernel = { SourceName.of(type: K.self) }
            isAppleClass = K.isAppleClass
            tailSeconds = { K.tailSeconds(of: $0, $1, sampleRateHz: $2) }
        #endif
    }
}
