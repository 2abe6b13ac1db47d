import AVFEngine
import AVFUnits

/// Plays what a block of the program's makes.
///
/// The block is called for each block of the graph, on the thread that renders: it must not wait, lock or
/// allocate while a device plays. It fills the buffers of its list, which hold silence, or points them to
/// memory of its own that stays valid until its next call. If it says that the frames are silence, silence is
/// what is played. A status other than 0 makes the block silent, and `errorHandler` is told it once.
open class AVAudioSourceNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A source whose block makes frames in the format of the node's connection.
    public init(renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        super.init(
            core: SourceNode {
                BlockSource(.standard($0.format), frameCapacity: $0.maximumFrameCount, block)
            })
    }

    /// A source whose block makes frames of any common format of linear PCM.
    ///
    /// Rate, kind of sample, interleaving and channels are converted to those of the connection. Another
    /// format cannot be played: the source is silent, and `errorHandler` is told so.
    public init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        let plain = format.busFormat
        super.init(
            core: SourceNode(format: plain.isValid ? plain : nil) {
                BlockSource(format, frameCapacity: $0.maximumFrameCount, block)
            })
    }
}

/// Asks a block of the program's for frames.
private final class BlockSource: FrameSource, Sendable {
    private let memory: ClientBlockMemory?
    private let block: AVAudioSourceNodeRenderBlock

    init(_ format: AVAudioFormat, frameCapacity: Int, _ block: @escaping AVAudioSourceNodeRenderBlock) {
        memory = ClientBlockMemory(format, frameCapacity: frameCapacity)
        self.block = block
    }

    func fill(_ request: FrameRequest) -> FrameAnswer {
        guard let memory else { return .failed(kAudioUnitErr_FormatNotSupported) }
        var isSilence = ObjCBool(false)
        var time = request.timeStamp
        let status = block(
            &isSilence, &time, AVAudioFrameCount(request.frameCount), memory.list(for: request))
        guard status == noErr else { return .failed(status) }
        guard !isSilence.boolValue else { return .silent }
        memory.load(into: request)
        return .filled
    }
}
