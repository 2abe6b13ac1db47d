// An umbrella: programs that import AVFoundation find AVFAudio in it.
@_exported public import AVFAudio
