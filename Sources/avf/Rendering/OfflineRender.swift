import AVFConsole
import AVFEngine
import AVFGraph
import AVFMedia
import AVFRender

/// Renders a file through a chain, as fast as it goes, block by block.
///
/// The chain's latency is cut off at the start and made up for at the end: output frame k belongs to input
/// frame k.
final class OfflineRender {
    let chain: UnitChain
    /// Frames to deliver; fewer when the file turns out to be incomplete.
    private(set) var frameCount: Int
    /// Whether that is how many there will be.
    private(set) var isLengthKnown: Bool
    /// What the file lacks, as far as it has been met.
    private(set) var incompleteness: MediaError?
    /// Frames that the chain lags behind.
    let latencyFrames: Int
    private let source: any ChainSource
    /// Those of them that follow the input's end.
    let tailFrameCount: Int
    private let blockSize: Int
    private let buffer: SampleBuffer

    /// Starts the engine and schedules the file.
    ///
    /// - Throws: `Failure` if a unit does not start.
    init(
        _ chain: UnitChain, _ source: any ChainSource, tailFrameCount: Int, blockSize: Int
    ) throws(Failure) {
        self.chain = chain
        self.source = source
        self.tailFrameCount = tailFrameCount
        let blockSize = source.stepFrameCount ?? blockSize
        self.blockSize = blockSize
        let engine = chain.engine
        let format = chain.outputFormat
        try explaining { () throws(EngineError) in
            try engine.enableManualRendering(.offline, format: format, maximumFrameCount: blockSize)
            try engine.start()
        }
        try source.play(onEnd: nil)
        frameCount = chain.outputFrameCount(ofInput: source.frameCount) + tailFrameCount
        isLengthKnown = source.isLengthKnown
        latencyFrames = Int((engine.graphLatencySeconds * format.sampleRateHz).rounded())
        buffer = SampleBuffer(channelCount: format.channelCount, frameCapacity: blockSize)
    }

    /// Renders everything; `consume` is given each part that belongs to the output.
    ///
    /// - Throws: What `consume` throws, and `Failure` from the engine or when the user interrupts.
    func run(
        _ consume: (_ channels: UnsafePointer<UnsafePointer<Float>>, _ offset: Int, _ frameCount: Int)
            throws(Failure) -> Void
    ) throws(Failure) {
        var renderedCount = 0
        while renderedCount < latencyFrames + frameCount {
            if Interruption.isRequested { throw Failure(.interrupted, "interrupted") }
            source.move(to: renderedCount)
            try renderBlock()
            let start = min(max(latencyFrames - renderedCount, 0), blockSize)
            let end = min(latencyFrames + frameCount - renderedCount, blockSize)
            if end > start { try consume(buffer.readOnlyChannels, start, end - start) }
            renderedCount += blockSize
        }
        chain.engine.stop()
        try checkEngine()
    }

    private func renderBlock() throws(Failure) {
        try explaining { () throws(EngineError) in
            try chain.engine.renderOffline(blockSize, to: buffer.channels)
        }
        try checkEngine()
    }

    /// Shortens the output if the file has ended early, or at last; any other error ends the render.
    private func checkEngine() throws(Failure) {
        if !isLengthKnown, source.isLengthKnown {
            isLengthKnown = true
            frameCount = chain.outputFrameCount(ofInput: source.frameCount) + tailFrameCount
        }
        guard let error = chain.engine.lastError else { return }
        guard case .media(let damage) = error, let usable = damage.usableFrameCount else {
            throw Failure(error)
        }
        guard incompleteness == nil else { return }
        incompleteness = damage
        let inputFrameCount = source.frameCount(ofFile: usable)
        frameCount = chain.outputFrameCount(ofInput: inputFrameCount) + tailFrameCount
    }
}

extension UnitChain {
    /// A time effect makes more or fewer frames of the input than there are.
    fileprivate func outputFrameCount(ofInput frameCount: Int) -> Int {
        let rate = units.reduce(1) { $0 * $1.inputRate }
        return Int((Double(frameCount) / rate).rounded(.up))
    }
}

extension SampleBuffer {
    /// The channels for those who only read.
    var readOnlyChannels: UnsafePointer<UnsafePointer<Float>> {
        // Proof: UnsafePointer and UnsafeMutablePointer have one representation.
        UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafePointer<Float>.self)
    }
}
