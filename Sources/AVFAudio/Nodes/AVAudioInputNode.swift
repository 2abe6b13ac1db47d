import AVFEngine

/// Where recorded sound will enter the graph.
///
/// Recording is not supported yet.
///
/// Its formats have 0 Hz and 0 channels, so that programs see that there is no input. Connecting it is refused.
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    init(of engine: AVAudioEngine) {
        super.init(core: InputNode())
        didAttach(to: engine)
    }

    /// 0 Hz and 0 channels: there is no input.
    open override func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat { .none }

    /// 0 Hz and 0 channels: there is no input.
    open override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat { .none }

    /// Would give the engine frames in manual rendering; false, because that is not supported yet.
    @discardableResult
    open func setManualRenderingInputPCMFormat(
        _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
    ) -> Bool { false }
}
