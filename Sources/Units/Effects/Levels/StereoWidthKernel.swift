import AVFRender
import CAVFDSP

/// A stereo signal as middle and side: `M = (L + R) / 2`, `S = (L − R) / 2`.
///
/// Changes the side's share, or hands on middle and side as the two channels and back, so that other effects
/// can work on them one by one. Signals of another number of channels pass untouched.
package struct StereoWidthKernel: Kernel, ~Copyable {
    package static let symbol = "stereoWidth"
    package static let name = "Stereo Width"
    package static let summary = "Makes stereo narrower or wider, or turns it into middle and side and back."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("wide")
    package static let remembersInput = false

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case width, conversion }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .width:
            ParameterSpec(
                "Width", 0...200, default: 100, .percent,
                "Gain of the side: 0 is mono, 100 leaves it, 200 doubles it.")
        case .conversion:
            ParameterSpec(
                "Conversion", 0...2, default: 0, .indexed,
                "What comes in and goes out: stereo, or middle and side as left and right.",
                namedValues: [
                    NamedValue(0, "Stereo"), NamedValue(1, "To Mid Side"), NamedValue(2, "From Mid Side"),
                ])
        }
    }

    private static var blockFrameCount: Int { @_noLocks get { 256 } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let left: UnsafeMutablePointer<Float>
    private let right: UnsafeMutablePointer<Float>
    private let rampFrameCount: Int
    private var leftToLeft = GainRamp()
    private var leftToRight = GainRamp()
    private var rightToLeft = GainRamp()
    private var rightToRight = GainRamp()
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        left = .allocate(capacity: Self.blockFrameCount)
        right = .allocate(capacity: Self.blockFrameCount)
        left.initialize(repeating: 0, count: Self.blockFrameCount)
        right.initialize(repeating: 0, count: Self.blockFrameCount)
    }

    deinit {
        left.deallocate()
        right.deallocate()
    }

    @_noLocks
    package mutating func reset() { isFresh = true }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        guard block.output.channelCount == 2 else { return pass(block) }
        follow(width: parameters[.width] / 100, conversion: Int(parameters[.conversion]))
        var done = 0
        while done < block.frameCount {
            let count = min(block.frameCount - done, Self.blockFrameCount)
            let (firstInput, secondInput) = (block.input[0] + done, block.input[1] + done)
            let (firstOutput, secondOutput) = (block.output[0] + done, block.output[1] + done)
            rightToLeft.apply(to: secondInput, into: left, count)
            leftToRight.apply(to: firstInput, into: right, count)
            leftToLeft.apply(to: firstInput, into: firstOutput, count)
            rightToRight.apply(to: secondInput, into: secondOutput, count)
            avf_dsp_add(firstOutput, left, count)
            avf_dsp_add(secondOutput, right, count)
            advance(count)
            done += count
        }
    }

    @_noLocks
    private func pass(_ block: RenderBlock) {
        for channel in 0..<block.output.channelCount {
            avf_dsp_copy(block.output[channel], block.input[channel], block.frameCount)
        }
    }

    @_noLocks
    private mutating func follow(width: Float, conversion: Int) {
        switch conversion {
        case 1: follow(0.5, 0.5, 0.5 * width, -0.5 * width)
        case 2: follow(1, width, 1, -width)
        default: follow(0.5 + 0.5 * width, 0.5 - 0.5 * width, 0.5 - 0.5 * width, 0.5 + 0.5 * width)
        }
        isFresh = false
    }

    /// What goes to the left from left and right, and what goes to the right.
    @_noLocks
    private mutating func follow(_ ll: Float, _ rl: Float, _ lr: Float, _ rr: Float) {
        let frames = isFresh ? 0 : rampFrameCount
        leftToLeft.follow(ll, over: frames)
        rightToLeft.follow(rl, over: frames)
        leftToRight.follow(lr, over: frames)
        rightToRight.follow(rr, over: frames)
    }

    @_noLocks
    private mutating func advance(_ count: Int) {
        leftToLeft.advance(count)
        rightToLeft.advance(count)
        leftToRight.advance(count)
        rightToRight.advance(count)
    }
}
