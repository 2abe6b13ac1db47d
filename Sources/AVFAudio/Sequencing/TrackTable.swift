import Synchronization

/// The tracks that a program sees, by their identifiers, and what it has asked to be told of.
final class TrackTable: Sendable {
    private struct Contents: Sendable {
        var tracks: [Int32: AVMusicTrack] = [:]
        var userCallback: AVAudioSequencerUserCallback?
        var errorHandler: (@Sendable (any Error) -> Void)?
        var userInfo: [String: any Sendable] = [:]
        var loadNotes: [String] = []
    }

    private let contents = Mutex(Contents())

    /// The track with an identifier, made if it was not seen before.
    func track(_ identifier: Int32, _ make: () -> AVMusicTrack) -> AVMusicTrack {
        contents.withLock { contents in
            if let known = contents.tracks[identifier] { return known }
            let made = make()
            contents.tracks[identifier] = made
            return made
        }
    }

    /// The track with an identifier, if the program has seen it.
    func known(_ identifier: Int32) -> AVMusicTrack? { contents.withLock { $0.tracks[identifier] } }

    func remove(_ identifier: Int32) { contents.withLock { $0.tracks[identifier] = nil } }

    func removeAll() { contents.withLock { $0.tracks = [:] } }

    /// Who takes user events.
    var userCallback: AVAudioSequencerUserCallback? {
        get { contents.withLock { $0.userCallback } }
        set { contents.withLock { $0.userCallback = newValue } }
    }

    /// What the file tells of itself.
    var userInfo: [String: any Sendable] {
        get { contents.withLock { $0.userInfo } }
        set { contents.withLock { $0.userInfo = newValue } }
    }

    /// What was repaired in the file.
    var loadNotes: [String] {
        get { contents.withLock { $0.loadNotes } }
        set { contents.withLock { $0.loadNotes = newValue } }
    }

    /// Who takes errors.
    var errorHandler: (@Sendable (any Error) -> Void)? {
        get { contents.withLock { $0.errorHandler } }
        set { contents.withLock { $0.errorHandler = newValue } }
    }
}
