import AVFRender
import AVFUnits
import Testing

struct PlayerUnitTests {
    private static let frameCount = 64

    /// One block, in memory that nobody reads.
    private func render(_ unit: PlayerUnit, at sampleTime: Int64) {
        let output = SampleBuffer(channelCount: 1, frameCapacity: Self.frameCount)
        let bus = AudioBus(channels: output.channels, channelCount: 1)
        withUnsafePointer(to: bus) { bus in
            unit.process(
                RenderBlock(
                    inputs: bus, inputCount: 0, outputs: bus, outputCount: 1, frameCount: Self.frameCount,
                    sampleTime: sampleTime))
        }
    }

    // The C library gives out first what was freed last.
    @Test func `a unit whose table lies where that of a former one was lends what is played`() {
        let link = PlayerLink()
        let samples = SampleBuffer(channelCount: 1, frameCapacity: 1000)
        let item = PlayerItem(
            identifier: 1, generation: 0, loops: false, interruption: .never,
            start: PlayerItem.afterPrevious, frameCount: 1000, channelCount: 1, channels: samples.channels)
        #expect(link.items.push(item) && link.events.push(RenderEvent(.play)))
        var sampleTime: Int64 = 0
        for _ in 0..<10 {
            let unit = PlayerUnit(link, channelCount: 1)
            render(unit, at: sampleTime)
            #expect(unit.aliasedChannels?[0] == samples.channels[0] + Int(sampleTime))
            sampleTime += Int64(Self.frameCount)
        }
    }
}
