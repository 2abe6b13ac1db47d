// An umbrella: programs that import AVFoundation find AVFAudio and CoreMedia in it.
@_exported public import AVFAudio
@_exported public import CoreMedia
