// The numbers that AVFAudio counts with.

/// Frames of a buffer or a call.
public typealias AVAudioFrameCount = UInt32

/// A position in frames; the lengths of files too.
public typealias AVAudioFramePosition = Int64

/// Packets of compressed data.
public typealias AVAudioPacketCount = UInt32

/// Channels.
public typealias AVAudioChannelCount = UInt32

/// A bus of a node, from 0.
public typealias AVAudioNodeBus = Int
