import AVFRender
import CAVFShims
import Synchronization

/// What the engine asks of a plugin's process for one block.
struct BlockCall: BitwiseCopyable {
    /// Frames to make.
    var frameCount: Int32 = 0
    /// Messages in the block's list.
    var midiCount: Int32 = 0
    /// The block's first frame.
    var sampleTime: Int64 = 0
    /// The plugin's own bypass is off.
    var isEnabled = true
    /// Nobody waits for the sound.
    var isOffline = false
    /// All history is to be forgotten first.
    var resets = false
    /// Messages that the plugin makes are wanted.
    var forwardsMIDI = false
}

/// What a plugin's process says about the block that it has made.
struct BlockAnswer: BitwiseCopyable {
    /// Frames by which the output lags behind.
    var latencyFrames: Int64 = 0
    /// Every output was fit to be heard.
    var isSound = true
    /// Messages in the list of those that the plugin has made.
    var midiCount: Int32 = 0
}

/// Where the parts of the memory lie that the engine and a plugin's process share.
///
/// Both compute it from the same facts, so nothing in the memory itself says where anything is.
struct BlockLayout: Equatable {
    /// Channels of all input buses together.
    let inputChannelCount: Int
    /// Channels of all output buses together.
    let outputChannelCount: Int
    /// Places for parameters.
    let parameterCount: Int
    /// The most frames of a block.
    let maximumFrameCount: Int

    /// The most messages of a block.
    static var midiCapacity: Int { @_noLocks get { 1024 } }

    /// The layout for a plugin in a configuration.
    init(_ configuration: UnitConfiguration, parameterCount: Int) {
        inputChannelCount = configuration.inputChannelCounts.reduce(0, +)
        outputChannelCount = configuration.outputChannelCounts.reduce(0, +)
        self.parameterCount = parameterCount
        maximumFrameCount = configuration.maximumFrameCount
    }

    /// Frames from one channel to the next: whole cache lines.
    var channelStride: Int { (maximumFrameCount + 15) & ~15 }

    /// Bytes of everything.
    var byteCount: Int { outputs + channelBytes(outputChannelCount) }

    // One cache line for each word that the two processes write in turn.
    static let request = 0
    static let reply = 64
    static let phase = 128
    static let testament = 192
    static let call = 256
    static let answer = 320
    static let parameters = 384

    var meters: Int { Self.parameters + floatBytes(parameterCount) }
    var midi: Int { meters + floatBytes(parameterCount) }
    var madeMIDI: Int { midi + Self.midiCapacity * MemoryLayout<MIDIEvent>.stride }
    var inputs: Int { madeMIDI + Self.midiCapacity * MemoryLayout<MIDIEvent>.stride }
    var outputs: Int { inputs + channelBytes(inputChannelCount) }

    private func floatBytes(_ count: Int) -> Int { (count * MemoryLayout<Float>.stride + 63) & ~63 }
    private func channelBytes(_ count: Int) -> Int { floatBytes(count * channelStride) }
}

/// What a plugin's process is doing, for the sentence about its end.
enum GuestPhase: UInt32 {
    case starting, waiting, ending
}

/// The shared memory as both sides see it.
///
/// The engine's side believes nothing that it reads here.
struct BlockMemory: BitwiseCopyable {
    /// The number of the newest block that is asked for.
    let request: UnsafeMutablePointer<Atomic<UInt32>>
    /// The number of the newest block that is made.
    let reply: UnsafeMutablePointer<Atomic<UInt32>>
    /// A `GuestPhase`.
    let phase: UnsafeMutablePointer<Atomic<UInt32>>
    let testament: UnsafeMutablePointer<avf_shim_testament>
    let call: UnsafeMutablePointer<BlockCall>
    let answer: UnsafeMutablePointer<BlockAnswer>
    /// Targets of all parameters.
    let parameters: UnsafeMutablePointer<Float>
    /// The same places on the way back, for what the plugin shows.
    let meters: UnsafeMutablePointer<Float>
    /// Messages for the plugin.
    let midi: UnsafeMutablePointer<MIDIEvent>
    /// Messages from the plugin.
    let madeMIDI: UnsafeMutablePointer<MIDIEvent>
    private let inputs: UnsafeMutablePointer<Float>
    private let outputs: UnsafeMutablePointer<Float>
    private let channelStride: Int

    /// The parts of memory that has `layout.byteCount` bytes.
    init(_ base: UnsafeMutableRawPointer, _ layout: BlockLayout) {
        func place<Value>(_ offset: Int, _ type: Value.Type, _ count: Int = 1) -> UnsafeMutablePointer<Value>
        where Value: ~Copyable {
            (base + offset).bindMemory(to: type, capacity: max(1, count))
        }
        request = place(BlockLayout.request, Atomic<UInt32>.self)
        reply = place(BlockLayout.reply, Atomic<UInt32>.self)
        phase = place(BlockLayout.phase, Atomic<UInt32>.self)
        testament = place(BlockLayout.testament, avf_shim_testament.self)
        call = place(BlockLayout.call, BlockCall.self)
        answer = place(BlockLayout.answer, BlockAnswer.self)
        parameters = place(BlockLayout.parameters, Float.self, layout.parameterCount)
        meters = place(layout.meters, Float.self, layout.parameterCount)
        midi = place(layout.midi, MIDIEvent.self, BlockLayout.midiCapacity)
        madeMIDI = place(layout.madeMIDI, MIDIEvent.self, BlockLayout.midiCapacity)
        inputs = place(layout.inputs, Float.self, layout.inputChannelCount * layout.channelStride)
        outputs = place(layout.outputs, Float.self, layout.outputChannelCount * layout.channelStride)
        channelStride = layout.channelStride
    }

    /// An input channel, counted through all buses.
    @_noLocks
    func input(_ channel: Int) -> UnsafeMutablePointer<Float> { inputs + channel &* channelStride }

    /// An output channel, counted through all buses.
    @_noLocks
    func output(_ channel: Int) -> UnsafeMutablePointer<Float> { outputs + channel &* channelStride }

    /// `request` as C waits for it.
    var requestWord: UnsafeMutablePointer<UInt32> {
        @_noLocks get { UnsafeMutableRawPointer(request).assumingMemoryBound(to: UInt32.self) }
    }

    /// `reply` as C waits for it.
    var replyWord: UnsafeMutablePointer<UInt32> {
        @_noLocks get { UnsafeMutableRawPointer(reply).assumingMemoryBound(to: UInt32.self) }
    }
}
