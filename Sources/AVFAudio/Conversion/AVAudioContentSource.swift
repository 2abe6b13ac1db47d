/// Where audio material comes from.
public enum AVAudioContentSource: Int, Sendable {
    /// Unspecified, the default.
    case unspecified = -1
    /// Kept for later.
    case reserved = 0
    /// A recording, traditional, by Apple.
    case appleCapture_Traditional = 1
    /// A recording, spatial, by Apple.
    case appleCapture_Spatial = 2
    /// A recording, spatial, enhanced, by Apple.
    case appleCapture_Spatial_Enhanced = 3
    /// Music, traditional, by Apple.
    case appleMusic_Traditional = 4
    /// Music, spatial, by Apple.
    case appleMusic_Spatial = 5
    /// Sound with pictures, traditional, offline, by Apple.
    case appleAV_Traditional_Offline = 6
    /// Sound with pictures, spatial, offline, by Apple.
    case appleAV_Spatial_Offline = 7
    /// Sound with pictures, traditional, live, by Apple.
    case appleAV_Traditional_Live = 8
    /// Sound with pictures, spatial, live, by Apple.
    case appleAV_Spatial_Live = 9
    /// Passed on as it was, by Apple.
    case applePassthrough = 10
    /// A recording, traditional.
    case capture_Traditional = 33
    /// A recording, spatial.
    case capture_Spatial = 34
    /// A recording, spatial, enhanced.
    case capture_Spatial_Enhanced = 35
    /// Music, traditional.
    case music_Traditional = 36
    /// Music, spatial.
    case music_Spatial = 37
    /// Sound with pictures, traditional, offline.
    case AV_Traditional_Offline = 38
    /// Sound with pictures, spatial, offline.
    case AV_Spatial_Offline = 39
    /// Sound with pictures, traditional, live.
    case AV_Traditional_Live = 40
    /// Sound with pictures, spatial, live.
    case AV_Spatial_Live = 41
    /// Passed on as it was.
    case passthrough = 42
}

/// What the control of dynamics shall fit.
public enum AVAudioDynamicRangeControlConfiguration: Int, Sendable {
    /// No hints.
    case none = 0
    /// Music.
    case music = 1
    /// Speech.
    case speech = 2
    /// Films.
    case movie = 3
    /// Recordings of what happens to be heard.
    case capture = 4
}
