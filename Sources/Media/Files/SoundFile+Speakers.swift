import CAVFSndFile

extension SoundFile {
    /// The speaker of each channel as the file says, nil when it does not say it for all.
    func speakers(channelCount: Int) -> [SpeakerPosition]? {
        var codes = [Int32](repeating: 0, count: channelCount)
        let size = Int32(channelCount * MemoryLayout<Int32>.size)
        guard sf_command(handle, Int32(SFC_GET_CHANNEL_MAP_INFO), &codes, size) != 0 else { return nil }
        let speakers = codes.compactMap(SpeakerPosition.init)
        return speakers.count == channelCount ? speakers : nil
    }

    /// Writes the speakers into the header; false when the container has no place for them.
    func setSpeakers(_ speakers: [SpeakerPosition]) -> Bool {
        var codes = speakers.map(\.rawValue)
        let size = Int32(codes.count * MemoryLayout<Int32>.size)
        return sf_command(handle, Int32(SFC_SET_CHANNEL_MAP_INFO), &codes, size) != 0
    }
}
