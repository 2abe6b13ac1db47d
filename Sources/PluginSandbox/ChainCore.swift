import AVFRender
import Synchronization

/// One plugin of a chain, as the render thread sees it.
struct ChainLink: BitwiseCopyable {
    let unit: Unmanaged<IsolatedUnit>
    let renderUnit: Unmanaged<RenderUnit>
    let core: UnsafeMutablePointer<IsolatedCore>
    /// What the next plugin hears when this one is asked alone.
    let output: AudioBus
    /// The present block can be asked for at once, whatever cuts it.
    var isWhole = false
    /// The events of the present block, once they were taken.
    var events: UnsafeMutablePointer<BlockEvents>?
    /// What holds for the present block.
    var switches = BlockSwitches(isEnabled: true, isOffline: false, resets: false)

    init(_ unit: IsolatedUnit, output: AudioBus) {
        self.unit = .passUnretained(unit)
        renderUnit = .passUnretained(unit)
        core = unit.core
        self.output = output
    }
}

/// The hand-overs of a chain of plugins: plain memory, owned by its `IsolatedChain`.
struct ChainCore {
    let links: UnsafeMutablePointer<ChainLink>
    /// The buses between the plugins.
    private let buses: UnsafeMutablePointer<AudioBus>
    private let count: Int

    /// A chain of these; the plugins and their outputs must live longer.
    init(_ members: [ChainLink]) {
        count = members.count
        links = .allocate(capacity: count)
        buses = .allocate(capacity: count)
        for (index, link) in members.enumerated() {
            (links + index).initialize(to: link)
            (buses + index).initialize(to: link.output)
        }
    }

    func deallocate() {
        links.deallocate()
        buses.deallocate()
    }

    /// The block of one plugin.
    @_noLocks
    func part(_ index: Int, of block: RenderBlock) -> RenderBlock {
        RenderBlock(
            inputs: index == 0 ? block.inputs : UnsafePointer(buses + (index &- 1)),
            inputCount: index == 0 ? block.inputCount : 1,
            outputs: index == count &- 1 ? block.outputs : UnsafePointer(buses + index), outputCount: 1,
            frameCount: block.frameCount, sampleTime: block.sampleTime, hostTime: block.hostTime,
            events: links[index].events, transport: block.transport)
    }

    /// Where the plugins end that can make this block together with the one at `first`.
    @_noLocks
    func endOfGroup(from first: Int, _ frameCount: Int) -> Int {
        let line = line(first, frameCount)
        var end = first &+ 1
        guard line != 0 else { return end }
        while end < count, end &- first < ChannelMemory.memberCapacity, self.line(end, frameCount) == line {
            end &+= 1
        }
        return end
    }

    /// The address of the line to a plugin's process; 0 if the plugin must be asked alone.
    @_noLocks
    private func line(_ index: Int, _ frameCount: Int) -> UInt {
        let core = links[index].core
        guard links[index].isWhole, core.pointee.isWet, core.pointee.isFit(frameCount) else { return 0 }
        defer { core.pointee.flags.pointee.leave() }
        guard let slot = core.pointee.flags.pointee.enter() else { return 0 }
        return UInt(bitPattern: slot.pointee.line)
    }

    /// Makes the blocks of several plugins in one hand-over; false if they had to be passed by.
    ///
    /// Only what the last one makes is heard.
    @_noLocks
    func process(_ first: Int, _ end: Int, _ block: RenderBlock) -> Bool {
        let isOne = enter(first, end)
        defer { leave(first, end) }
        let core = links[first].core
        let isOffline = links[first].switches.isOffline
        guard isOne, let slot = core.pointee.flags.pointee.slotInUse,
            slot.pointee.line.pointee.begin(
                isOffline: isOffline, offlineNanoseconds: core.pointee.offlineNanoseconds)
        else {
            pass(first, end, block)
            return false
        }
        let line = slot.pointee.line
        defer { line.pointee.end() }
        write(first, end, block, line)
        guard line.pointee.exchange(nanoseconds: core.pointee.patience(block.frameCount, isOffline)) else {
            miss(first, end, block, line)
            return false
        }
        for index in first..<end { links[index].core.pointee.takeAnswer(part(index, of: block)) }
        links[end &- 1].core.pointee.takeSound(part(end &- 1, of: block))
        return true
    }

    /// Takes all slots; false if they are not of one line any more.
    @_noLocks
    private func enter(_ first: Int, _ end: Int) -> Bool {
        var line: UInt = 0
        var isOne = true
        for index in first..<end {
            var own: UInt = 0
            if let slot = links[index].core.pointee.flags.pointee.enter() {
                own = UInt(bitPattern: slot.pointee.line)
            }
            if index == first { line = own } else if own != line { isOne = false }
        }
        return isOne && line != 0
    }

    @_noLocks
    private func leave(_ first: Int, _ end: Int) {
        for index in first..<end { links[index].core.pointee.flags.pointee.leave() }
    }

    /// Writes down what every plugin needs; only the first gets its input from here.
    @_noLocks
    private func write(
        _ first: Int, _ end: Int, _ block: RenderBlock, _ line: UnsafeMutablePointer<ProcessChannel>
    ) {
        for index in first..<end {
            let core = links[index].core
            core.pointee.write(part(index, of: block), links[index].switches, takesInput: index == first)
            guard let slot = core.pointee.flags.pointee.slotInUse else { continue }
            line.pointee.add(ChannelTask(member: slot.pointee.member, isLinked: index > first))
        }
    }

    // MARK: - Doing without

    @_noLocks
    private func pass(_ first: Int, _ end: Int, _ block: RenderBlock) {
        for index in first..<end {
            links[index].core.pointee.pass(part(index, of: block), links[index].switches)
        }
    }

    /// The one who is being waited for is late, not the others.
    @_noLocks
    private func miss(
        _ first: Int, _ end: Int, _ block: RenderBlock, _ line: UnsafeMutablePointer<ProcessChannel>
    ) {
        let running = line.pointee.memory.running.pointee.load(ordering: .relaxed)
        let isAlive = line.pointee.isAlive.load(ordering: .relaxed)
        for index in first..<end {
            let core = links[index].core
            if let slot = core.pointee.flags.pointee.slotInUse, slot.pointee.member &+ 1 == running {
                core.pointee.noteLateness(isAlive: isAlive, links[index].switches)
            }
            core.pointee.miss(part(index, of: block))
        }
    }
}
