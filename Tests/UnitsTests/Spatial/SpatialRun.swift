import AVFRender
import AVFSpatial
import AVFUnits
import CAVFRealtime
import Glibc
import TestSupport

/// A spatial mixer with its sources in the real-time context, run by hand over arrays.
final class SpatialRun {
    static let rate = 48_000.0
    /// A sphere's set, which follows formulas.
    static let sphere = HRTFSet.spherical(HRTFSettings(sampleRateHz: rate))

    let mixer: SpatialMixer
    let sources: [SpatialSource]
    private let unit: SpatialMixerUnit
    private let inputs: [SampleBuffer]
    private let output: SampleBuffer
    private var time: Int64

    /// A mixer of sources with so many channels each.
    init(
        _ channelCounts: [Int] = [1], layout: SpeakerLayout = .stereo, headphones: Bool = true,
        set: HRTFSet? = sphere, startTime: Int64 = 0
    ) {
        mixer = SpatialMixer(layout: layout, sampleRateHz: Self.rate)
        mixer.settings.outputType = headphones ? .headphones : .externalSpeakers
        try? mixer.use(set)
        let mixer = mixer
        sources = channelCounts.map { mixer.makeSource(channelCount: $0) }
        unit = SpatialMixerUnit(mixer, sources: sources)
        inputs = channelCounts.map { SampleBuffer(channelCount: $0, frameCapacity: 4096) }
        output = SampleBuffer(channelCount: layout.speakers.count, frameCapacity: 4096)
        time = startTime
    }

    /// Puts a source at an azimuth, clockwise, in the plane of the ears.
    func place(_ source: Int, azimuthDegrees: Double, elevationDegrees: Double = 0, distance: Double = 1) {
        let unit = HeadDirection(azimuthDegrees: azimuthDegrees, elevationDegrees: elevationDegrees).unit
        sources[source].settings.position = Vector3(
            -unit.y * distance, unit.z * distance, -unit.x * distance)
    }

    /// The output for the sources' inputs by channel, all equally long, in blocks of these sizes again and
    /// again; `before` is told each multiple of `step` frames, at which blocks end too.
    func process(
        _ input: [[[Float]]], blocks: [Int] = [512], step: Int = 4096, before: (Int) -> Void = { _ in }
    ) -> [[Float]] {
        let total = input.first?.first?.count ?? 0
        var result = [[Float]](repeating: [], count: output.channelCount)
        var (done, place) = (0, 0)
        while done < total {
            if done % step == 0 { before(done) }
            let count = min(blocks[place % blocks.count], total - done, step - done % step)
            for (source, channels) in input.enumerated() {
                for (channel, samples) in channels.enumerated() {
                    for frame in 0..<count { inputs[source].channels[channel][frame] = samples[done + frame] }
                }
            }
            render(count)
            for channel in result.indices {
                result[channel] += (0..<count).map { output.channels[channel][$0] }
            }
            done += count
            place += 1
        }
        return result
    }

    private struct Call {
        let unit: RenderUnit
        let block: RenderBlock
    }

    private func render(_ count: Int) {
        let buses = inputs.map { AudioBus(channels: $0.channels, channelCount: $0.channelCount) }
        var to = AudioBus(channels: output.channels, channelCount: output.channelCount)
        buses.withUnsafeBufferPointer { buses in
            guard let first = buses.baseAddress else { return }
            withUnsafePointer(to: &to) { to in
                let block = RenderBlock(
                    inputs: first, inputCount: buses.count, outputs: to, outputCount: 1, frameCount: count,
                    sampleTime: time)
                var call = Call(unit: unit, block: block)
                withUnsafeMutablePointer(to: &call) {
                    avf_rt_enter(
                        { context in
                            guard let call = context?.assumingMemoryBound(to: Call.self) else { return }
                            call.pointee.unit.process(call.pointee.block)
                        }, $0)
                }
            }
        }
        unit.service()
        time += Int64(count)
    }
}

/// A sine of so many frames.
func sine(_ hz: Double, _ count: Int, gain: Double = 1) -> [Float] {
    (0..<count).map { Float(gain * sin(2 * .pi * hz / SpatialRun.rate * Double($0))) }
}

/// White noise in −1…1.
func spatialNoise(_ count: Int, seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float.random(in: -1...1, using: &generator) }
}

/// The level of a difference against a reference, in decibels, from a frame on.
func errorDecibels(_ found: [Float], _ expected: [Double], from first: Int) -> Double {
    var (error, energy) = (0.0, 0.0)
    for frame in first..<min(found.count, expected.count) {
        error += (Double(found[frame]) - expected[frame]) * (Double(found[frame]) - expected[frame])
        energy += expected[frame] * expected[frame]
    }
    return 10 * log10(error / energy)
}

/// How much a signal bends from frame to frame: its second differences' sizes.
func bends(_ signal: [Float]) -> [Float] {
    var result: [Float] = []
    for frame in 2..<signal.count {
        let sides = signal[frame] + signal[frame - 2]
        result.append(abs(sides - 2 * signal[frame - 1]))
    }
    return result
}
