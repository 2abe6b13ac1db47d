/// What a reader of one format provides; a `SoundBank` does the rest.
protocol BankContents: Sendable {
    var name: String { get }
    var format: SoundBankFormat { get }
    var presets: [BankPreset] { get }
    /// What was found while it was opened.
    var notes: [BankNote] { get }
    var sampleCount: Int { get }

    /// The facts of a sample; `index` is below `sampleCount`.
    func sample(_ index: Int) -> Sample
    /// The zones of a preset in the file's order, without their frames; `index` is below `presets.count`.
    func zones(ofPreset index: Int, _ notes: inout NoteList) throws(SoundBankError) -> [ZoneDraft]
    /// Reads or decodes a sample: one result for each channel, at least one.
    func frames(ofSample index: Int, _ budget: inout MemoryBudget) throws(SoundBankError) -> [SampleFrames]
    /// Notes what of a sample's facts had to be replaced.
    func check(sample index: Int, _ notes: inout NoteList)
}

extension BankContents {
    func check(sample index: Int, _ notes: inout NoteList) {}

    /// A sample's name for notes.
    func place(ofSample index: Int) -> String { "sample \(index) “\(sample(index).name)”" }
}

/// Bytes that a program's samples may still take.
struct MemoryBudget {
    let path: String
    let byteLimit: Int
    private(set) var byteCount = 0

    init(path: String, byteLimit: Int) {
        self.path = path
        self.byteLimit = byteLimit
    }

    /// Frames of two bytes that there is room for.
    var frameLimit: Int { max(0, (byteLimit - byteCount) / 2) }

    /// Silent frames, if they fit.
    mutating func frames(
        _ frameCount: Int, rateHz: Double, _ form: SampleFrames.Form
    ) throws(SoundBankError) -> SampleFrames {
        let size = form == .float32 ? 4 : form == .int24 ? 3 : 2
        let (bytes, overflow) = frameCount.multipliedReportingOverflow(by: size)
        guard !overflow, bytes <= byteLimit - byteCount else {
            let wanted = overflow ? Int.max : byteCount.addingReportingOverflow(bytes).partialValue
            throw .tooLarge(path, what: "samples", byteCount: wanted, byteLimit: byteLimit)
        }
        guard let frames = SampleFrames(frameCount: frameCount, rateHz: rateHz, form: form) else {
            throw .outOfMemory(path, byteCount: bytes)
        }
        byteCount += bytes
        return frames
    }
}
