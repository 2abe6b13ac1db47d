import AVFEngine
import AVFUnits

/// Plays buffers and files, one after the other or at given times.
///
/// It has two timelines: node time runs as the engine renders; player time begins at 0 with the first
/// `play()`, stands still during a pause and returns to 0 with `stop()`. Every function may be called from
/// any thread, also from a completion handler: `stop()` does not wait there.
open class AVAudioPlayerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    // Sendable: see AVAudioNode.
    let player: PlayerNode

    /// A player that has nothing to play.
    public override init() {
        player = PlayerNode()
        super.init(core: player)
    }

    // MARK: - Buffers

    /// Schedules a buffer behind what was scheduled before; the handler runs when the player has taken it.
    ///
    /// The buffer must not be changed until then. It must have the channels of the player's output; its rate
    /// is taken to be the player's. Linear PCM of any kind is converted now.
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        schedule(buffer, completion: .consumed(completionHandler))
    }

    /// Schedules a buffer behind what was scheduled before; the handler runs at the stage asked for.
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        schedule(buffer, completion: .reaching(callbackType, completionHandler))
    }

    /// Schedules a buffer; see `when` in
    /// `scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)`.
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        schedule(buffer, at: when, options, completion: .consumed(completionHandler))
    }

    /// Schedules a buffer at a player time, or behind what was scheduled before if `when` is nil.
    ///
    /// A sample time counts in player time and at its own rate. A host time counts if there is no sample
    /// time, a device plays and the player runs; otherwise it is as nil.
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        schedule(buffer, at: when, options, completion: .reaching(callbackType, completionHandler))
    }

    // MARK: - Files

    /// Schedules a whole file, from its first frame on; the handler runs when the player has taken it.
    ///
    /// The file is opened by its path when its turn comes near, and converted to the player's rate and
    /// channels.
    open func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        schedule(file, 0, file.length, at: when, completion: .consumed(completionHandler))
    }

    /// Schedules a whole file, from its first frame on; the handler runs at the stage asked for.
    open func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        schedule(file, 0, file.length, at: when, completion: .reaching(callbackType, completionHandler))
    }

    /// Schedules a part of a file; the handler runs when the player has taken it.
    open func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
        frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
        completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        schedule(file, startFrame, Int64(numberFrames), at: when, completion: .consumed(completionHandler))
    }

    /// Schedules a part of a file; the handler runs at the stage asked for.
    open func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
        frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        schedule(
            file, startFrame, Int64(numberFrames), at: when,
            completion: .reaching(callbackType, completionHandler))
    }

    /// Decodes up to that many frames of what is scheduled before it returns.
    open func prepare(withFrameCount frameCount: AVAudioFrameCount) {
        player.prepare(frameCount: Int(frameCount))
    }

    // MARK: - Transport

    /// Whether the player was told to play since it was paused or stopped.
    open var isPlaying: Bool { player.isPlaying }

    /// Plays with the next block.
    ///
    /// Refused if the engine does not run or the player feeds nothing.
    open func play() { play(at: nil) }

    /// Plays at a node time, or at a host time if a device plays; at once if that time has passed.
    open func play(at when: AVAudioTime?) {
        refusing { () throws(EngineError) in try begin(at: when) }
    }

    /// As `play()`.
    ///
    /// - Throws: An `NSError` if the engine does not run or the player feeds nothing.
    open func playAudio() throws { try playAudio(at: nil) }

    /// As `play(at:)`.
    ///
    /// - Throws: An `NSError` if the engine does not run or the player feeds nothing.
    open func playAudio(at when: AVAudioTime?) throws {
        try AVFAudioError.throwing { () throws(EngineError) in try begin(at: when) }
    }

    /// Stands still; what is scheduled stays.
    open func pause() { player.pause() }

    /// Drops everything scheduled, lets the handlers run, and returns to player time 0.
    open func stop() { player.stop() }

    /// The node time of a player time; nil while the player does not play.
    open func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? { shifted(playerTime, by: 1) }

    /// The player time of a node time; nil while the player does not play.
    open func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? { shifted(nodeTime, by: -1) }
}
