import AVFRender

/// Hands what arrives to a sink outside of the engine.
package final class PushUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    private let sink: any FrameSink
    private let flags: FrameFlags

    /// A unit that hands its input to `sink`, and tells `flags` what went wrong.
    package init(_ sink: any FrameSink, flags: FrameFlags) {
        self.sink = sink
        self.flags = flags
        super.init()
    }

    package override func process(_ block: RenderBlock) {
        let request = FrameRequest(
            channels: block.input.channels, channelCount: block.input.channelCount,
            frameCount: block.frameCount, sampleTime: block.sampleTime, hostTime: block.hostTime)
        flags.note(status: request.frameCount > 0 ? sink.take(request) : 0)
    }
}
