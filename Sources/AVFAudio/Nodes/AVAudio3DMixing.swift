import Foundation

/// What a node that is mixed says about its place in space.
///
/// The properties are kept. They have no effect on a mixer, which mixes in stereo: only an
/// `AVAudioEnvironmentNode` reads them. NaN and infinite places change nothing, other values are clamped.
public protocol AVAudio3DMixing: NSObjectProtocol {
    /// How the source is made to come from somewhere; default `equalPowerPanning`.
    var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm { get set }
    /// How the source's channels are placed; default `spatializeIfMono`.
    var sourceMode: AVAudio3DMixingSourceMode { get set }
    /// What happens when the source is inside the head; default `mono`.
    var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode { get set }
    /// Speed of playback, 0.5…2, default 1: what feeds the environment plays faster and higher, or slower and
    /// lower, within 20 ms and without latency.
    ///
    /// A source that feeds anything else as well must not have a rate, unless that has the same one: its
    /// frames would be needed at two paces. The connection is refused then, or a later change of the rate is
    /// an error that the engine reports.
    var rate: Float { get set }
    /// Share of the reverberation, 0 dry…1 wet, default 0.
    var reverbBlend: Float { get set }
    /// Attenuation of the direct path, −100…0 dB, default 0.
    var obstruction: Float { get set }
    /// Attenuation of the direct and the reverberated path, −100…0 dB, default 0.
    var occlusion: Float { get set }
    /// Where the source is, in metres; default the origin.
    var position: AVAudio3DPoint { get set }
}

/// How a source is made to come from somewhere.
public enum AVAudio3DMixingRenderingAlgorithm: Int, Sendable {
    /// By the balance of two speakers.
    case equalPowerPanning = 0
    /// By level and delay between the ears, for headphones.
    case sphericalHead = 1
    /// By measured ears, for headphones.
    case HRTF = 2
    /// For any number of speakers.
    case soundField = 3
    /// Not at all.
    case stereoPassThrough = 5
    /// By measured ears, at higher cost.
    case HRTFHQ = 6
    /// By what the output is.
    case auto = 7
}

/// How the channels of a source are placed.
public enum AVAudio3DMixingSourceMode: Int, Sendable {
    /// One channel is a point; more are passed on.
    case spatializeIfMono = 0
    /// The channels are passed on.
    case bypass = 1
    /// All channels are one point.
    case pointSource = 2
    /// A far bed that turns with the listener's head, fixed to the world.
    case ambienceBed = 3
}

/// What happens to a point source inside the listener's head.
public enum AVAudio3DMixingPointSourceInHeadMode: Int, Sendable {
    /// It is mixed to one channel.
    case mono = 0
    /// Its channels are passed on.
    case bypass = 1
}
