import AVFRender

/// A unit that is 64 frames late and says so.
package struct LatentKernel: Kernel, ~Copyable {
    package static let symbol = "late"
    package static let name = "Late"
    package static let summary = "Delays by 64 frames and reports it as latency."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("late")

    package enum Parameter: Int, CaseIterable, Sendable { case unused }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        ParameterSpec("Unused", 0...1, default: 0, .generic, "Does nothing.")
    }

    /// The delay, and the latency.
    package static var frameCount: Int { @_noLocks get { 64 } }

    private let memory: UnsafeMutablePointer<Float>
    private var place = 0

    package init(_ configuration: UnitConfiguration) {
        let count = configuration.channelCount * Self.frameCount
        memory = .allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
    }

    deinit { memory.deallocate() }

    package var latencyFrames: Int { Self.frameCount }

    @_noLocks
    package mutating func reset() {}

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        for frame in 0..<block.frameCount {
            for channel in 0..<block.output.channelCount {
                let old = memory + channel * Self.frameCount + place
                let late = old.pointee
                old.pointee = block.input[channel][frame]
                block.output[channel][frame] = late
            }
            place = (place + 1) % Self.frameCount
        }
    }
}
