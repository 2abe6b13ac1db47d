import AVFDevices
import AVFGraph
import AVFRender
import Synchronization
import Testing

@testable import AVFEngine

/// The pump may take its context before a block and find what the block has reported after it.
@Suite struct ReportTimeTests {
    /// An engine on a virtual device whose pump is kept busy until the gate is opened.
    private func engine(
        on device: VirtualClockDevice, heldBy gate: Gate
    ) throws -> (engine: AudioEngine, player: PlayerNode) {
        let engine = AudioEngine(backend: device)
        let player = PlayerNode()
        try engine.setDevice(DeviceStreamRequest(channelCount: 1, periodFrameCount: 128))
        try engine.attach(player)
        try engine.connect(player, to: engine.outputNode, format: format(1))
        try engine.start()
        engine.later { gate.pass() }
        gate.waitUntilReached()
        return (engine, player)
    }

    @Test func `a report that came after its context was taken still has a host time`() throws {
        let device = VirtualClockDevice()
        let gate = Gate()
        let (engine, player) = try engine(on: device, heldBy: gate)
        let context = engine.reportContext(of: player)
        #expect(context.hostTime(ofSampleTime: 0, sampleRateHz: 48_000) == 0)
        device.advance(frameCount: 512)
        #expect(context.hostTime(ofSampleTime: 480, sampleRateHz: 48_000) == 10_000_000)
        gate.open()
    }

    @Test func `a tap hears when its last piece was played, though the engine has stopped by then`() throws {
        let device = VirtualClockDevice()
        let gate = Gate()
        let (engine, player) = try engine(on: device, heldBy: gate)
        let told = Mutex<[UInt64]>([])
        try engine.installTap(on: player, bus: 0, frameCount: 240) { block in
            told.withLock { $0.append(block.hostTime) }
        }
        device.advance(frameCount: 512)
        engine.stop()
        engine.removeTap(from: player, bus: 0)
        #expect(told.withLock { $0 } == [0, 5_000_000])
        gate.open()
    }
}

/// Keeps a thread until it is opened.
private final class Gate: Sendable {
    private let reached = Signal()
    private let opened = Signal()

    /// Waits until somebody opens the gate.
    func pass() {
        reached.signal()
        opened.wait()
    }

    func waitUntilReached() { reached.wait() }

    func open() { opened.signal() }
}
