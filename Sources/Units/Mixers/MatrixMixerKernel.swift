import AVFRender
import CAVFDSP

/// Any channel to any channel: `out[o] = master · output[o] · Σ crosspoint[i, o] · input[i] · in[i]`: Apple's
/// 'mxmx'.
///
/// Apple addresses volumes by scope and element: 1 and the input's number, 2 and the output's, 0 and
/// `input << 16 | output`, 0 and 0xFFFFFFFF for the master; switches of inputs and outputs alike, as
/// another parameter. Here an address is `parameter << 40 | scope << 32 | element`. A channel that is
/// switched off is silent.
package struct MatrixMixerKernel: Kernel, ~Copyable {
    package static let symbol = "matrixMixer"
    package static let name = "Matrix Mixer"
    package static let summary = "Mixes any channels into any channels, up to eight of each."
    package static let kind = UnitKind.mixer
    package static let subtype = fourCharacterCode("mxmx")
    package static let remembersInput = false

    /// The kinds of volumes and switches that there are.
    package enum Parameter: Int, CaseIterable, Sendable {
        case master, input, output, crosspoint, enablesInput, enablesOutput
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .master: volume("Master", default: 1, "Volume of everything.")
        case .input: volume("Input", default: 1, "Volume of a channel that comes in.")
        case .output: volume("Output", default: 1, "Volume of a channel that goes out.")
        case .crosspoint: volume("Crosspoint", default: 0, "Volume of a channel on its way to another one.")
        case .enablesInput:
            .toggle("Enable Input", default: true, "Whether a channel that comes in is heard.")
        case .enablesOutput:
            .toggle("Enable Output", default: true, "Whether a channel that goes out is heard.")
        }
    }

    private static func volume(
        _ name: String, default defaultValue: Float, _ summary: String
    ) -> ParameterSpec {
        ParameterSpec(name, 0...1, default: defaultValue, .linearGain, summary)
    }

    /// Channels that have volumes; further ones are silent.
    package static var mostChannelCount: Int { @_noLocks get { 8 } }

    package static func parameters(sectionCount: Int) -> [UnitDescriptor.Parameter] {
        let channels = 0..<mostChannelCount
        let make = { (kind: Parameter, address: UInt64, symbol: String, words: String) in
            UnitDescriptor.Parameter(
                address: address, symbol: symbol, spec: spec(kind).renamed(words))
        }
        let crosspoints = channels.flatMap { input in
            channels.map { output in
                // One to one by default.
                let spec = volume(
                    "Crosspoint \(input + 1) to \(output + 1)", default: input == output ? 1 : 0,
                    spec(.crosspoint).summary)
                return UnitDescriptor.Parameter(
                    address: UInt64(input << 16 | output), symbol: "in\(input + 1)out\(output + 1)",
                    spec: spec)
            }
        }
        return [make(.master, 0xffff_ffff, "master", "Master")]
            + channels.map { make(.input, 1 << 32 | UInt64($0), "input\($0 + 1)", "Input \($0 + 1)") }
            + channels.map { make(.output, 2 << 32 | UInt64($0), "output\($0 + 1)", "Output \($0 + 1)") }
            + crosspoints
            + channels.map {
                make(
                    .enablesInput, 1 << 40 | 1 << 32 | UInt64($0), "enableInput\($0 + 1)",
                    "Enable Input \($0 + 1)")
            }
            + channels.map {
                make(
                    .enablesOutput, 1 << 40 | 2 << 32 | UInt64($0), "enableOutput\($0 + 1)",
                    "Enable Output \($0 + 1)")
            }
    }

    private static var blockFrameCount: Int { @_noLocks get { 256 } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let gains: UnsafeMutablePointer<GainRamp>
    private let inputs: UnsafeMutablePointer<Float>
    private let scaled: UnsafeMutablePointer<Float>
    private let rampFrameCount: Int
    private let channelCount: Int
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        channelCount = min(configuration.channelCount, Self.mostChannelCount)
        let pathCount = Self.mostChannelCount * Self.mostChannelCount
        gains = .allocate(capacity: pathCount)
        gains.initialize(repeating: GainRamp(0), count: pathCount)
        inputs = .allocate(capacity: Self.mostChannelCount * Self.blockFrameCount)
        inputs.initialize(repeating: 0, count: Self.mostChannelCount * Self.blockFrameCount)
        scaled = .allocate(capacity: Self.blockFrameCount)
        scaled.initialize(repeating: 0, count: Self.blockFrameCount)
    }

    deinit {
        gains.deallocate()
        inputs.deallocate()
        scaled.deallocate()
    }

    @_noLocks
    package mutating func reset() { isFresh = true }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        follow(parameters)
        var done = 0
        while done < block.frameCount {
            let count = min(block.frameCount - done, Self.blockFrameCount)
            for channel in 0..<channelCount {
                avf_dsp_copy(inputs + channel * Self.blockFrameCount, block.input[channel] + done, count)
            }
            for output in 0..<block.output.channelCount {
                avf_dsp_clear(block.output[output] + done, count)
                if output < channelCount { mix(into: block.output[output] + done, output, count) }
            }
            done += count
        }
    }

    @_noLocks
    private func mix(into samples: UnsafeMutablePointer<Float>, _ output: Int, _ count: Int) {
        for input in 0..<channelCount {
            let path = input * Self.mostChannelCount + output
            if gains[path].settled != 0 || gains[path].remainingFrameCount > 0 {
                (gains + path).pointee.apply(to: inputs + input * Self.blockFrameCount, into: scaled, count)
                avf_dsp_add(samples, scaled, count)
            }
            (gains + path).pointee.advance(count)
        }
    }

    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>) {
        let most = Self.mostChannelCount
        let switches = 1 + 2 * most + most * most
        for input in 0..<channelCount {
            let isOn = parameters[index: switches + input] >= 0.5
            let level = isOn ? parameters[index: 0] * parameters[index: 1 + input] : 0
            for output in 0..<channelCount {
                let isHeard = parameters[index: switches + most + output] >= 0.5
                let crosspoint = parameters[index: 1 + 2 * most + input * most + output]
                let gain = isHeard ? level * crosspoint * parameters[index: 1 + most + output] : 0
                (gains + (input * most + output)).pointee.follow(gain, over: isFresh ? 0 : rampFrameCount)
            }
        }
        isFresh = false
    }
}
