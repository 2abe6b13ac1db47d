import AVFRender

/// Plugins in processes that follow one another in a plan, each fed by the one before only.
///
/// Those that live in the same process make their blocks in one hand-over: the engine wakes the process once and
/// waits once. Whenever that is not possible, such as in a block with scheduled parameters or behind a plugin that is
/// lost, they make theirs one by one, with the same samples.
package final class IsolatedChain: RenderUnit, @unchecked Sendable {
    // Proof: see RenderUnit.
    private let units: [IsolatedUnit]
    private let members: UnsafeMutablePointer<Unmanaged<IsolatedUnit>>
    /// What holds for each plugin in the present block.
    private let switches: UnsafeMutablePointer<BlockSwitches>
    private let count: Int
    /// The buses between the plugins.
    private let buses: UnsafeMutablePointer<AudioBus>
    private let buffers: [SampleBuffer]

    /// A chain of at least two units; each has one output bus, and all but the first have one input bus of its width.
    package init(_ units: [IsolatedUnit]) {
        self.units = units
        count = units.count
        members = .allocate(capacity: count)
        switches = .allocate(capacity: count)
        buses = .allocate(capacity: count)
        buffers = units.map { unit in
            SampleBuffer(
                channelCount: unit.configuration.outputChannelCounts.reduce(0, +),
                frameCapacity: unit.configuration.maximumFrameCount)
        }
        for (index, unit) in units.enumerated() {
            (members + index).initialize(to: Unmanaged.passUnretained(unit))
            (buses + index).initialize(
                to: AudioBus(channels: buffers[index].channels, channelCount: buffers[index].channelCount))
        }
        super.init()
    }

    deinit {
        members.deallocate()
        switches.deallocate()
        buses.deallocate()
    }

    package override var allowsInPlace: Bool { false }

    package override func process(_ block: RenderBlock) { process(block, isTimed: false) }

    /// Each plugin's time is booked as its own process measures it.
    package override func processTimed(_ block: RenderBlock) { process(block, isTimed: true) }

    private func process(_ block: RenderBlock, isTimed: Bool) {
        guard block.frameCount > 0 else { return }
        var first = 0
        while first < count {
            let end = endOfGroup(from: first, block)
            if end > first + 1 {
                processTogether(first, end, block, isTimed: isTimed)
            } else {
                _ = callUnit(
                    Unmanaged.fromOpaque(members[first].toOpaque()),
                    .process(part(first, of: block), isTimed: isTimed))
            }
            first = end
        }
    }

    /// The block of one plugin.
    private func part(_ index: Int, of block: RenderBlock) -> RenderBlock {
        RenderBlock(
            inputs: index == 0 ? block.inputs : UnsafePointer(buses + (index - 1)),
            inputCount: index == 0 ? block.inputCount : 1,
            outputs: index == count - 1 ? block.outputs : UnsafePointer(buses + index), outputCount: 1,
            frameCount: block.frameCount, sampleTime: block.sampleTime, hostTime: block.hostTime)
    }

    // MARK: - Groups

    /// Where the plugins end that can make this block together with the one at `first`.
    private func endOfGroup(from first: Int, _ block: RenderBlock) -> Int {
        guard let line = line(first, block) else { return first + 1 }
        var end = first + 1
        while end < count, end - first < LineMemory.memberCapacity, self.line(end, block) == line { end += 1 }
        return end
    }

    /// The line to a plugin's process; nil if the plugin must be asked alone.
    private func line(_ index: Int, _ block: RenderBlock) -> UnsafeMutablePointer<GuestLine>? {
        members[index]._withUnsafeGuaranteedRef { unit in
            guard unit.isSteady(block), unit.core.pointee.isWet, unit.core.pointee.isFit(block.frameCount)
            else { return nil }
            defer { unit.core.pointee.flags.pointee.leave() }
            return unit.core.pointee.flags.pointee.enter()?.pointee.line
        }
    }

    /// Makes the blocks of several plugins in one hand-over; the engine sees what the last one makes.
    private func processTogether(_ first: Int, _ end: Int, _ block: RenderBlock, isTimed: Bool) {
        for index in first..<end {
            members[index]._withUnsafeGuaranteedRef { unit in
                (switches + index).initialize(to: unit.takeSwitches())
            }
        }
        let line = enter(first, end)
        defer { leave(first, end) }
        guard let line, begin(line, first) else { return pass(first, end, block) }
        defer { line.pointee.end() }
        if handOver(line, first, end, block) {
            take(first, end, block, isTimed: isTimed)
        } else {
            noteLateness(line, first, end)
            miss(first, end, block)
        }
    }

    /// Takes all seats; nil if they are not of one line any more.
    private func enter(_ first: Int, _ end: Int) -> UnsafeMutablePointer<GuestLine>? {
        var line: UnsafeMutablePointer<GuestLine>?
        var isOne = true
        for index in first..<end {
            let own = members[index]._withUnsafeGuaranteedRef {
                $0.core.pointee.flags.pointee.enter()?.pointee.line
            }
            if index == first { line = own } else if own != line { isOne = false }
        }
        return isOne ? line : nil
    }

    private func leave(_ first: Int, _ end: Int) {
        for index in first..<end {
            members[index]._withUnsafeGuaranteedRef { $0.core.pointee.flags.pointee.leave() }
        }
    }

    private func begin(_ line: UnsafeMutablePointer<GuestLine>, _ first: Int) -> Bool {
        let patience = members[first]._withUnsafeGuaranteedRef { $0.core.pointee.offlineNanoseconds }
        return line.pointee.begin(isOffline: switches[first].isOffline, offlineNanoseconds: patience)
    }

    private func handOver(
        _ line: UnsafeMutablePointer<GuestLine>, _ first: Int, _ end: Int, _ block: RenderBlock
    ) -> Bool {
        for index in first..<end {
            let part = part(index, of: block)
            members[index]._withUnsafeGuaranteedRef { unit in
                unit.core.pointee.write(part, switches[index], takesInput: index == first)
                guard let seat = unit.core.pointee.flags.pointee.seatInUse else { return }
                line.pointee.add(LineTask(member: seat.pointee.member, isLinked: index > first))
            }
        }
        let patience = members[first]._withUnsafeGuaranteedRef {
            $0.core.pointee.patience(block.frameCount, switches[first].isOffline)
        }
        return line.pointee.exchange(nanoseconds: patience)
    }

    private func take(_ first: Int, _ end: Int, _ block: RenderBlock, isTimed: Bool) {
        for index in first..<end {
            members[index]._withUnsafeGuaranteedRef { unit in
                unit.core.pointee.takeAnswer()
                unit.latencyFrames = unit.core.pointee.latencyFrames
                if isTimed { unit.addProcessingTime(nanoseconds: unit.core.pointee.nanoseconds) }
            }
        }
        let part = part(end - 1, of: block)
        members[end - 1]._withUnsafeGuaranteedRef { $0.core.pointee.takeSound(part) }
    }

    // MARK: - Doing without

    private func pass(_ first: Int, _ end: Int, _ block: RenderBlock) {
        for index in first..<end {
            let part = part(index, of: block)
            members[index]._withUnsafeGuaranteedRef { $0.core.pointee.pass(part, switches[index]) }
        }
    }

    private func miss(_ first: Int, _ end: Int, _ block: RenderBlock) {
        for index in first..<end {
            let part = part(index, of: block)
            members[index]._withUnsafeGuaranteedRef { $0.core.pointee.miss(part) }
        }
    }

    /// The one who is being waited for is late, not the others.
    private func noteLateness(_ line: UnsafeMutablePointer<GuestLine>, _ first: Int, _ end: Int) {
        let running = line.pointee.memory.running.pointee.load(ordering: .relaxed)
        let isAlive = line.pointee.isAlive.load(ordering: .relaxed)
        for index in first..<end {
            members[index]._withUnsafeGuaranteedRef { unit in
                guard let seat = unit.core.pointee.flags.pointee.seatInUse,
                    seat.pointee.member &+ 1 == running
                else { return }
                unit.core.pointee.noteLateness(isAlive: isAlive, switches[index])
            }
        }
    }
}
