import AVFDSP
import AVFRender
import CAVFDSP

// Impulse responses: which channel of the file is heard from where to where.

extension ConvolutionKernel {
    /// A room that leaves everything as it is.
    static func emptyRoom(_ channelCount: Int) -> UnsafeMutablePointer<PartitionedConvolver> {
        room(
            (0..<channelCount).map { ConvolutionPath(input: $0, output: $0, taps: [1]) }, channelCount)
    }

    private static func room(
        _ paths: [ConvolutionPath], _ channelCount: Int
    ) -> UnsafeMutablePointer<PartitionedConvolver> {
        let room = UnsafeMutablePointer<PartitionedConvolver>.allocate(capacity: 1)
        room.initialize(to: PartitionedConvolver(paths, channelCount: channelCount))
        return room
    }

    package static func discard(_ material: UnsafeMutableRawPointer) {
        let room = material.assumingMemoryBound(to: PartitionedConvolver.self)
        room.deinitialize(count: 1)
        room.deallocate()
    }

    package static func material(
        of sound: UnitSound?, _ configuration: UnitConfiguration
    ) throws(UnitSoundError) -> UnsafeMutableRawPointer {
        let channelCount = configuration.channelCount
        guard let sound else { return UnsafeMutableRawPointer(emptyRoom(channelCount)) }
        try check(sound, channelCount)
        let response = sound.impulseResponse(atRateHz: configuration.sampleRateHz)
        return UnsafeMutableRawPointer(room(paths(response, channelCount), channelCount))
    }

    private static func check(_ sound: UnitSound, _ channelCount: Int) throws(UnitSoundError) {
        guard sound.frameCount > 0 else { throw .empty(path: sound.path) }
        guard [1, channelCount, channelCount * channelCount].contains(sound.channels.count) else {
            throw .channels(
                path: sound.path, channelCount: sound.channels.count, unitChannelCount: channelCount)
        }
        if let most = self.sound?.mostSeconds, sound.seconds > most {
            throw .tooLong(path: sound.path, seconds: sound.seconds, mostSeconds: most)
        }
        let isFinite = sound.channels.allSatisfy {
            $0.withUnsafeBufferPointer { samples in
                var peak: Float = 0
                return samples.baseAddress.map { avf_dsp_is_finite($0, samples.count, &peak) } ?? true
            }
        }
        guard isFinite else { throw .notFinite(path: sound.path) }
    }

    /// One channel for all; or one for each; or, input by input, one from each channel to each.
    private static func paths(_ response: UnitSound, _ channelCount: Int) -> [ConvolutionPath] {
        let taps = response.channels.map { channel in
            Array(channel.prefix((channel.lastIndex { $0 != 0 } ?? -1) + 1))
        }
        if taps.count == channelCount * channelCount {
            return taps.enumerated().map {
                ConvolutionPath(input: $0 / channelCount, output: $0 % channelCount, taps: $1)
            }
        }
        return (0..<channelCount).map {
            ConvolutionPath(input: $0, output: $0, taps: taps[taps.count == 1 ? 0 : $0])
        }
    }
}
