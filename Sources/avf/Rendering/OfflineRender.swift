import AVFEngine
import AVFGraph
import AVFRender

/// Renders a file through a chain, as fast as it goes, block by block.
///
/// The chain's latency is cut off at the start and made up for at the end: output frame k belongs to input
/// frame k.
struct OfflineRender {
    let chain: UnitChain
    /// Frames to deliver.
    let frameCount: Int
    /// Frames that the chain lags behind.
    let latencyFrames: Int
    private let blockSize: Int
    private let buffer: SampleBuffer

    /// Starts the engine and schedules the file.
    ///
    /// - Throws: `Failure` if a unit does not start.
    init(
        _ chain: UnitChain, path: String, inputFrameCount: Int, tailFrameCount: Int, blockSize: Int
    ) throws(Failure) {
        self.chain = chain
        self.blockSize = blockSize
        let engine = chain.engine
        let format = chain.outputFormat
        try explaining { () throws(EngineError) in
            try engine.enableManualRendering(.offline, format: format, maximumFrameCount: blockSize)
            try chain.player.schedule(file: path, startFrame: 0, frameCount: .max)
            try engine.start()
            try chain.player.play()
        }
        // A time effect makes more or fewer frames of the file than there are.
        let rate = chain.units.reduce(1) { $0 * $1.inputRate }
        frameCount = Int((Double(inputFrameCount) / rate).rounded(.up)) + tailFrameCount
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
            try renderBlock()
            let start = min(max(latencyFrames - renderedCount, 0), blockSize)
            let end = min(latencyFrames + frameCount - renderedCount, blockSize)
            if end > start { try consume(buffer.readOnlyChannels, start, end - start) }
            renderedCount += blockSize
        }
        chain.engine.stop()
        if let error = chain.engine.lastError { throw Failure(error) }
    }

    private func renderBlock() throws(Failure) {
        try explaining { () throws(EngineError) in
            try chain.engine.renderOffline(blockSize, to: buffer.channels)
        }
        if let error = chain.engine.lastError { throw Failure(error) }
    }
}

extension SampleBuffer {
    /// The channels for those who only read.
    var readOnlyChannels: UnsafePointer<UnsafePointer<Float>> {
        // Proof: UnsafePointer and UnsafeMutablePointer have one representation.
        UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafePointer<Float>.self)
    }
}
