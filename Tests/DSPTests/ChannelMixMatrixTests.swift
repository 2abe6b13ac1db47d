import AVFDSP
import Testing

@Suite struct ChannelMixMatrixTests {
    private let half = Float(0.5).squareRoot()

    private func gains(_ inputs: Int, _ outputs: Int) -> [Float] {
        ChannelMixMatrix(inputChannelCount: inputs, outputChannelCount: outputs).gains
    }

    @Test func `mono is copied to both sides and two equal sides keep their level in mono`() {
        #expect(gains(1, 2) == [1, 1])
        #expect(gains(2, 1) == [0.5, 0.5])
        #expect(gains(1, 6) == [1, 1, 0, 0, 0, 0])
    }

    @Test func `surround goes into stereo as ITU-R BS.775 says`() {
        #expect(gains(3, 2) == [1, 0, half, 0, 1, half])
        #expect(gains(4, 2) == [1, 0, half, 0, 0, 1, 0, half])
        #expect(gains(5, 2) == [1, 0, half, half, 0, 0, 1, half, 0, half])
        #expect(gains(6, 2) == [1, 0, half, 0, half, 0, 0, 1, half, 0, 0, half])
        #expect(gains(8, 2) == [1, 0, half, 0, half, 0, half, 0, 0, 1, half, 0, 0, half, 0, half])
        #expect(gains(7, 2) == [1, 0, half, 0, 0.5, half, 0, 0, 1, half, 0, 0.5, 0, half])
        #expect(gains(6, 1) == [0.5, 0.5, half, 0, half / 2, half / 2])
    }

    @Test(arguments: 1...8)
    func `equal counts keep every channel`(count: Int) {
        let matrix = ChannelMixMatrix(inputChannelCount: count, outputChannelCount: count)
        for output in 0..<count {
            for input in 0..<count {
                #expect(matrix[output: output, input: input] == (input == output ? 1 : 0))
            }
        }
    }

    @Test func `other counts share the channels that both have`() {
        #expect(gains(2, 3) == [1, 0, 0, 1, 0, 0])
        #expect(gains(4, 3) == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
        #expect(gains(0, 2).isEmpty)
    }
}
