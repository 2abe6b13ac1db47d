import AVFRender

/// What the engine asks of a plugin's process for one block.
struct BlockCall: BitwiseCopyable {
    /// Frames to make.
    var frameCount: Int32 = 0
    /// Messages in the block's list.
    var midiCount: Int32 = 0
    /// Parts that changes of parameters cut the block into; 0 for a block that nothing cuts.
    var partCount: Int32 = 0
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
    /// Where the music is, as far as the program has said it for this block.
    var position = TransportPosition()
}

/// What a plugin's process says about the block that it has made.
struct BlockAnswer: BitwiseCopyable {
    /// Frames by which the output lags behind.
    var latencyFrames: Int64 = 0
    /// Every output was fit to be heard.
    var isSound = true
    /// Messages in the list of those that the plugin has made.
    var midiCount: Int32 = 0
    /// How long it took in the plugin's process.
    var nanoseconds: UInt64 = 0
    /// Calls for memory that it took there; negative where nobody counts.
    var allocationCount: Int32 = -1
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

    static let call = 0
    static let answer = 128
    static let parameters = 192

    var meters: Int { Self.parameters + floatBytes(parameterCount) }
    var midi: Int { meters + floatBytes(parameterCount) }
    var madeMIDI: Int { midi + Self.midiCapacity * MemoryLayout<MIDIEvent>.stride }
    var parts: Int { madeMIDI + Self.midiCapacity * MemoryLayout<MIDIEvent>.stride }
    var changes: Int { parts + BlockParts.capacity * MemoryLayout<BlockParts.Part>.stride }
    var inputs: Int { changes + BlockParts.changeCapacity * MemoryLayout<BlockParts.Change>.stride }
    var outputs: Int { inputs + channelBytes(inputChannelCount) }

    private func floatBytes(_ count: Int) -> Int { (count * MemoryLayout<Float>.stride + 63) & ~63 }
    private func channelBytes(_ count: Int) -> Int { floatBytes(count * channelStride) }
}

/// The shared memory of one plugin as both sides see it.
///
/// The engine's side believes nothing that it reads here.
struct BlockMemory: BitwiseCopyable {
    let call: UnsafeMutablePointer<BlockCall>
    let answer: UnsafeMutablePointer<BlockAnswer>
    /// Targets of all parameters when the block begins.
    let parameters: UnsafeMutablePointer<Float>
    /// The same places on the way back, for what the plugin shows.
    let meters: UnsafeMutablePointer<Float>
    /// Messages for the plugin.
    let midi: UnsafeMutablePointer<MIDIEvent>
    /// Messages from the plugin.
    let madeMIDI: UnsafeMutablePointer<MIDIEvent>
    /// What the block is cut into.
    let parts: UnsafeMutablePointer<BlockParts.Part>
    /// What changes before each part.
    let changes: UnsafeMutablePointer<BlockParts.Change>
    private let inputs: UnsafeMutablePointer<Float>
    private let outputs: UnsafeMutablePointer<Float>
    private let channelStride: Int

    /// The parts of memory that has `layout.byteCount` bytes.
    init(_ base: UnsafeMutableRawPointer, _ layout: BlockLayout) {
        func place<Value>(_ offset: Int, _ type: Value.Type, _ count: Int = 1) -> UnsafeMutablePointer<Value>
        where Value: ~Copyable {
            (base + offset).bindMemory(to: type, capacity: max(1, count))
        }
        call = place(BlockLayout.call, BlockCall.self)
        answer = place(BlockLayout.answer, BlockAnswer.self)
        parameters = place(BlockLayout.parameters, Float.self, layout.parameterCount)
        meters = place(layout.meters, Float.self, layout.parameterCount)
        midi = place(layout.midi, MIDIEvent.self, BlockLayout.midiCapacity)
        madeMIDI = place(layout.madeMIDI, MIDIEvent.self, BlockLayout.midiCapacity)
        parts = place(layout.parts, BlockParts.Part.self, BlockParts.capacity)
        changes = place(layout.changes, BlockParts.Change.self, BlockParts.changeCapacity)
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
}
