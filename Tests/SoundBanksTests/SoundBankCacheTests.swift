import TestBanks
import Testing

@testable import AVFSoundBanks

/// Sharing of banks and samples.
@Suite struct SoundBankCacheTests {
    @Test func `a file that is in use is opened once, and its samples are in memory once`() throws {
        let cache = SoundBankCache()
        let path = try TemporaryFile.write(SoundFontBuilder().bytes, ".sf2")
        let first = try cache.bank(path: path).program(0)
        let bank = try cache.bank(path: path)
        let second = try cache.bank(path: path)
        #expect(bank === second)
        withExtendedLifetime(first) {}
    }

    @Test func `a bank goes with the last who keeps it`() throws {
        let cache = SoundBankCache()
        let path = try TemporaryFile.write(SoundFontBuilder().bytes, ".sf2")
        var bank: SoundBank? = try cache.bank(path: path)
        weak let kept = bank
        #expect(kept != nil)
        bank = nil
        #expect(kept == nil)
        _ = try cache.bank(path: path)
    }

    @Test func `a file that was written anew is another bank, and programs of the old one go on`() throws {
        let cache = SoundBankCache()
        let path = try TemporaryFile.write(SoundFontBuilder().bytes, ".sf2")
        let old = try cache.bank(path: path)
        let program = try old.program(0)
        var builder = SoundFontBuilder()
        builder.presets[0].name = "Another"
        builder.samples[0].frames = [Int16](repeating: 7, count: 200)
        try TemporaryFile.overwrite(path, builder.bytes)
        let new = try cache.bank(path: path)
        #expect(new !== old && new.presets[0].name == "Another")
        #expect(program.zones[0].frames[5] * 32_768 == 5)
    }
}
