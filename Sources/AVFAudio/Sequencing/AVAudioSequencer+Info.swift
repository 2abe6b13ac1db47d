import AVFSequencing

extension AVAudioSequencer {
    /// What a song tells of itself.
    public struct InfoDictionaryKey: Hashable, RawRepresentable, Sendable {
        /// The key in `userInfo`.
        public let rawValue: String

        /// The key with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The album.
        public static let album = InfoDictionaryKey(rawValue: "album")
        /// Length in seconds, a `Double`.
        public static let approximateDurationInSeconds = InfoDictionaryKey(
            rawValue: "approximate duration in seconds")
        /// Who plays.
        public static let artist = InfoDictionaryKey(rawValue: "artist")
        /// The layout of channels.
        public static let channelLayout = InfoDictionaryKey(rawValue: "channel layout")
        /// Comments: of a MIDI file its first text.
        public static let comments = InfoDictionaryKey(rawValue: "comments")
        /// Who has composed it.
        public static let composer = InfoDictionaryKey(rawValue: "composer")
        /// Whose it is.
        public static let copyright = InfoDictionaryKey(rawValue: "copyright")
        /// The program that has written it.
        public static let encodingApplication = InfoDictionaryKey(rawValue: "encoding application")
        /// The genre.
        public static let genre = InfoDictionaryKey(rawValue: "genre")
        /// The International Standard Recording Code.
        public static let ISRC = InfoDictionaryKey(rawValue: "ISRC")
        /// The key, such as “C major”.
        public static let keySignature = InfoDictionaryKey(rawValue: "key signature")
        /// Who has written the words.
        public static let lyricist = InfoDictionaryKey(rawValue: "lyricist")
        /// Bits in a second.
        public static let nominalBitRate = InfoDictionaryKey(rawValue: "nominal bit rate")
        /// When it was recorded.
        public static let recordedDate = InfoDictionaryKey(rawValue: "recorded date")
        /// Bits of a sample of the source.
        public static let sourceBitDepth = InfoDictionaryKey(rawValue: "source bit depth")
        /// The encoder of the source.
        public static let sourceEncoder = InfoDictionaryKey(rawValue: "source encoder")
        /// The subtitle.
        public static let subTitle = InfoDictionaryKey(rawValue: "subtitle")
        /// Quarter notes in a minute at the beginning, a `Double`.
        public static let tempo = InfoDictionaryKey(rawValue: "tempo")
        /// The first meter, such as “3/4”.
        public static let timeSignature = InfoDictionaryKey(rawValue: "time signature")
        /// The title: of a MIDI file the first track's name.
        public static let title = InfoDictionaryKey(rawValue: "title")
        /// The number of the track.
        public static let trackNumber = InfoDictionaryKey(rawValue: "track number")
        /// The year.
        public static let year = InfoDictionaryKey(rawValue: "year")
    }

    /// What a MIDI file tells of itself: title (the first track's name), copyright, comments (its first
    /// text), tempo, meter, key, seconds.
    static func info(_ file: MIDIFile) -> [String: any Sendable] {
        let song = Song(file)
        var info: [String: any Sendable] = [:]
        func set(_ key: InfoDictionaryKey, _ value: (any Sendable)?) { info[key.rawValue] = value }
        let first = file.tracks.first?.events
        set(.title, first?.firstMeta(.trackName).map(MusicEvent.text))
        set(.copyright, first?.firstMeta(.copyright).map(MusicEvent.text))
        set(.comments, first?.firstMeta(.text).map(MusicEvent.text))
        set(.keySignature, first?.firstMeta(.keySignature).flatMap(key))
        let meter = song.tempoTrack.events.firstMeta(.timeSignature)
        set(.timeSignature, meter.flatMap { $0.count > 1 ? "\($0[0])/\(1 << min(Int($0[1]), 16))" : nil })
        set(.tempo, song.tempoMap.tempo(ofBeat: 0))
        set(.approximateDurationInSeconds, song.lengthInSeconds)
        return info
    }

    /// The name of a key: so many sharps, or flats if less than 0; major or minor.
    private static func key(_ bytes: [UInt8]) -> String? {
        guard bytes.count > 1 else { return nil }
        let names = ["Fb", "Cb", "Gb", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B"]
        let sharp = ["F#", "C#", "G#", "D#", "A#"]
        let isMinor = bytes[1] == 1
        let place = 8 + Int(Int8(bitPattern: bytes[0])) + (isMinor ? 3 : 0)
        let all = names + sharp
        guard all.indices.contains(place) else { return nil }
        return all[place] + (isMinor ? " minor" : " major")
    }
}

extension EventStore {
    /// The data of the first meta event of a type.
    fileprivate func firstMeta(_ type: AVMIDIMetaEvent.EventType) -> [UInt8]? {
        for case .meta(let number, let data) in payloads where Int(number) == type.rawValue { return data }
        return nil
    }
}
