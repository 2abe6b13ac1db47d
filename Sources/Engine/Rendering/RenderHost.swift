import AVFDevices
import AVFRealtime
import AVFRender
import AVFUnits
import Synchronization

/// The renderer and who is woken after a block: what a device's callback gets as its context.
final class RenderHost: @unchecked Sendable {
    // Proof: the renderer says who may call what; the rest is immutable.
    let renderer: Renderer
    /// What becomes of the renderer's profile.
    let profiler: Profiler
    /// The memory of plans that are gone.
    let arenaShelf = ArenaShelf()
    /// Messages that found no room in an event bus.
    let eventDrops = EventDropCounter()
    let pumpWakeup = Semaphore()
    let diskWakeup = Semaphore()
    /// Told when listeners have emptied slots of their taps.
    let tapWakeup = Semaphore()
    /// The time of manual rendering in which the program may ask for blocks from a thread that must not wait;
    /// 0 while it may not.
    let realtimeSession = Atomic<Int>(0)
    let offlineCalls = OfflineCalls()
    /// Told when the input node lacks frames.
    let inputFlags = FrameFlags()
    /// Whether there has been an input node, without which its flags are not looked at.
    let hasInput = Atomic<Bool>(false)
    /// Where captured frames come in.
    let inputPort = InputPort()
    private let rendering = TryLock()
    /// Changed while no block is rendered.
    private var furtherOutputs: [LiveOutput] = []
    /// Changed by `setThreadCount` only, while no block is rendered.
    private var team: RenderThreadPool?
    private var teamShape = (threadCount: 1, priority: 0)

    init() {
        renderer = Renderer()
        profiler = Profiler(renderer)
    }

    /// Lets another capturing device, or none, feed the input node. [control]
    func setInput(_ input: LiveInput?) {
        let former = rendering.withLock { inputPort.exchange(input) }
        withExtendedLifetime(former) {}
    }

    /// Lets other devices play what is rendered. [control]
    func setFurtherOutputs(_ outputs: [LiveOutput]) {
        var former = outputs
        rendering.withLock { swap(&furtherOutputs, &former) }
    }

    /// Renders on the caller's thread; false if another thread is rendering at this moment.
    func render(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int = 0, channelCount: Int,
        frameCount: Int, hostTime: UInt64, isDevice: Bool = false
    ) -> Bool {
        guard rendering.tryLock() else { return false }
        if isDevice { inputPort.beginBlock(frameCount: frameCount) }
        renderer.render(
            channels, offset: offset, channelCount: channelCount, frameCount: frameCount, hostTime: hostTime)
        if isDevice { for output in furtherOutputs { output.write(channels, frameCount: frameCount) } }
        rendering.unlock()
        return true
    }

    /// Lets so many threads share each block; waits for the end of one. [control, one thread at a time]
    func setThreadCount(_ threadCount: Int, priority: Int) throws(NamedThread.Failure) {
        guard teamShape != (threadCount, priority) else { return }
        var made = threadCount > 1 ? try RenderThreadPool(threadCount: threadCount, priority: priority) : nil
        rendering.withLock {
            swap(&team, &made)
            renderer.setThreadPool(team)
        }
        teamShape = (threadCount, priority)
    }

    /// What a device calls.
    ///
    /// The host must outlive the stream.
    var deviceRendering: DeviceRendering {
        DeviceRendering(context: Unmanaged.passUnretained(self).toOpaque()) {
            context, channels, count, frames, time in
            guard let context else { return }
            Unmanaged<RenderHost>.fromOpaque(context)._withUnsafeGuaranteedRef { host in
                _ = host.render(
                    channels, channelCount: Int(count), frameCount: Int(frames), hostTime: time,
                    isDevice: true)
                host.pumpWakeup.signal()
                host.diskWakeup.signal()
            }
        }
    }
}
