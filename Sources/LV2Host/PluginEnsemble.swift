import AVFRender
import CAVFRealtime

/// The instances behind one unit, as the render thread sees them.
struct PluginEnsemble {
    /// Messages on their way in, in the order of time.
    let midi = Ring<MIDIEvent>(minimumCapacity: 1024)
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
    func process(_ block: RenderBlock, isEnabled: Bool, isFreeWheeling: Bool) -> Bool {
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
        return isSound
    }

    /// Gives every instance the messages that are due; what is late sounds at the block's first frame.
    @_noLocks
    private func distributeMIDI(_ block: RenderBlock) {
        var frame: Int64 = 0
        while let event = midi.peek()?.pointee, event.sampleTime < block.sampleTime &+ Int64(block.frameCount)
        {
            if event.sampleTime > block.sampleTime &+ frame { frame = event.sampleTime &- block.sampleTime }
            for index in 0..<count {
                cores[index].pointee.send(event, atFrame: UInt32(truncatingIfNeeded: frame))
            }
            midi.drop()
        }
    }
}
