import AVFGraph
import AVFRender
import AVFUnits
import Synchronization

/// What frames of the program's are made or taken in: as the node's bus has them, and how many at once.
package struct FrameShape: Sendable, Equatable {
    /// Rate and channels.
    package let format: BusFormat
    /// The most frames at once.
    package let maximumFrameCount: Int
}

/// Plays what a source outside of the engine makes.
package final class SourceNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    /// Makes a source for frames of a shape.
    package typealias Maker = @Sendable (FrameShape) -> any FrameSource

    private let format: BusFormat?
    private let make: Maker
    private let flags = FrameFlags()
    private let made = Mutex<(unit: PullUnit, configuration: UnitConfiguration)?>(nil)

    /// A node whose source makes frames of `format`, or, without one, of its connection's format.
    package init(name: String = "source", format: BusFormat? = nil, make: @escaping Maker) {
        self.format = format
        self.make = make
        super.init(name: name, role: .source, inputBusCount: 0, outputBusCount: 1, outputFormat: format)
    }

    package override var isMixingSource: Bool { true }

    override func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit {
        let configuration = request.configuration
        if let made = made.withLock({ $0 }), made.configuration == configuration { return made.unit }
        let own =
            format
            ?? BusFormat(
                sampleRateHz: configuration.sampleRateHz, channelCount: configuration.channelCount)
        let unit = PullUnit(
            make(FrameShape(own, configuration)), sourceRateHz: own.sampleRateHz,
            sourceChannelCount: own.channelCount, flags: flags, configuration: configuration)
        made.withLock { $0 = (unit, configuration) }
        return unit
    }

    /// Only the engine makes a unit.
    override func stillHas(_ unit: RenderUnit) -> Bool { true }

    package override func reset() { made.withLock { $0?.unit }?.requestReset() }

    // MARK: - Reports

    override var isAttended: Bool { true }

    override var hasReports: Bool { flags.hasFailure }

    override func collectReports(_ context: ReportContext) -> [@Sendable () -> Void] { failures(flags) }
}

extension FrameShape {
    /// Frames of `format` that become those of a unit.
    init(_ format: BusFormat, _ configuration: UnitConfiguration) {
        self.format = format
        maximumFrameCount = PullUnit.frameCapacity(
            sourceRateHz: format.sampleRateHz, configuration: configuration)
    }
}
