/// Schedules a parameter: when, frames of the ramp, address, value.
///
/// May be called from any thread; fetched once.
public typealias AUScheduleParameterBlock =
    @Sendable (AUEventSampleTime, AUAudioFrameCount, AUParameterAddress, AUValue) -> Void

/// Schedules a MIDI message: when, cable, number of bytes, bytes.
///
/// May be called from any thread; fetched once. A System Exclusive message comes whole, and alone.
public typealias AUScheduleMIDIEventBlock =
    @Sendable (AUEventSampleTime, UInt8, Int, UnsafePointer<UInt8>) -> Void

/// Schedules MIDI messages as words, or takes those that a unit has made: when, cable, the list.
///
/// May be called from any thread; fetched once.
public typealias AUMIDIEventListBlock =
    @Sendable (AUEventSampleTime, UInt8, UnsafePointer<MIDIEventList>) -> OSStatus

/// Takes a MIDI message that a unit has made: when, cable, number of bytes, bytes.
public typealias AUMIDIOutputEventBlock =
    @Sendable (AUEventSampleTime, UInt8, Int, UnsafePointer<UInt8>) -> OSStatus

/// Asks for a block of a unit's input: flags, time, frames, bus, where to.
public typealias AURenderPullInputBlock =
    (
        UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount,
        Int,
        UnsafeMutablePointer<AudioBufferList>
    ) -> AUAudioUnitStatus

/// A unit's own code for a block: flags, time, frames, bus, where to, what was scheduled for the block in the
/// order of time, and who is asked for its input.
///
/// Called on the render thread: it must not wait or allocate.
public typealias AUInternalRenderBlock =
    (
        UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount,
        Int,
        UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AURenderEvent>?, AURenderPullInputBlock?
    ) -> AUAudioUnitStatus

/// Renders a block of a unit: flags, time, frames, bus, where to, and who is asked for its input.
public typealias AURenderBlock =
    (
        UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount,
        Int,
        UnsafeMutablePointer<AudioBufferList>, AURenderPullInputBlock?
    ) -> AUAudioUnitStatus
