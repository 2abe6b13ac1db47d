import Synchronization

/// The banks of files that are in use, so that instruments that open one file share its samples.
///
/// A bank is kept as long as it is referenced elsewhere. A file counts as the same one by device, number,
/// size and time of its last change; one that was changed is opened anew, while older instruments keep what
/// they have.
package final class SoundBankCache: Sendable {
    /// The cache of the process.
    package static let shared = SoundBankCache()

    private struct Key: Hashable {
        let path: String
        let identity: BankBytes.Identity
        let folders: [String]
    }
    private struct Kept: Sendable {
        weak var bank: SoundBank?
    }
    private let kept = Mutex<[Key: Kept]>([:])

    /// An empty cache.
    package init() {}

    /// The bank of a file: the one that is in use, or a new one.
    ///
    /// `decoder` is used for a new one only: all callers shall pass one that decodes alike.
    /// - Throws: What `SoundBank.init(path:decoder:sampleFolders:)` throws.
    package func bank(
        path: String, decoder: SoundDecoder = .none, sampleFolders: [String] = []
    ) throws(SoundBankError) -> SoundBank {
        let source = try BankBytes(path: path)
        guard let identity = source.identity else { throw .cannotOpen(path, reason: "it is not a file") }
        let key = Key(path: path, identity: identity, folders: sampleFolders)
        if let bank = kept.withLock({ $0[key]?.bank }) { return bank }
        let bank = try SoundBank(source, decoder, sampleFolders)
        return kept.withLock { kept in
            if let earlier = kept[key]?.bank { return earlier }
            kept = kept.filter { $0.value.bank != nil }
            kept[key] = Kept(bank: bank)
            return bank
        }
    }
}
