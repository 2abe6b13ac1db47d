import CAVFSndFile

/// A word about the sound in a file, such as its title.
package enum AudioTag: String, CaseIterable, Sendable {
    case title, artist, album, track, genre, date, comment, copyright, license

    fileprivate var code: Int32 {
        switch self {
        case .title: Int32(SF_STR_TITLE)
        case .artist: Int32(SF_STR_ARTIST)
        case .album: Int32(SF_STR_ALBUM)
        case .track: Int32(SF_STR_TRACKNUMBER)
        case .genre: Int32(SF_STR_GENRE)
        case .date: Int32(SF_STR_DATE)
        case .comment: Int32(SF_STR_COMMENT)
        case .copyright: Int32(SF_STR_COPYRIGHT)
        case .license: Int32(SF_STR_LICENSE)
        }
    }
}

extension SoundFile {
    /// The words in the file.
    var tags: [AudioTag: String] {
        let found = AudioTag.allCases.compactMap { tag -> (AudioTag, String)? in
            guard let text = sf_get_string(handle, tag.code), text.pointee != 0 else { return nil }
            return (tag, String(cString: text))
        }
        return Dictionary(uniqueKeysWithValues: found)
    }

    /// Puts words into the file, before its sound; what has no place there is left out.
    func set(_ tags: [AudioTag: String]) {
        // In one order, so that the same words make the same file.
        for tag in AudioTag.allCases {
            if let text = tags[tag] { sf_set_string(handle, tag.code, text) }
        }
    }
}
