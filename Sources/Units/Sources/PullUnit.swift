import AVFDSP
import AVFRealtime
import AVFRender
import CAVFDSP

/// Plays the frames of a source outside of the engine, converted to the bus's rate and channels.
///
/// Nothing is converted where the two agree: the source writes into the bus itself. Frame n of one rate is
/// frame n of the other, and how the graph is cut into blocks changes no bit. A failure and a shortage are
/// silence.
package final class PullUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    private let source: any FrameSource
    /// Kept alive for the state.
    private let flags: FrameFlags
    private let state: OwnedCell<PullState>

    /// A unit that asks `source` for frames of that rate and channel count, and tells `flags` what went
    /// wrong.
    package init(
        _ source: any FrameSource, sourceRateHz: Double, sourceChannelCount: Int, flags: FrameFlags,
        configuration: UnitConfiguration
    ) {
        self.source = source
        self.flags = flags
        state = OwnedCell(
            PullState(
                sourceRateHz: sourceRateHz, sourceChannelCount: sourceChannelCount, flags: flags,
                configuration: configuration))
        super.init()
    }

    /// The most frames that a source is asked for at once.
    package static func frameCapacity(sourceRateHz: Double, configuration: UnitConfiguration) -> Int {
        guard sourceRateHz != configuration.sampleRateHz else { return configuration.maximumFrameCount }
        return RateBridge.inputFrameCapacity(
            inputRateHz: sourceRateHz, outputRateHz: configuration.sampleRateHz,
            outputFrameCount: configuration.maximumFrameCount)
    }

    package override func process(_ block: RenderBlock) {
        if takeResetRequest() { state.pointer.pointee.reset() }
        let request = state.pointer.pointee.begin(block)
        let answer = request.frameCount > 0 ? source.fill(request) : .filled
        state.pointer.pointee.end(block, request, answer)
    }
}

/// The render side of a pull unit, apart from the source's own code.
struct PullState: ~Copyable {
    private let flags: Unmanaged<FrameFlags>
    private let sourceChannelCount: Int
    private let mixesChannels: Bool
    /// Nil where the rates agree.
    private let converter: UnsafeMutablePointer<PullConverter>?
    private let given: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let givenCapacity: Int
    private let matrix: ChannelGains
    private var sourceTime: Int64 = 0

    init(
        sourceRateHz: Double, sourceChannelCount: Int, flags: FrameFlags, configuration: UnitConfiguration
    ) {
        // The unit that has this state keeps the flags alive.
        self.flags = .passUnretained(flags)
        self.sourceChannelCount = sourceChannelCount
        mixesChannels = sourceChannelCount != configuration.channelCount
        matrix = ChannelGains(
            ChannelMixMatrix(
                inputChannelCount: sourceChannelCount, outputChannelCount: configuration.channelCount))
        let capacity = PullUnit.frameCapacity(sourceRateHz: sourceRateHz, configuration: configuration)
        converter = PullConverter.allocate(
            sourceRateHz: sourceRateHz, channelCount: sourceChannelCount, configuration: configuration)
        givenCapacity = capacity
        given = .allocate(capacity: max(1, sourceChannelCount))
        for channel in 0..<sourceChannelCount {
            (given + channel).initialize(to: .allocate(capacity: max(1, capacity)))
        }
    }

    deinit {
        for channel in 0..<sourceChannelCount { given[channel].deallocate() }
        given.deallocate()
        converter?.deinitialize(count: 1)
        converter?.deallocate()
        matrix.deallocate()
    }

    /// What the source is asked for, in memory that holds silence.
    @_noLocks
    mutating func begin(_ block: RenderBlock) -> FrameRequest {
        let converts = converter != nil
        let wanted = converter?.pointee.inputFrameCount(forOutput: block.frameCount) ?? block.frameCount
        let channels = converts || mixesChannels ? UnsafePointer(given) : block.output.channels
        let request = FrameRequest(
            channels: channels, channelCount: sourceChannelCount, frameCount: min(wanted, givenCapacity),
            sampleTime: converts ? sourceTime : block.sampleTime, hostTime: block.hostTime)
        sourceTime += Int64(request.frameCount)
        silence(request)
        return request
    }

    /// Brings what the source made onto the bus.
    @_noLocks
    mutating func end(_ block: RenderBlock, _ request: FrameRequest, _ answer: FrameAnswer) {
        book(request, answer)
        guard converter != nil || mixesChannels else { return }
        let output = block.output
        if mixesChannels {
            let made = converter?.pointee.convert(request, block.frameCount) ?? request.channels
            matrix.mix(made, into: output, block.frameCount)
        } else {
            converter?.pointee.convert(request, block.frameCount, into: output.channels)
        }
    }

    @_noLocks
    mutating func reset() {
        sourceTime = 0
        converter?.pointee.reset()
    }

    @_noLocks
    private func book(_ request: FrameRequest, _ answer: FrameAnswer) {
        var status: Int32 = 0
        switch answer {
        case .filled: break
        case .silent: silence(request)
        case .missing:
            silence(request)
            flags._withUnsafeGuaranteedRef { $0.noteShortage() }
        case .failed(let code):
            silence(request)
            status = code
        }
        flags._withUnsafeGuaranteedRef { $0.note(status: status) }
    }

    @_noLocks
    private func silence(_ request: FrameRequest) {
        for channel in 0..<request.channelCount {
            avf_dsp_clear(request.channels[channel], request.frameCount)
        }
    }
}
