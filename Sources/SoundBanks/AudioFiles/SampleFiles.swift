/// The audio files that an instrument refers to, each once, by index.
struct SampleFiles: Sendable {
    /// Frames that one file may have in memory: 2^28.
    static let frameLimit = 1 << 28

    private(set) var paths: [String] = []
    private(set) var facts: [AudioFileFacts] = []
    private var indices: [String: Int] = [:]

    /// The index of a file; its metadata are read when it is new, unless they are given.
    mutating func index(of path: String, _ given: AudioFileFacts? = nil) -> Int {
        if let index = indices[path] { return index }
        indices[path] = paths.count
        paths.append(path)
        facts.append(given ?? (try? BankBytes(path: path)).map(AudioFileFacts.read) ?? AudioFileFacts())
        return paths.count - 1
    }

    /// The facts of one.
    func sample(_ index: Int) -> Sample {
        var sample = Sample(name: paths[index])
        sample.loop = facts[index].loop
        sample.rootKey = facts[index].rootKey ?? 60
        sample.tuningCents = facts[index].tuningCents
        return sample
    }

    /// All channels of one.
    func frames(
        _ index: Int, _ decoder: SoundDecoder, bank: String, _ budget: inout MemoryBudget
    ) throws(SoundBankError) -> [SampleFrames] {
        let limit = min(Self.frameLimit, budget.frameLimit)
        let sound = try decoder.sound(
            .file(path: paths[index]), frameLimit: limit, path: bank, sample: paths[index])
        return try sound.frames(&budget)
    }
}
