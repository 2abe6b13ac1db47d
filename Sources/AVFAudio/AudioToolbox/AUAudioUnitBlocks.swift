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

/// Renders a block of a unit: flags, time, frames, bus, where to, and who is asked for its input.
public typealias AURenderBlock =
    (
        UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount,
        Int,
        UnsafeMutablePointer<AudioBufferList>, AURenderPullInputBlock?
    ) -> AUAudioUnitStatus
