import AVFConsole
import AVFEngine
import AVFGraph
import AVFMedia
import AVFRender

/// What stands at the head of a chain: a file, or a song.
protocol ChainSource {
    /// The engine of the chain.
    var engine: AudioEngine { get }
    /// What sounds; attached to the engine.
    var head: EngineNode { get }
    /// The format of the render.
    var format: BusFormat { get }
    /// Frames at that rate; of what does not say, more than will come until it has ended.
    var frameCount: Int { get }
    /// Whether `frameCount` will stay as it is.
    var isLengthKnown: Bool { get }
    /// Seconds for which it sounds on behind its end, unless the user says otherwise.
    var tailSeconds: Double { get }
    /// How the file holds the sound; nil for what is no sound.
    var fileFormat: AudioFileFormat? { get }
    /// Words about the sound.
    var tags: [AudioTag: String] { get }

    /// Frames of each block, if that is not the user's choice.
    var stepFrameCount: Int? { get }

    /// Told before each block with which frame it begins.
    func move(to frame: Int)

    /// Lets the head play, in an engine that runs; `onEnd` is called when all of it has been heard.
    ///
    /// - Throws: `Failure` from the engine.
    func play(onEnd: (@Sendable () -> Void)?) throws(Failure)

    /// Lets the head go on at a second of the sound; false if it cannot. `onEnd` is called for what is played
    /// from then on.
    ///
    /// - Throws: `Failure` from the engine.
    func seek(toSeconds seconds: Double, onEnd: (@Sendable () -> Void)?) throws(Failure) -> Bool

    /// The frames at the render's rate that so many frames of the file become.
    func frameCount(ofFile count: Int) -> Int

    /// The whole signal as a picture; nil for what is no sound.
    ///
    /// - Throws: `Failure` if the file cannot be read any more.
    func picture() throws(Failure) -> SignalPicture?
}

extension ChainSource {
    var stepFrameCount: Int? { nil }

    func move(to frame: Int) {}

    func seek(toSeconds seconds: Double, onEnd: (@Sendable () -> Void)?) throws(Failure) -> Bool { false }
}
