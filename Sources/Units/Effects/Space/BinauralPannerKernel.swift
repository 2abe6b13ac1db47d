import AVFRender
import AVFSpatial
import CAVFDSP

/// Puts a mono or stereo signal somewhere around a listener with headphones.
///
/// The head is a rigid sphere: each ear hears the sound later by Woodworth's formula, and through the shadow
/// of Brown and Duda ("A structural model for binaural sound synthesis", 1998). There are no measured ears in
/// it, so that it needs no files; an environment node has those. The sides of a stereo signal stand apart by
/// `width`. Signals of another number of channels pass untouched.
package struct BinauralPannerKernel: Kernel, ~Copyable {
    package static let symbol = "binauralPanner"
    package static let name = "Binaural Panner"
    package static let summary = "Puts a sound somewhere around the head, for headphones."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("bina")

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable {
        case azimuth, elevation, distance, width, algorithm
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .azimuth:
            ParameterSpec(
                "Azimuth", -180...180, default: 0, .degrees,
                "From where it comes: 0 is the front, 90 the right, −90 the left.")
        case .elevation:
            ParameterSpec("Elevation", -90...90, default: 0, .degrees, "How far up it comes from.")
        case .distance:
            ParameterSpec(
                "Distance", 0.25...100, default: 1, .meters,
                "How far away it is; twice as far is half as loud.", isLogarithmic: true)
        case .width:
            ParameterSpec(
                "Width", 0...180, default: 0, .degrees,
                "How far the sides of a stereo signal stand apart; at 0 they are one.")
        case .algorithm:
            ParameterSpec(
                "Algorithm", 0...1, default: 0, .indexed,
                "By delays and shadows of a sphere, for headphones, or by two gains.",
                namedValues: [NamedValue(0, "Spherical Head"), NamedValue(1, "Equal Power")])
        }
    }

    private static var cell: Int { @_noLocks get { Int(AVF_DSP_SPATIAL_CELL) } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let scratch: UnsafeMutablePointer<Float>
    private let coefficients: UnsafeMutablePointer<Float>
    private let farrow: avf_dsp_spatial_farrow
    private let shape: BinauralShape
    private var left: BinauralVoice
    private var right: BinauralVoice
    private var cellFrame = 0
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        let design = FarrowDesign.short
        coefficients = .allocate(capacity: design.coefficients.count)
        for (place, value) in design.coefficients.enumerated() {
            (coefficients + place).initialize(to: value)
        }
        farrow = avf_dsp_spatial_farrow(
            tapCount: design.tapCount, filterCount: design.filterCount, coefficients: coefficients)
        shape = BinauralShape(sampleRateHz: configuration.sampleRateHz)
        let isPanned = configuration.channelCount == 2 && configuration.inputChannelCounts.first ?? 0 > 0
        latencyFrames = isPanned ? shape.middleFrames : 0
        let count = Self.cell + 2 * shape.floatCount
        scratch = .allocate(capacity: count)
        scratch.initialize(repeating: 0, count: count)
        left = BinauralVoice(scratch + Self.cell, shape)
        right = BinauralVoice(scratch + Self.cell + shape.floatCount, shape)
    }

    deinit {
        scratch.deallocate()
        coefficients.deallocate()
    }

    package let latencyFrames: Int

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double { 0.005 }

    @_noLocks
    package mutating func reset() {
        left.reset()
        right.reset()
        (cellFrame, isFresh) = (0, true)
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        guard block.output.channelCount == 2, block.input.channelCount > 0 else { return pass(block) }
        var done = 0
        while done < block.frameCount {
            if cellFrame == 0 { beginCell(parameters, isStereo: block.input.channelCount > 1) }
            let count = min(block.frameCount - done, Self.cell - cellFrame)
            render(block, from: done, count)
            cellFrame = (cellFrame + count) % Self.cell
            done += count
        }
    }

    @_noLocks
    private func pass(_ block: RenderBlock) {
        for channel in 0..<min(block.output.channelCount, block.input.channelCount) {
            avf_dsp_copy(block.output[channel], block.input[channel], block.frameCount)
        }
    }

    /// Everything moves along straight lines within cells of 64 frames.
    @_noLocks
    private mutating func beginCell(_ parameters: ParameterValues<Parameter>, isStereo: Bool) {
        let azimuth = Double(parameters[.azimuth])
        let half = isStereo ? Double(parameters[.width]) / 2 : 0
        let elevation = Double(parameters[.elevation])
        let gain = (isStereo ? 0.5 : 1) / Double(max(0.25, parameters[.distance]))
        let isSphere = parameters[.algorithm] < 0.5
        left.beginCell(
            HeadDirection(azimuthDegrees: azimuth - half, elevationDegrees: elevation), gain, isSphere,
            shape, jumps: isFresh)
        right.beginCell(
            HeadDirection(azimuthDegrees: azimuth + half, elevationDegrees: elevation),
            isStereo ? gain : 0, isSphere, shape, jumps: isFresh)
        isFresh = false
    }

    @_noLocks
    private mutating func render(_ block: RenderBlock, from frame: Int, _ count: Int) {
        let isStereo = block.input.channelCount > 1
        // Outputs may lie where inputs do: both are taken before either is written.
        left.take(block.input[0] + frame, cellFrame, count)
        if isStereo { right.take(block.input[1] + frame, cellFrame, count) }
        let (first, second) = (block.output[0] + frame, block.output[1] + frame)
        avf_dsp_clear(first, count)
        avf_dsp_clear(second, count)
        left.add(to: first, second, scratch, farrow, shape, cellFrame, count)
        if isStereo { right.add(to: first, second, scratch, farrow, shape, cellFrame, count) }
    }
}
