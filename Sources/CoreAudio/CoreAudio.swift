// An umbrella: programs that import CoreAudio find its types, and what works on them, in AVFAudio.
@_exported public import AVFAudio
