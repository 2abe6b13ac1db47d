/// A conversion of one stream by an `AVAudioConverter`, with the input that is not used up yet.
protocol StreamConversion: AnyObject {
    /// Frames that are taken into account around each place, or that coding puts around the sound.
    var primeInfo: AVAudioConverterPrimeInfo { get }
    /// What decoders of the result must know; nil unless this encodes.
    var magicCookie: Data? { get }

    /// Goes back to the beginning of the stream.
    func restart() throws

    /// Fills the output to its capacity as far as the block's input reaches.
    ///
    /// - Throws: An `NSError` when the block returns a buffer of another format, or what cannot be decoded.
    func fill(
        _ output: AVAudioBuffer, from block: AVAudioConverterInputBlock
    ) throws -> AVAudioConverterOutputStatus
}

/// Who asks an input block for buffers of one format.
struct ConverterInput {
    let format: AVAudioFormat

    /// What the block has; an empty buffer is nothing for now, because otherwise the caller would never stop
    /// asking.
    func ask<Buffer: AVAudioBuffer>(
        _ block: AVAudioConverterInputBlock, count: Int, as type: Buffer.Type,
        isEmpty: (Buffer) -> Bool
    ) throws -> (status: AVAudioConverterInputStatus, buffer: Buffer?) {
        var status = AVAudioConverterInputStatus.haveData
        let found = block(AVAudioPacketCount(clamping: count), &status)
        guard status == .haveData else { return (status, nil) }
        guard let found else { return (.noDataNow, nil) }
        guard let buffer = found as? Buffer, found.format == format else {
            throw AVFAudioError.error(
                kAudio_ParamError,
                "The converter's input is \(format), but its input block returned \(found.format).")
        }
        return isEmpty(buffer) ? (.noDataNow, nil) : (.haveData, buffer)
    }
}

/// How a call that has made something, or nothing, ends.
func outputStatus(isFull: Bool, isEnded: Bool, isEmpty: Bool) -> AVAudioConverterOutputStatus {
    if isFull { return .haveData }
    guard isEnded else { return .inputRanDry }
    return isEmpty ? .endOfStream : .haveData
}
