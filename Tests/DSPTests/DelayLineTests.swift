import AVFDSP
import Testing

@Suite struct DelayLineTests {
    @Test(arguments: [0, 1, 7, 64, 1000], [1, 13, 200])
    func `a sample comes back delayFrameCount later, however blocks are cut`(delay: Int, longest: Int) {
        let channels = [noise(2500, seed: 1), noise(2500, seed: 2)]
        let signal = PlanarSignal(channels)
        var line = DelayLine(delayFrameCount: delay, channelCount: 2)
        for cut in randomCuts(2500, longest: longest, seed: 9) {
            signal.from(cut.lowerBound) { line.process(input: $0, output: $0, frameCount: cut.count) }
        }
        let silence = [Float](repeating: 0, count: delay)
        #expect(signal[0] == silence + channels[0].dropLast(delay))
        #expect(signal[1] == silence + channels[1].dropLast(delay))
    }

    @Test func `out of place leaves the input alone, and reset forgets what is under way`() {
        let input = PlanarSignal([noise(100, seed: 3)])
        let output = PlanarSignal(channelCount: 1, frameCount: 100)
        var line = DelayLine(delayFrameCount: 30, channelCount: 1)
        line.process(input: input.pointers, output: output.pointers, frameCount: 100)
        #expect(input[0] == noise(100, seed: 3))
        #expect(Array(output[0][30...]) == Array(input[0][..<70]))
        line.reset()
        line.process(input: input.pointers, output: output.pointers, frameCount: 100)
        #expect(output[0][..<30].allSatisfy { $0 == 0 })
        #expect(Array(output[0][30...]) == Array(input[0][..<70]))
    }
}
