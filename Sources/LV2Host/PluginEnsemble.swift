import AVFRender
import CAVFRealtime

/// The instances behind one unit, as the render thread sees them.
struct PluginEnsemble {
    /// Messages on their way in, in the order of time.
    let midi = Ring<MIDIEvent>(minimumCapacity: 1024)
    /// Messages that the plugin has made, for those who ask for them.
    let madeMIDI = Ring<MIDIEvent>(minimumCapacity: 1024)
    private let cores: UnsafeMutablePointer<UnsafeMutablePointer<PluginCore>>
    private let count: Int
    private let parameters: ParameterReader

    /// Instances that outlive the ensemble; at least one.
    init(_ cores: [UnsafeMutablePointer<PluginCore>], _ parameters: ParameterReader) {
        count = cores.count
        self.cores = .allocate(capacity: cores.count)
        for (index, core) in cores.enumerated() { (self.cores + index).initialize(to: core) }
        self.parameters = parameters
    }

    func deallocate() {
        cores.deallocate()
        midi.deallocate()
        madeMIDI.deallocate()
    }

    /// What the first instance's latency port says; NaN without one.
    @_noLocks
    func latency() -> Float {
        guard let cell = cores[0].pointee.ports.pointee.latency else { return .nan }
        return cell.pointee
    }

    /// Forgets all history.
    @_noLocks
    func restart() {
        let floatingPoint = avf_rt_fpu_read()
        for index in 0..<count { cores[index].pointee.restart(floatingPoint) }
    }

    /// Makes a block; false if some of the output was not fit to be heard and is silence now.
    @_noLocks
    func process(
        _ block: RenderBlock, isEnabled: Bool, isFreeWheeling: Bool, forwardsMIDI: Bool
    ) -> Bool {
        let floatingPoint = avf_rt_fpu_read()
        var isSound = true
        for index in 0..<count {
            cores[index].pointee.deliverResponses(floatingPoint)
            cores[index].pointee.prepareEvents()
            cores[index].pointee.setSwitches(isEnabled: isEnabled, isFreeWheeling: isFreeWheeling)
        }
        distributeMIDI(block)
        for index in 0..<count {
            isSound =
                cores[index].pointee.process(block, firstChannel: index, parameters, floatingPoint) && isSound
        }
        cores[0].pointee.publishMeters(parameters)
        if forwardsMIDI { cores[0].pointee.forwardMIDI(to: madeMIDI, from: block.sampleTime) }
        return isSound
    }

    /// Gives every instance the messages that are due; what is late sounds at the block's first frame.
    @_noLocks
    private func distributeMIDI(_ block: RenderBlock) {
        var frame: Int64 = 0
        while let event = midi.peek()?.pointee, frame < Int64(block.frameCount) {
            let due = dueFrame(event.sampleTime, block)
            guard due < Int64(block.frameCount) else { return }
            frame = max(frame, due)
            for index in 0..<count {
                cores[index].pointee.send(event, atFrame: UInt32(truncatingIfNeeded: frame))
            }
            midi.drop()
        }
    }

    /// The frame of the block at which a message is due; "with the next block" may have a few frames added.
    @_noLocks
    private func dueFrame(_ time: Int64, _ block: RenderBlock) -> Int64 {
        time < RenderEvent.immediately &+ RenderEvent.mostFramesAdded
            ? min(time &- RenderEvent.immediately, Int64(block.frameCount &- 1)) : time &- block.sampleTime
    }
}
