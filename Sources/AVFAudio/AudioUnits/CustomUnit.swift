import AVFRealtime
import AVFRender
import Glibc

/// A unit of the program's own in a plan: its `internalRenderBlock`, called for each block.
///
/// Whatever the block leaves unwritten or fails to make is silence.
package final class CustomUnit: RenderUnit, @unchecked Sendable {
    // `package`, because for an internal class the compiler warns of the initialiser that it makes up.
    // Proof: see RenderUnit; the lists and `current` belong to the render thread.
    private let renderBlock: AUInternalRenderBlock
    private let events: OwnedCell<CustomUnitEvents>
    private let output: CustomUnitOutput
    /// What a unit without output buses is called with.
    private let noBuffers = AudioBufferList.allocate(maximumBuffers: 0)
    private let outputs: [UnsafeMutableAudioBufferListPointer]
    private let current: UnsafeMutablePointer<RenderBlock?>
    /// Made once: it reads the present block through `current`.
    private let pull: AURenderPullInputBlock
    private let gate = Gate()

    init(
        _ renderBlock: @escaping AUInternalRenderBlock, _ configuration: UnitConfiguration,
        _ queue: EventQueue, _ output: CustomUnitOutput, _ midiProtocol: MIDIProtocolID, latencyFrames: Int
    ) {
        self.renderBlock = renderBlock
        events = OwnedCell(CustomUnitEvents(queue, midiProtocol))
        self.output = output
        outputs = configuration.outputChannelCounts.map { AudioBufferList.allocate(maximumBuffers: $0) }
        let current = UnsafeMutablePointer<RenderBlock?>.allocate(capacity: 1)
        current.initialize(to: nil)
        self.current = current
        pull = { _, _, frameCount, bus, list in
            Self.give(current.pointee, Int(frameCount), bus, UnsafeMutableAudioBufferListPointer(list))
        }
        super.init(latencyFrames: latencyFrames)
    }

    deinit {
        outputs.forEach { free($0.unsafeMutablePointer) }
        free(noBuffers.unsafeMutablePointer)
        current.deinitialize(count: 1)
        current.deallocate()
    }

    /// The program's code may read its input whenever it likes.
    package override var allowsInPlace: Bool { false }

    /// From now on it is silent; waits for the end of a block.
    func retire() {
        gate.closeForGood()
    }

    package override func process(_ block: RenderBlock) {
        guard block.frameCount > 0 else { return }
        guard gate.enter() else { return silence(block) }
        defer { gate.leave() }
        current.pointee = block
        output.block = block
        let scheduled = events.pointer.pointee.begin(block)
        defer {
            current.pointee = nil
            output.block = nil
            events.pointer.pointee.end()
        }
        var time = AudioTimeStamp()
        time.mSampleTime = Double(block.sampleTime)
        time.mHostTime = block.hostTime
        time.mFlags = block.hostTime == 0 ? .sampleTimeValid : .sampleHostTimeValid
        for bus in 0..<min(block.outputCount, outputs.count) { render(bus, block, &time, scheduled) }
        if outputs.isEmpty { renderEvents(block, &time, scheduled) }
    }

    private func render(
        _ bus: Int, _ block: RenderBlock, _ time: inout AudioTimeStamp,
        _ scheduled: UnsafePointer<AURenderEvent>?
    ) {
        let (list, target) = (outputs[bus], block.outputs[bus])
        let byteCount = UInt32(block.frameCount * MemoryLayout<Float>.stride)
        for channel in 0..<min(list.count, target.channelCount) {
            target.channels[channel].update(repeating: 0, count: block.frameCount)
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: byteCount,
                mData: UnsafeMutableRawPointer(target.channels[channel]))
        }
        var flags = AudioUnitRenderActionFlags()
        let status = renderBlock(
            &flags, &time, AUAudioFrameCount(block.frameCount), bus, list.unsafeMutablePointer, scheduled,
            pull)
        for channel in 0..<min(list.count, target.channelCount) {
            take(list[channel], status == noErr, target.channels[channel], block.frameCount)
        }
    }

    /// A unit without output buses makes nothing but messages.
    private func renderEvents(
        _ block: RenderBlock, _ time: inout AudioTimeStamp, _ scheduled: UnsafePointer<AURenderEvent>?
    ) {
        var flags = AudioUnitRenderActionFlags()
        _ = renderBlock(
            &flags, &time, AUAudioFrameCount(block.frameCount), 0, noBuffers.unsafeMutablePointer, scheduled,
            pull)
    }

    /// Who renders may answer with memory of its own.
    private func take(
        _ buffer: AudioBuffer, _ isGood: Bool, _ samples: UnsafeMutablePointer<Float>, _ frameCount: Int
    ) {
        guard isGood, let data = buffer.mData else { return samples.update(repeating: 0, count: frameCount) }
        let place = UnsafeMutableRawPointer(samples)
        guard data != place else { return }
        let byteCount = min(frameCount * MemoryLayout<Float>.stride, Int(buffer.mDataByteSize))
        place.copyMemory(from: data, byteCount: byteCount)
    }

    private func silence(_ block: RenderBlock) {
        for bus in 0..<block.outputCount {
            for channel in 0..<block.outputs[bus].channelCount {
                block.outputs[bus].channels[channel].update(repeating: 0, count: block.frameCount)
            }
        }
    }

    /// Gives a bus of the present block's input: copied to the caller's memory, or lent where it has none.
    private static func give(
        _ block: RenderBlock?, _ frameCount: Int, _ bus: Int, _ list: UnsafeMutableAudioBufferListPointer
    ) -> AUAudioUnitStatus {
        guard let block, bus >= 0, bus < block.inputCount else { return kAudioUnitErr_NoConnection }
        guard frameCount <= block.frameCount else { return kAudioUnitErr_TooManyFramesToProcess }
        let source = block.inputs[bus]
        let byteCount = frameCount * MemoryLayout<Float>.stride
        for channel in 0..<min(list.count, source.channelCount) {
            let samples = UnsafeMutableRawPointer(source.channels[channel])
            if let data = list[channel].mData {
                guard Int(list[channel].mDataByteSize) >= byteCount else { return kAudio_ParamError }
                data.copyMemory(from: samples, byteCount: byteCount)
            } else {
                list[channel].mData = samples
            }
            list[channel].mDataByteSize = UInt32(byteCount)
        }
        return noErr
    }
}
