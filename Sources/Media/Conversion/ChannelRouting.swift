import AVFDSP
import CAVFDSP

/// Which input channels each output channel is made of.
package struct ChannelRouting: Equatable, Sendable {
    /// A share of one input channel.
    package struct Share: Equatable, Sendable {
        /// The input channel.
        package let channel: Int
        /// Linear.
        package let gain: Double

        /// A share.
        package init(channel: Int, gain: Double) {
            self.channel = channel
            self.gain = gain
        }
    }

    /// For each output channel its sources; none for silence.
    package let outputs: [[Share]]

    /// A routing from its shares.
    package init(outputs: [[Share]]) {
        self.outputs = outputs
    }

    /// One source for each output channel, silence where it is negative or not there.
    package init(map: [Int], inputChannelCount: Int) {
        outputs = map.map { 0..<inputChannelCount ~= $0 ? [Share(channel: $0, gain: 1)] : [] }
    }

    /// The standard matrix between two channel counts.
    package init(_ matrix: ChannelMixMatrix) {
        outputs = (0..<matrix.outputChannelCount).map { output in
            (0..<matrix.inputChannelCount).compactMap { input in
                let gain = Double(matrix[output: output, input: input])
                return gain == 0 ? nil : Share(channel: input, gain: gain)
            }
        }
    }

    /// Whether samples stay what they are and only go elsewhere.
    var isMap: Bool { outputs.allSatisfy { $0.isEmpty || ($0.count == 1 && $0[0].gain == 1) } }

    /// The output channels: input memory where it can be passed on, else `room`, of which there is one per
    /// output.
    func apply(
        to inputs: [UnsafeMutablePointer<Double>], room: [UnsafeMutablePointer<Double>], frameCount: Int
    ) -> [UnsafeMutablePointer<Double>] {
        outputs.enumerated().map { index, shares in
            if shares.count == 1, shares[0].gain == 1 { return inputs[shares[0].channel] }
            room[index].update(repeating: 0, count: frameCount)
            for share in shares {
                avf_dsp_add_scaled_double(room[index], inputs[share.channel], share.gain, frameCount)
            }
            return room[index]
        }
    }
}
