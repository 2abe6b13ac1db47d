import AVFLV2Host
import AVFPluginCatalog
import AVFRender
import CAVFRealtime

/// The life of one instance, call by call, in guarded memory, which reports accesses that are not allowed.
final class PluginLife {
    private static let sampleRateHz = 48_000.0
    private static let frameCounts = [1, 63, 64, 512, 4096]
    /// Some plugins behave until their fifth block.
    private static let blocksOfEach = 8

    private let facts: PluginFacts
    private let instance: PluginInstance
    /// Kept alive for the instance, which reads the targets.
    private let parameters: ParameterBlock
    private let ports: [LifePort]
    private var random: UInt32 = 1

    /// An instance that has been started.
    ///
    /// - Throws: Every error of loading and starting.
    init(_ facts: PluginFacts) throws(PluginError) {
        GuardedMemory.enter(.start)
        defer { GuardedMemory.enter(.other) }
        let descriptor = facts.descriptor(sampleRateHz: Self.sampleRateHz)
        let parameters = ParameterBlock(descriptor)
        let most = Self.frameCounts.max() ?? 1
        instance = try PluginInstance(
            facts, descriptor, parameters.reader, sampleRateHz: Self.sampleRateHz, maximumFrameCount: most,
            isGuarded: true)
        let types = EventBuffer.Types()
        let made = facts.ports.map { port in
            LifePort(port, value: Self.value(of: port, descriptor), types, maximumFrameCount: most)
        }
        guard made.allSatisfy({ $0 != nil }) else {
            throw .instantiateFailed(
                uri: facts.uri, sampleRateHz: Self.sampleRateHz, log: "there is not enough memory.")
        }
        self.facts = facts
        self.parameters = parameters
        ports = made.compactMap { $0 }
    }

    deinit { GuardedMemory.enter(.end) }

    /// Blocks of several sizes, with jobs and new starts between them; `isFine` is asked after each call, and
    /// no is the end.
    func run(_ isFine: () -> Bool) {
        for frameCount in Self.frameCounts {
            for _ in 0..<Self.blocksOfEach {
                render(frameCount)
                guard isFine() else { return }
            }
            enter(.restart, .forHost)
            restart()
            guard isFine() else { return }
        }
        enter(.end, .forHost)
    }

    private func restart() {
        let core = instance.core.pointee
        ForeignCode.call {
            core.descriptor.pointee.deactivate?(core.handle)
            core.descriptor.pointee.activate?(core.handle)
        }
    }

    private static func value(of port: PortFacts, _ descriptor: UnitDescriptor) -> Float {
        guard let index = descriptor.index(ofAddress: UInt64(port.index)) else {
            return port.designation == .enabled ? 1 : 0
        }
        return descriptor.parameters[index].spec.defaultValue
    }

    private func render(_ frameCount: Int) {
        let core = instance.core.pointee
        for (index, port) in ports.enumerated() {
            let place = port.prepare(frameCount: frameCount, noise)
            core.descriptor.pointee.connect_port?(core.handle, UInt32(index), place)
        }
        enter(.run, .run)
        call(frameCount)
        enter(.work, .between)
        instance.serviceWorker()
        ForeignCode.keepingFloatingPoint { core.deliverResponses() }
        GuardedMemory.enter(.between)
        for port in ports { port.check() }
    }

    private func enter(_ call: GuardedMemory.Call, _ moment: LifePort.Moment) {
        for port in ports { port.allow(moment) }
        GuardedMemory.enter(call)
    }

    private struct Block {
        let core: PluginCore
        let frameCount: UInt32
        var before = avf_rt_fpu_state()
        var after = avf_rt_fpu_state()
    }

    /// In the real-time context, as the render thread does.
    private func call(_ frameCount: Int) {
        var block = Block(core: instance.core.pointee, frameCount: UInt32(frameCount))
        withUnsafeMutablePointer(to: &block) { block in
            avf_rt_enter(
                { context in
                    guard let block = context?.assumingMemoryBound(to: Block.self) else { return }
                    block.pointee.before = avf_rt_fpu_read()
                    callPlugin(
                        .run(frameCount: block.pointee.frameCount), block.pointee.core.descriptor,
                        block.pointee.core.handle)
                    block.pointee.after = avf_rt_fpu_read()
                }, block)
        }
        ForeignCode.note(ForeignCode.changes(from: block.before, to: block.after))
    }

    private func noise() -> Float {
        random = random &* 1_664_525 &+ 1_013_904_223
        return Float(Int32(bitPattern: random)) * 0x1p-32
    }
}
