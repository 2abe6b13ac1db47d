import AVFEngine
import AVFGraph

// Rendering without a device: the program asks for frames.

extension AVAudioEngine {
    /// Whether the program renders instead of a device.
    public var isInManualRenderingMode: Bool { core.mode != .device }

    /// How the program renders; `offline` while a device does.
    public var manualRenderingMode: AVAudioEngineManualRenderingMode {
        core.mode == .realtime ? .realtime : .offline
    }

    /// The format of what the program gets; 0 Hz and 0 channels while a device renders.
    public var manualRenderingFormat: AVAudioFormat {
        manualRendering.withLock { $0?.format } ?? .none
    }

    /// The most frames that the program may ask for at once; 0 while a device renders.
    public var manualRenderingMaximumFrameCount: AVAudioFrameCount {
        manualRendering.withLock { $0.map { AVAudioFrameCount($0.maximumFrameCount) } } ?? 0
    }

    /// Frames rendered since manual rendering began or the engine was reset.
    public var manualRenderingSampleTime: AVAudioFramePosition {
        isInManualRenderingMode ? core.renderedFrameCount : 0
    }

    /// Lets the program ask for frames, in any format of linear PCM, instead of a device.
    ///
    /// - Throws: An `NSError` with the code −80801 if the engine is not stopped, −80800 for a format that is
    ///   not linear PCM, −10868 for an impossible one, −50 for a frame count of 0 or beyond a million.
    public func enableManualRenderingMode(
        _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat,
        maximumFrameCount: AVAudioFrameCount
    ) throws {
        guard core.runState == .stopped else {
            throw AVFAudioError.error(.mustBeStopped(call: "enableManualRenderingMode"))
        }
        guard pcmFormat.commonFormat != .otherFormat else {
            throw AVFAudioError.error(
                .wrongMode(call: "Rendering as \(pcmFormat)", mode: "manual rendering"))
        }
        let session = try AVFAudioError.throwing { () throws(EngineError) in
            try core.enableManualRendering(
                mode == .realtime ? .realtime : .offline, format: pcmFormat.busFormat,
                maximumFrameCount: Int(maximumFrameCount))
        }
        let made = ManualRendering(
            core, session: session, isOffline: mode == .offline, format: pcmFormat,
            maximumFrameCount: Int(maximumFrameCount))
        manualRendering.withLock { $0 = made }
    }

    /// Stops, resets and returns to the device; nothing happens when a device renders already.
    public func disableManualRenderingMode() {
        core.disableManualRendering()
        manualRendering.withLock { $0 = nil }
    }

    /// Renders the next frames into a buffer and sets its `frameLength`.
    ///
    /// The samples do not depend on how many frames each call asks for.
    /// - Throws: An `NSError` with the code −80800 unless in offline manual rendering, −80802 if the engine
    ///   does not run, −10868 if the buffer has another format than `manualRenderingFormat`, −10874 for more
    ///   frames than `manualRenderingMaximumFrameCount`, −50 for more than the buffer holds. The buffer's
    ///   length is 0 then.
    /// - Returns: `insufficientDataFromInputNode` if the input node's block had too few frames: the buffer
    ///   holds what the rest of the graph made.
    @discardableResult
    public func renderOffline(
        _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus {
        var rendered: AVAudioFrameCount = 0
        defer { buffer.frameLength = rendered }
        let rendering = manualRendering.withLock { $0 }
        guard let rendering, rendering.isOffline else {
            throw AVFAudioError.error(.wrongMode(call: "renderOffline", mode: core.mode.name))
        }
        let status = try rendering.render(numberOfFrames, to: buffer)
        let isRendered = status == .success || status == .insufficientDataFromInputNode
        if isRendered { rendered = numberOfFrames }
        return status
    }

    /// Renders the next frames into a list of buffers; fetch it once, and call it from any thread.
    ///
    /// In real-time manual rendering the block does not wait, allocate or lock. Memory that the list lacks is
    /// the engine's, valid until the next call. A failure's code goes to the last argument: as
    /// `renderOffline`. The block keeps the engine's graph alive, and fails once manual rendering was enabled
    /// anew or disabled.
    public var manualRenderingBlock: AVAudioEngineManualRenderingBlock {
        let rendering = manualRendering.withLock { $0 }
        return { frameCount, list, status in
            let code =
                rendering?.render(frameCount, to: list)
                ?? AVAudioEngineManualRenderingError.invalidMode.rawValue
            status?.pointee = code
            return rendering?.status(code) ?? .error
        }
    }
}

extension AVAudioEngineManualRenderingStatus {
    /// What a code means to the caller.
    init(_ code: OSStatus) {
        self =
            switch code {
            case noErr: .success
            case kAudioUnitErr_CannotDoInCurrentContext: .cannotDoInCurrentContext
            default: .error
            }
    }
}
