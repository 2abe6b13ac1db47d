// An umbrella: programs that import AudioToolbox find AVFAudio in it.
@_exported public import AVFAudio
