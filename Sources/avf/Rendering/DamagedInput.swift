import AVFConsole
import AVFMedia

// One rule for every command that reads: what is there is delivered, what is missing is said, and the exit
// status tells it.

extension AudioFileReader {
    /// What a read gives; damage behind the first frame ends the file.
    ///
    /// - Throws: `Failure` if nothing at all could be read.
    func deliver(_ read: () throws(MediaError) -> Int) throws(Failure) -> Int {
        do {
            return try read()
        } catch {
            guard position > 0, incompleteness != nil else { throw Failure(reading: error) }
            return 0
        }
    }

    /// Says what is missing, when everything else has been done.
    ///
    /// - Throws: `Failure` if anything is.
    func checkComplete() throws(Failure) {
        if let incompleteness { throw Failure(incomplete: incompleteness) }
    }
}

extension MediaError {
    /// The frames of an incomplete or damaged file that could be used; nil for other errors.
    var usableFrameCount: Int? {
        switch self {
        case .incomplete(_, let frameCount, _): frameCount
        case .decodingFailed(_, _, let frame) where frame > 0: frame
        default: nil
        }
    }
}
