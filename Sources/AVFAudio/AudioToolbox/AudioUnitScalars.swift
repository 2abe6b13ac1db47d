// The simple types of AUAudioUnit and of the older C interface.

/// The address of a parameter in a unit's tree.
public typealias AUParameterAddress = UInt64

/// The value of a parameter.
public typealias AUValue = Float

/// Frames of a render call.
public typealias AUAudioFrameCount = UInt32

/// Channels of a bus.
public typealias AUAudioChannelCount = UInt32

/// The result of a render call: 0 is success.
public typealias AUAudioUnitStatus = OSStatus

/// A position on a unit's time line, in frames.
public typealias AUEventSampleTime = Int64

/// Stands for “as soon as possible” in place of a time; up to 4096 frames may be added.
public let AUEventSampleTimeImmediate: AUEventSampleTime = -4_294_967_296

/// Called when a parameter changes, with its address and its new value.
public typealias AUParameterObserver = @Sendable (AUParameterAddress, AUValue) -> Void

/// Names an observer, so that it can be removed.
public typealias AUParameterObserverToken = UnsafeMutableRawPointer

/// A component, for functions that take one.
public typealias AudioComponent = OpaquePointer

/// An instance of a component.
public typealias AudioComponentInstance = OpaquePointer

/// An instance of an audio unit.
public typealias AudioUnit = AudioComponentInstance

/// A sequence of tracks.
public typealias MusicSequence = OpaquePointer

/// A track of a sequence.
public typealias MusicTrack = OpaquePointer

/// A time in beats.
public typealias MusicTimeStamp = Float64
