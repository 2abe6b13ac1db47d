import AVFRender
import Glibc

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
    /// Rendering is offline.
    var isOffline = false
    /// All history is to be forgotten first.
    var resets = false
    /// Messages that the plugin makes are wanted.
    var wantsMIDI = false
    /// Where the music is, as far as the program has said it for this block.
    var position = TransportPosition()
}

/// What a plugin's process says about the block that it has made.
struct BlockAnswer: BitwiseCopyable {
    /// Frames by which the output lags behind.
    var latencyFrames: Int64 = 0
    /// Every sample was fit to be heard.
    var isSound = true
    /// The plugin's messages can be read.
    var isReadable = true
    /// The plugin wrote nothing beside its buffers.
    var keepsToItsBuffers = true
    /// Messages in the list of those that the plugin has made.
    var midiCount: Int32 = 0
    /// Messages that it made and that did not fit.
    var droppedMIDICount: Int32 = 0
    /// How long it took in the plugin's process.
    var nanoseconds: UInt64 = 0
    /// Calls for memory that it took there; negative if not counted.
    var allocationCount: Int32 = -1
}

/// Where the parts of the memory lie that the engine and a plugin's process share.
///
/// Both compute it from the same facts, so nothing in the memory itself says where anything is.
struct PluginMemoryLayout: Equatable {
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

    /// Bytes of everything.
    var byteCount: Int { channels + channelCount * channelBytes }

    /// Channels in and out together.
    var channelCount: Int { inputChannelCount + outputChannelCount }

    /// Bytes beside each channel, before and behind it, that must stay what they are.
    static var zoneByteCount: Int { @_noLocks get { 256 } }
    /// Channels begin at one of so many places of a page, because caches are slow where all begin at one.
    private static var placeCount: Int { @_noLocks get { 8 } }
    static let pageByteCount = Int(getpagesize())

    /// Bytes from one channel's first page to the next one's: an inaccessible page ends each.
    var channelBytes: Int {
        let used = Self.zoneByteCount * (1 + Self.placeCount) + floatBytes(maximumFrameCount)
        return Self.wholePages(used) + Self.pageByteCount
    }

    /// Where a channel begins behind its first page.
    @_noLocks
    static func offset(ofChannel index: Int) -> Int { zoneByteCount &* (1 &+ index % placeCount) }

    /// Where the inaccessible pages lie: before the first channel, and behind each.
    var guardPages: [Int] { (0...channelCount).map { channels - Self.pageByteCount + $0 * channelBytes } }

    private static func wholePages(_ byteCount: Int) -> Int {
        (byteCount + pageByteCount - 1) / pageByteCount * pageByteCount
    }

    static let call = 0
    static let answer = 128
    static let parameters = 192

    var meters: Int { Self.parameters + floatBytes(parameterCount) }
    var midi: Int { meters + floatBytes(parameterCount) }
    var madeMIDI: Int { midi + Self.midiCapacity * MemoryLayout<UnitEvent>.stride }
    var parts: Int { madeMIDI + Self.midiCapacity * MemoryLayout<UnitEvent>.stride }
    var changes: Int { parts + SubBlocks.capacity * MemoryLayout<SubBlocks.Part>.stride }
    /// The first channel's first page; inputs come before outputs.
    var channels: Int {
        let changesEnd = changes + SubBlocks.changeCapacity * MemoryLayout<SubBlocks.Change>.stride
        return Self.wholePages(changesEnd) + Self.pageByteCount
    }

    private func floatBytes(_ count: Int) -> Int { (count * MemoryLayout<Float>.stride + 63) & ~63 }
}

/// The shared memory of one plugin as both sides see it.
///
/// The engine's side believes nothing that it reads here.
struct PluginMemory: BitwiseCopyable {
    let call: UnsafeMutablePointer<BlockCall>
    let answer: UnsafeMutablePointer<BlockAnswer>
    /// Targets of all parameters when the block begins.
    let parameters: UnsafeMutablePointer<Float>
    /// The same places on the way back, for what the plugin shows.
    let meters: UnsafeMutablePointer<Float>
    /// Messages for the plugin.
    let midi: UnsafeMutablePointer<UnitEvent>
    /// Messages from the plugin.
    let madeMIDI: UnsafeMutablePointer<UnitEvent>
    /// What the block is cut into.
    let parts: UnsafeMutablePointer<SubBlocks.Part>
    /// What changes before each part.
    let changes: UnsafeMutablePointer<SubBlocks.Change>
    private let firstPage: UnsafeMutableRawPointer
    private let channelBytes: Int
    private let inputChannelCount: Int

    /// The parts of memory that has `layout.byteCount` bytes.
    init(_ base: UnsafeMutableRawPointer, _ layout: PluginMemoryLayout) {
        func place<Value>(_ offset: Int, _ type: Value.Type, _ count: Int = 1) -> UnsafeMutablePointer<Value>
        where Value: ~Copyable {
            (base + offset).bindMemory(to: type, capacity: max(1, count))
        }
        call = place(PluginMemoryLayout.call, BlockCall.self)
        answer = place(PluginMemoryLayout.answer, BlockAnswer.self)
        parameters = place(PluginMemoryLayout.parameters, Float.self, layout.parameterCount)
        meters = place(layout.meters, Float.self, layout.parameterCount)
        midi = place(layout.midi, UnitEvent.self, PluginMemoryLayout.midiCapacity)
        madeMIDI = place(layout.madeMIDI, UnitEvent.self, PluginMemoryLayout.midiCapacity)
        parts = place(layout.parts, SubBlocks.Part.self, SubBlocks.capacity)
        changes = place(layout.changes, SubBlocks.Change.self, SubBlocks.changeCapacity)
        firstPage = base + layout.channels
        channelBytes = layout.channelBytes
        inputChannelCount = layout.inputChannelCount
    }

    /// An input channel, counted through all buses.
    @_noLocks
    func input(_ channel: Int) -> UnsafeMutablePointer<Float> { samples(channel) }

    /// An output channel, counted through all buses.
    @_noLocks
    func output(_ channel: Int) -> UnsafeMutablePointer<Float> {
        samples(inputChannelCount &+ channel)
    }

    /// A channel, outputs behind inputs.
    @_noLocks
    func samples(_ index: Int) -> UnsafeMutablePointer<Float> {
        (firstPage + index &* channelBytes + PluginMemoryLayout.offset(ofChannel: index))
            .assumingMemoryBound(to: Float.self)
    }
}
