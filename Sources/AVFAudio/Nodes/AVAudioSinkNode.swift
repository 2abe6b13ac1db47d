import AVFEngine
import AVFUnits

/// Hands what arrives to a block of the program's, also in manual rendering.
///
/// The block is called for each block of the graph, on the thread that renders: it must not wait, lock or
/// allocate while a device plays. It gets the connection's rate and channels, unconverted, as 32-bit floating
/// point that is not interleaved; the list is valid in the call only. A status other than 0 is told to
/// `errorHandler` once. Unlike on Apple's systems any node may feed a sink.
open class AVAudioSinkNode: AVAudioNode, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A sink that gives what arrives to a block.
    public init(receiverBlock block: @escaping AVAudioSinkNodeReceiverBlock) {
        super.init(
            core: SinkNode {
                BlockSink(.standard($0.format), frameCapacity: $0.maximumFrameCount, block)
            })
    }
}

/// Hands frames to a block of the program's.
private final class BlockSink: FrameSink, Sendable {
    private let memory: ClientBlockMemory?
    private let block: AVAudioSinkNodeReceiverBlock

    init(_ format: AVAudioFormat, frameCapacity: Int, _ block: @escaping AVAudioSinkNodeReceiverBlock) {
        memory = ClientBlockMemory(format, frameCapacity: frameCapacity)
        self.block = block
    }

    func take(_ request: FrameRequest) -> OSStatus {
        guard let memory else { return kAudio_MemFullError }
        var time = request.timeStamp
        return block(&time, AVAudioFrameCount(request.frameCount), memory.list(for: request))
    }
}
