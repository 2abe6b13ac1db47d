import AVFEngine
import AVFRender

/// Renders a unit for a program that pulls it.
final class StandaloneRenderer: @unchecked Sendable {
    // Proof: one thread renders at a time; the lists never move.
    private let unit: StandaloneUnit
    private let inputLists: [UnsafeMutableAudioBufferListPointer]

    init(_ unit: StandaloneUnit) {
        self.unit = unit
        inputLists = unit.inputs.map { AudioBufferList.allocate(maximumBuffers: $0.channelCount) }
    }

    deinit { inputLists.forEach { free($0.unsafeMutablePointer) } }

    /// Pulls the inputs, makes a block, and gives one bus of it.
    func render(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: Int, bus: Int, into output: UnsafeMutablePointer<AudioBufferList>,
        _ pull: AURenderPullInputBlock?
    ) -> AUAudioUnitStatus {
        guard unit.outputs.indices.contains(bus) else { return kAudioUnitErr_InvalidElement }
        guard frameCount <= unit.maximumFrameCount else { return kAudioUnitErr_TooManyFramesToProcess }
        guard frameCount > 0 else { return noErr }
        for index in unit.inputs.indices {
            let status = fill(index, flags, time, frameCount, pull)
            guard status == noErr else { return status }
        }
        unit.render(
            frameCount: frameCount, sampleTime: Int64(exactly: time.pointee.mSampleTime.rounded()) ?? 0)
        return give(unit.outputs[bus], frameCount, to: UnsafeMutableAudioBufferListPointer(output))
    }

    private func fill(
        _ bus: Int, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
        _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: Int, _ pull: AURenderPullInputBlock?
    ) -> AUAudioUnitStatus {
        let (buffer, list) = (unit.inputs[bus], inputLists[bus])
        let byteCount = frameCount * MemoryLayout<Float>.stride
        for channel in 0..<min(buffer.channelCount, list.count) {
            buffer.channels[channel].update(repeating: 0, count: frameCount)
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(byteCount),
                mData: UnsafeMutableRawPointer(buffer.channels[channel]))
        }
        guard let pull else { return noErr }
        let status = pull(flags, time, AUAudioFrameCount(frameCount), bus, list.unsafeMutablePointer)
        guard status == noErr else { return status }
        // Who is pulled may answer with memory of its own.
        for channel in 0..<min(buffer.channelCount, list.count) {
            let place = UnsafeMutableRawPointer(buffer.channels[channel])
            if let data = list[channel].mData, data != place {
                place.copyMemory(from: data, byteCount: min(byteCount, Int(list[channel].mDataByteSize)))
            }
        }
        return noErr
    }

    /// Copies to the caller's memory, or tells where the samples are.
    private func give(
        _ buffer: SampleBuffer, _ frameCount: Int, to output: UnsafeMutableAudioBufferListPointer
    ) -> AUAudioUnitStatus {
        guard output.count == buffer.channelCount else { return kAudioUnitErr_FormatNotSupported }
        let byteCount = UInt32(frameCount * MemoryLayout<Float>.stride)
        for channel in 0..<output.count {
            let samples = UnsafeMutableRawPointer(buffer.channels[channel])
            if let data = output[channel].mData {
                guard output[channel].mDataByteSize >= byteCount else { return kAudio_ParamError }
                data.copyMemory(from: samples, byteCount: Int(byteCount))
            } else {
                output[channel].mData = samples
            }
            output[channel].mDataByteSize = byteCount
        }
        return noErr
    }
}
