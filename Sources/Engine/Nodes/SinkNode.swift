import AVFGraph
import AVFRender
import AVFUnits
import Synchronization

/// Hands what arrives to a sink outside of the engine, at the rate and with the channels that it has.
package final class SinkNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    /// Makes a sink for frames of a shape.
    package typealias Maker = @Sendable (FrameShape) -> any FrameSink

    private let make: Maker
    private let flags = FrameFlags()
    private let made = Mutex<(unit: PushUnit, configuration: UnitConfiguration)?>(nil)

    /// A node whose sinks are made by `make`.
    package init(name: String = "sink", make: @escaping Maker) {
        self.make = make
        super.init(name: name, role: .sink, inputBusCount: 1, outputBusCount: 0)
    }

    override func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit {
        let configuration = request.configuration
        if let made = made.withLock({ $0 }), made.configuration == configuration { return made.unit }
        let format = BusFormat(
            sampleRateHz: configuration.sampleRateHz,
            channelCount: configuration.inputChannelCounts.first ?? 0)
        let shape = FrameShape(format: format, maximumFrameCount: configuration.maximumFrameCount)
        let unit = PushUnit(make(shape), flags: flags)
        made.withLock { $0 = (unit, configuration) }
        return unit
    }

    /// Only the engine makes a unit.
    override func stillHas(_ unit: RenderUnit) -> Bool { true }

    // MARK: - Reports

    override var isAttended: Bool { true }

    override var hasReports: Bool { flags.hasFailure }

    override func collectReports(_ context: ReportContext) -> [@Sendable () -> Void] { failures(flags) }
}
