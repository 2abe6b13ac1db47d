import AVFRealtime
import Synchronization

/// A native unit that takes its input at a pace of its own, such as a varispeed.
package protocol TimeKernel: Kernel, ~Copyable {
    /// Says how many frames of input the next block of `frameCount` takes; they come with that block.
    ///
    /// The block has the same parameters. A bypassed unit takes a frame for each that it makes and changes
    /// none.
    ///
    /// Render thread: mark it `@_noLocks`.
    mutating func beginBlock(
        frameCount: Int, _ parameters: ParameterValues<Parameter>, isBypassed: Bool
    ) -> Int
    /// Input frames that have been asked for and lie behind the place of the next output frame.
    ///
    /// Render thread: mark it `@_noLocks`.
    var aheadFrameCount: Int { get }
    /// Input frames for each output frame, at the place to which the input has been asked for.
    var rate: Double { get }
    /// The rate that these parameters ask for.
    static func rate(_ parameters: ParameterValues<Parameter>) -> Double
}

/// A time effect in the box that the plan holds.
package final class TimeKernelUnit<K: TimeKernel & ~Copyable>: DomainBridge, @unchecked Sendable {
    // Proof: see RenderUnit.
    private let kernel: OwnedCell<K>
    private let values: OwnedBuffer<Float>
    private var seenChanges: UInt32 = 0
    private let reader: ParameterReader
    /// Kept alive for `reader`.
    private let parameters: ParameterBlock
    private let sampleRateHz: Double
    private let bypass = Atomic<Bool>(false)
    private let currentRate = Atomic<UInt64>((1.0).bitPattern)

    /// A kernel for the configuration, driven by the given targets.
    package init(_ configuration: UnitConfiguration, parameters: ParameterBlock) {
        kernel = OwnedCell(K(configuration))
        values = OwnedBuffer(repeating: 0, count: parameters.count)
        reader = parameters.reader
        self.parameters = parameters
        sampleRateHz = configuration.sampleRateHz
        super.init()
    }

    package override var isBypassed: Bool {
        get { bypass.load(ordering: .relaxed) }
        set { bypass.store(newValue, ordering: .relaxed) }
    }

    package override var targetRate: Double {
        guard !isBypassed else { return 1 }
        let targets = (0..<max(1, parameters.count)).map { parameters.load($0) }
        return targets.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { K.rate(ParameterValues($0)) } ?? 1
        }
    }

    package override func inputFrameBound(forOutput frameCount: Int) -> Int {
        let current = Double(bitPattern: currentRate.load(ordering: .relaxed))
        return K.inputPace?.inputFrameBound(
            forOutput: frameCount, rate: max(1, current, targetRate), sampleRateHz: sampleRateHz)
            ?? frameCount
    }

    package override func beginBlock(frameCount: Int) -> Int {
        if takeResetRequest() { kernel.pointer.pointee.reset() }
        seenChanges = reader.snapshot(into: values.pointer, seen: seenChanges)
        let count = kernel.pointer.pointee.beginBlock(
            frameCount: frameCount, ParameterValues(values.pointer),
            isBypassed: bypass.load(ordering: .relaxed))
        currentRate.store(kernel.pointer.pointee.rate.bitPattern, ordering: .relaxed)
        return count
    }

    package override func process(_ block: RenderBlock) {
        kernel.pointer.pointee.process(block, ParameterValues(values.pointer))
        noteAhead(kernel.pointer.pointee.aheadFrameCount)
    }
}

extension UnitEntry {
    /// The entry of a time effect.
    package init<K: TimeKernel & ~Copyable>(_ kernel: K.Type) {
        self.init(kernel) { TimeKernelUnit<K>($0, parameters: $1) }
    }
}
