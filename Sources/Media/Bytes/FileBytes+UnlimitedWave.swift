import Glibc

extension FileBytes {
    /// Shows libsndfile all of a WAVE file that has grown beyond the 4 GiB that its header can say.
    ///
    /// Programs that write into a pipe cannot come back to the sizes, and leave all ones there.
    func mendUnlimitedWave() {
        guard let sound = soundChunk(), sound.byteCount == nil, length - sound.start > Int(UInt32.max)
        else { return }
        showUnlimitedWave(sound)
    }

    /// Shows libsndfile a WAVE whose sound goes on for as long as there are bytes.
    ///
    /// Where the size is not known the header says nearly 2 or 4 GiB, and libsndfile would stop there. An
    /// empty sound in an empty RIFF is to it a recorder that was killed, and it reads all that follows.
    func showUnlimitedWave(_ sound: SoundChunk) {
        defer { _ = seek(to: 0, from: SEEK_SET) }
        guard let head = readWord(at: 0, byteCount: 4) else { return }
        let isBigEndian = head == fourCharacterCode("RIFX")
        guard isBigEndian || head == fourCharacterCode("RIFF"), sound.start >= 20 else { return }
        var header = [UInt8](repeating: 0, count: sound.start - 4)
        guard seek(to: 4, from: SEEK_SET) == 4, read(into: &header, count: header.count) == header.count
        else { return }
        header.replaceSubrange(0..<4, with: isBigEndian ? [0, 0, 0, 8] : [8, 0, 0, 0])
        header.replaceSubrange(header.count - 4..<header.count, with: [0, 0, 0, 0])
        overlay = Overlay(position: 4, bytes: header)
    }
}
