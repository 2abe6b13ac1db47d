import AVFEngine
import AVFUnits
import Synchronization

/// Where sound enters the graph: in manual rendering from a block of the program's.
///
/// Recording from a device is not supported yet. While a device renders, the formats have 0 Hz and 0
/// channels, so that programs see that there is no input, and connecting the node is refused.
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {
    // Sendable: see AVAudioNode.
    private let input: InputNode
    private let given = Mutex<AVAudioFormat?>(nil)

    init(_ input: InputNode) {
        self.input = input
        super.init(core: input)
    }

    /// The format in which the program gives frames; 0 Hz and 0 channels before it has said so.
    open override func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guard bus == 0, input.manualFormat != nil else { return .none }
        return given.withLock { $0 } ?? .none
    }

    /// The format that the node passes on; 0 Hz and 0 channels while a device renders.
    ///
    /// It follows the format in which the program gives frames, unless a connection gave it another one.
    open override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        input.unusableReason == nil ? super.outputFormat(forBus: bus) : .none
    }

    /// Lets a block give the engine frames in manual rendering, in any common format of linear PCM.
    ///
    /// The block is asked for so many frames, on the thread that renders, and returns a list of buffers that
    /// holds them and stays valid until its next call. Less than that, or nil, is not used: the node is
    /// silent then, and rendering tells `insufficientDataFromInputNode`. Forgotten when manual rendering
    /// ends.
    /// - Returns: False, with nothing changed, outside of manual rendering, for another format, and if the
    ///   running graph does not fit the format.
    @discardableResult
    open func setManualRenderingInputPCMFormat(
        _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
    ) -> Bool {
        guard format.commonFormat != .otherFormat else { return false }
        do throws(EngineError) {
            try input.setManualInput(format: format.busFormat) {
                BlockInput(format, frameCapacity: $0.maximumFrameCount, block)
            }
        } catch {
            return false
        }
        given.withLock { $0 = format }
        return true
    }
}

/// Asks a block of the program's for the frames of the input node.
private final class BlockInput: FrameSource, Sendable {
    private let memory: ClientBlockMemory?
    private let block: AVAudioIONodeInputBlock

    init(_ format: AVAudioFormat, frameCapacity: Int, _ block: @escaping AVAudioIONodeInputBlock) {
        memory = ClientBlockMemory(format, frameCapacity: frameCapacity)
        self.block = block
    }

    func fill(_ request: FrameRequest) -> FrameAnswer {
        guard let memory, let list = block(AVAudioFrameCount(request.frameCount)) else { return .missing }
        // Only read: the pointer type has no other way to look at a list.
        let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
        guard memory.holds(buffers, frameCount: request.frameCount) else { return .missing }
        memory.load(from: buffers, into: request)
        return .filled
    }
}
