import AVFRender

/// What an instance's audio ports are connected to, and where the memory for the next block is found.
///
/// The ports stand in one row: outputs first, then the main bus's inputs, then the side chain's.
struct AudioPortMap: BitwiseCopyable {
    typealias Channel = UnsafeMutablePointer<Float>

    /// An audio port, and what it gets where the block has no such channel: silence, or a sink.
    struct Port: BitwiseCopyable {
        let number: UInt32
        let fallback: Channel
    }

    let outputCount: Int
    private let mainInputCount: Int
    /// All audio ports.
    let count: Int
    /// What the plugin was told last.
    let connected: UnsafeMutablePointer<Channel>
    /// Where a block says what to connect: in the channel tables of its buses, or in `fallbacks`.
    private let places: UnsafeMutablePointer<UnsafePointer<Channel>>
    private let fallbacks: UnsafeMutablePointer<Channel>
    /// What the plugin calls the ports.
    private let numbers: UnsafeMutablePointer<UInt32>
    /// The buses that `places` leads to.
    private var seenOutput: AudioBus
    private var seenInput: AudioBus

    /// Ports that are connected to their fallbacks; nil without memory.
    init?(outputs: [Port], mainInputs: [Port], sideInputs: [Port], in memory: ForeignMemory) {
        let all = outputs + mainInputs + sideInputs
        guard let connected = memory.array(all.map(\.fallback)),
            let fallbacks = memory.array(all.map(\.fallback)),
            let places = memory.array(all.indices.map { UnsafePointer(fallbacks + $0) }),
            let numbers = memory.array(all.map(\.number))
        else { return nil }
        outputCount = outputs.count
        mainInputCount = mainInputs.count
        count = all.count
        (self.connected, self.places) = (connected, places)
        (self.fallbacks, self.numbers) = (fallbacks, numbers)
        seenOutput = AudioBus(channels: fallbacks, channelCount: 0)
        seenInput = seenOutput
    }

    /// Makes silence of what the ports get where a block has no channel for them.
    func clearFallbacks(frameCount: Int) {
        for index in 0..<count { fallbacks[index].update(repeating: 0, count: frameCount) }
    }

    /// The number of the port at `index` of the row.
    @_noLocks
    func number(_ index: Int) -> UInt32 { numbers[index] }

    /// Whether `places` leads to this block's memory: the block of an effect, on the buses of the last one.
    @_noLocks
    @inline(__always)
    func follows(_ block: RenderBlock) -> Bool {
        guard block.outputCount > 0, block.inputCount > 0, outputCount &+ mainInputCount == count else {
            return false
        }
        return block.outputs.pointee.channels == seenOutput.channels
            && block.outputs.pointee.channelCount == seenOutput.channelCount
            && block.inputs.pointee.channels == seenInput.channels
            && block.inputs.pointee.channelCount == seenInput.channelCount
    }

    /// Finds the memory for every port; the instance counts from `firstChannel` on.
    @_noLocks
    mutating func trace(_ block: RenderBlock, _ firstChannel: Int) {
        let none = AudioBus(channels: fallbacks, channelCount: 0)
        let output = block.outputCount > 0 ? block.outputs.pointee : none
        let input = block.inputCount > 0 ? block.inputs.pointee : none
        let side = block.inputCount > 1 ? (block.inputs + 1).pointee : none
        trace(from: 0, outputCount, output, firstChannel)
        trace(from: outputCount, mainInputCount, input, firstChannel)
        let sideStart = outputCount &+ mainInputCount
        trace(from: sideStart, count &- sideStart, side, firstChannel)
        (seenOutput, seenInput) = (output, input)
    }

    @_noLocks
    private func trace(from start: Int, _ portCount: Int, _ bus: AudioBus, _ firstChannel: Int) {
        var index = 0
        while index < portCount {
            let channel = firstChannel &+ index
            places[start &+ index] =
                channel < bus.channelCount
                ? bus.channels + channel : UnsafePointer(fallbacks + (start &+ index))
            index &+= 1
        }
    }

    /// Takes what the block has for the port at `index`; nil if the plugin knows it already.
    @_noLocks
    @inline(__always)
    func take(_ index: Int) -> Channel? {
        let memory = places[index].pointee
        guard memory != connected[index] else { return nil }
        connected[index] = memory
        return memory
    }
}
