// An umbrella: programs that import CoreMIDI find its types, and how ports are found, in AVFAudio.
@_exported public import AVFAudio
