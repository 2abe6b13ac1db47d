import AVFDevices
import AVFRealtime
import AVFRender
import Testing

@testable import AVFEngine

/// The helper threads look around now and then in any case, so a lost wake-up is heard as a delay only.
@Suite struct WakeupTests {
    /// Whether a wake-up has been signalled already.
    private func isSignalled(_ wakeup: Semaphore, patienceMilliseconds: Int = 10_000) -> Bool {
        let start = ContinuousClock.now
        wakeup.wait(milliseconds: patienceMilliseconds)
        return ContinuousClock.now - start < .milliseconds(patienceMilliseconds) / 2
    }

    @Test func `each helper thread sleeps on the wake-up that is meant for it`() throws {
        let engine = AudioEngine(backend: VirtualClockDevice())
        try engine.start()
        let (pump, disk) = engine.threads.withLock { ($0.pump, $0.disk) }
        #expect(pump?.wakeup === engine.host.pumpWakeup)
        #expect(disk?.wakeup === engine.host.diskWakeup)
        engine.stop()
    }

    @Test func `who schedules a file wakes the disk's thread and nobody else`() throws {
        let engine = AudioEngine()
        engine.wakeFeeder()
        #expect(isSignalled(engine.host.diskWakeup))
        #expect(!isSignalled(engine.host.pumpWakeup, patienceMilliseconds: 50))
    }

    @Test func `a block that a device has asked for wakes both`() {
        let host = RenderHost()
        let output = SampleBuffer(channelCount: 1, frameCapacity: 16)
        let rendering = host.deviceRendering
        rendering.callback(rendering.context, output.channels, 1, 16, 0)
        #expect(isSignalled(host.pumpWakeup) && isSignalled(host.diskWakeup))
    }
}
