/// What turns encoded sound into frames: given by the caller, who has libraries for it.
///
/// It is called on the thread that opens a bank or loads a program, by several threads at once if they do so.
package struct SoundDecoder: Sendable {
    /// Where the encoded sound is.
    package enum Source: Sendable {
        /// An audio file.
        case file(path: String)
        /// A whole audio file in memory: Ogg Vorbis in SoundFonts, WAVE where a bank's wave is compressed.
        case bytes([UInt8])
    }

    /// Decodes a source, or throws an error whose description says why not.
    ///
    /// The second argument is the most frames that may come; more shall be refused before memory is taken.
    package let decode: @Sendable (Source, Int) throws(SoundDecodingError) -> DecodedSound

    #if hasFeature(Embedded)
        /// A decoder from a function.
        init(_ decode: @escaping @Sendable (Source, Int) throws(SoundDecodingError) -> DecodedSound) {
            self.decode = decode
        }
    #else
        /// A decoder from a function, whose errors say in their descriptions what is wrong.
        package init(_ decode: @escaping @Sendable (Source, Int) throws -> DecodedSound) {
            self.decode = { (source, mostFrames) throws(SoundDecodingError) in
                do {
                    return try decode(source, mostFrames)
                } catch let error as SoundDecodingError {
                    throw error
                } catch {
                    throw SoundDecodingError("\(error)")
                }
            }
        }
    #endif

    /// A decoder that knows nothing: banks with 16-bit samples can be used, others say what they lack.
    package static let none = SoundDecoder { (_, _) throws(SoundDecodingError) in
        throw SoundDecodingError("there is no decoder")
    }
}

/// Why a sound could not be decoded, in words.
package struct SoundDecodingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A clause for a sentence: no capital, no full stop.
    package let reason: String

    /// The reason.
    package var description: String { reason }

    /// An error with its reason.
    package init(_ reason: String) { self.reason = reason }
}

/// Frames that a decoder has made, interleaved.
package struct DecodedSound: Sendable {
    /// Samples of all channels, frame after frame.
    package enum Samples: Sendable {
        /// Full scale is 32,768.
        case int16([Int16])
        /// Full scale is 1.
        case float32([Float])
    }

    /// The rate in Hz.
    package let rateHz: Double
    /// Channels in a frame, at least 1.
    package let channelCount: Int
    /// `frames × channelCount` numbers.
    package let samples: Samples

    /// A sound from its parts.
    package init(rateHz: Double, channelCount: Int, samples: Samples) {
        self.rateHz = rateHz
        self.channelCount = channelCount
        self.samples = samples
    }

    /// Whole frames.
    var frameCount: Int {
        guard channelCount > 0 else { return 0 }
        switch samples {
        case .int16(let values): return values.count / channelCount
        case .float32(let values): return values.count / channelCount
        }
    }
}
