import AVFEngine
import AVFUnits
import Synchronization

/// Where sound enters the graph: from the input device, or in manual rendering from a block of the program's.
///
/// Connect it, or tap it, before or while the engine runs. The input device may be another one than the
/// output device: the difference of their clocks is resampled away. Where there is no input device the
/// formats have 0 Hz and 0 channels, and connecting the node is refused.
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {
    // Sendable: see AVAudioNode.
    private let input: InputNode
    private let given = Mutex<AVAudioFormat?>(nil)

    init(_ input: InputNode) {
        self.input = input
        super.init(core: input)
    }

    /// The device's rate and channels, or in manual rendering the format in which the program gives frames; 0
    /// Hz and 0 channels without a device, and before the program has said so.
    open override func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guard bus == 0, let engine = core.engine else { return .none }
        if engine.mode == .device { return (try? engine.inputDeviceFormat()).map { .standard($0) } ?? .none }
        return input.manualFormat == nil ? .none : given.withLock { $0 } ?? .none
    }

    /// The format that the node passes on; 0 Hz and 0 channels without an input device.
    ///
    /// It has the device's channels at the engine's rate, or the format in which the program gives frames,
    /// unless a connection gave it another one.
    open override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guard bus == 0, let engine = core.engine else { return .none }
        if engine.mode == .device, (try? engine.readyInput()) == nil { return .none }
        return super.outputFormat(forBus: bus)
    }

    /// Seconds between what the device has captured and the graph; 0 while no device is open.
    ///
    /// It follows the device while the engine runs.
    open override var presentationLatency: TimeInterval { core.engine?.inputLatencySeconds ?? 0 }

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
