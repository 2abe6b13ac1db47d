import AVFRender

/// Tells the instances of a unit where the music is, whenever they cannot know.
///
/// Render thread.
struct TimePositionWriter: BitwiseCopyable {
    private var clock = TransportClock()
    private let message = TimeMessage()
    private let sampleRateHz: Double

    init(sampleRateHz: Double) { self.sampleRateHz = sampleRateHz }

    func deallocate() { message.deallocate() }

    /// Takes what the program says about the beginning of the next block.
    @_noLocks
    mutating func take(_ position: TransportPosition) { clock.take(position) }

    /// Instances that have forgotten everything are told anew.
    @_noLocks
    mutating func startAnew() { clock.isNews = clock.position.isKnown }

    /// Sets the controls that follow the time, and sends the position if it is news.
    @_noLocks
    mutating func tell(
        _ cores: UnsafeMutablePointer<PluginCore>, count: Int, _ parameters: ParameterReader
    ) {
        guard clock.position.isKnown else { return }
        let controls = cores[0].ports.pointee.timeControls
        for index in 0..<controls.count { controls.elements[index].follow(clock.position, parameters) }
        guard clock.isNews else { return }
        clock.isNews = false
        let object = message.write(clock.position, sampleRateHz: sampleRateHz)
        for index in 0..<count { cores[index].sendTime(object.body, count: object.count) }
    }

    /// Goes on behind a block.
    @_noLocks
    mutating func advance(_ frameCount: Int) { clock.advance(frameCount, sampleRateHz: sampleRateHz) }
}
