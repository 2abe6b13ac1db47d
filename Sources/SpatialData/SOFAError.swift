import AVFSpatial

/// Why a SOFA file cannot be used.
package enum SOFAError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is no library to read it with.
    case unavailable(reason: String)
    /// The file cannot be opened, or is larger than `SOFAFile.mostBytes`.
    case unreadable(path: String)
    /// It is no SOFA file, or a damaged one; the code is libmysofa's.
    case damaged(path: String, code: Int)
    /// What parses it has crashed, or taken longer than a minute.
    case crashed(path: String)
    /// Its convention says something else than responses of heads.
    case convention(path: String, name: String)
    /// It has so many receivers in the place of two ears.
    case receivers(path: String, count: Int)
    /// Its tables are smaller than they say.
    case sizes(path: String)
    /// Its tables make no sense.
    case measurement(path: String, HRTFError)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .unavailable(let reason): "SOFA files cannot be read: \(reason)."
        case .unreadable(let path): "“\(path)” cannot be opened, or is too large."
        case .damaged(let path, let code): "“\(path)” is no SOFA file, or a damaged one (code \(code))."
        case .crashed(let path): "“\(path)” has let its reader crash; it is damaged, or made to do harm."
        case .convention(let path, let name):
            "“\(path)” has the convention “\(name)”; SimpleFreeFieldHRIR can be used."
        case .receivers(let path, let count): "“\(path)” has \(count) receivers, not two ears."
        case .sizes(let path): "The tables of “\(path)” are smaller than they say."
        case .measurement(let path, let error): "“\(path)”: \(error.description)"
        }
    }
}
