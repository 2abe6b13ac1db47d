import AVFRender

/// Plugins in processes that follow one another in a plan, each fed by the one before only.
///
/// Those that live in the same process make their blocks in one hand-over: the engine wakes the process once
/// and waits once, also for a block that scheduled changes cut. Whenever that is not possible, such as behind
/// a plugin that is lost, they make theirs one by one, with the same samples.
package final class IsolatedChain: RenderUnit, @unchecked Sendable {
    // `package`, because for an internal class the compiler warns of the initialiser that it makes up.
    // Proof: see RenderUnit.
    private let units: [IsolatedUnit]
    private let buffers: [SampleBuffer]
    private let count: Int
    private let chain: ChainCore

    /// A chain of at least two units; each has one output bus, and all but the first have one input bus of
    /// its width.
    init(_ units: [IsolatedUnit]) {
        self.units = units
        buffers = units.map { unit in
            SampleBuffer(
                channelCount: unit.configuration.outputChannelCounts.reduce(0, +),
                frameCapacity: unit.configuration.maximumFrameCount)
        }
        count = units.count
        chain = ChainCore(
            zip(units, buffers).map { unit, buffer in
                ChainLink(
                    unit,
                    output: AudioBus(channels: buffer.channels, channelCount: buffer.channelCount))
            })
        super.init()
    }

    deinit { chain.deallocate() }

    package override var allowsInPlace: Bool { false }

    package override func process(_ block: RenderBlock) { process(block, isTimed: false) }

    /// Each plugin's time is booked as its own process measures it.
    package override func processTimed(_ block: RenderBlock) { process(block, isTimed: true) }

    private func process(_ block: RenderBlock, isTimed: Bool) {
        guard block.frameCount > 0 else { return }
        prepare(block)
        var first = 0
        while first < count {
            let end = chain.endOfGroup(from: first, block.frameCount)
            if end > first + 1 {
                processTogether(first, end, block, isTimed: isTimed)
            } else {
                _ = callUnit(
                    chain.links[first].renderUnit, .process(chain.part(first, of: block), isTimed: isTimed))
            }
            first = end
        }
    }

    private func prepare(_ block: RenderBlock) {
        var index = 0
        while index < count {
            chain.links[index].unit._withUnsafeGuaranteedRef { unit in
                chain.links[index].isWhole = unit.canWriteSubBlocks(of: block)
            }
            index += 1
        }
    }

    private func processTogether(_ first: Int, _ end: Int, _ block: RenderBlock, isTimed: Bool) {
        var index = first
        while index < end {
            chain.links[index].unit._withUnsafeGuaranteedRef { unit in
                chain.links[index].events = unit.writeSubBlocks(of: block).events
                chain.links[index].switches = unit.takeSwitches(block)
            }
            index += 1
        }
        let isMade = chain.process(first, end, block)
        endEvents(first, end)
        guard isMade else { return }
        index = first
        while index < end {
            chain.links[index].unit._withUnsafeGuaranteedRef { unit in
                unit.latencyFrames = unit.core.pointee.latencyFrames
                if isTimed { unit.addProcessingTime(nanoseconds: unit.core.pointee.nanoseconds) }
            }
            index += 1
        }
    }

    private func endEvents(_ first: Int, _ end: Int) {
        var index = first
        while index < end {
            chain.links[index].unit._withUnsafeGuaranteedRef { $0.endEvents() }
            chain.links[index].events = nil
            index += 1
        }
    }
}
