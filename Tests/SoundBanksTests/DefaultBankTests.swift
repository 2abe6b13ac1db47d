import Glibc
import TestSupport
import Testing

@testable import AVFSoundBanks

/// Which bank is played when none is named.
struct DefaultBankTests {
    @Test func `a well-known bank comes first, then the first of the alphabet, and other files never`() throws
    {
        let folder = "/tmp/avf-banks-\(getpid())"
        mkdir(folder, 0o755)
        defer { rmdir(folder) }
        var made: [String] = []
        func make(_ name: String) {
            made.append(folder + "/" + name)
            close(open(folder + "/" + name, O_CREAT | O_WRONLY, 0o644))
        }
        defer { for path in made { unlink(path) } }
        #expect(DefaultBank.path(in: [folder, "/nonexistent"]) == nil)
        make("readme.txt")
        #expect(DefaultBank.path(in: [folder]) == nil)
        make("Bells.SF2")
        make("Choir.sf3")
        #expect(DefaultBank.path(in: ["/nonexistent", folder]) == folder + "/Bells.SF2")
        make("TimGM6mb.sf2")
        #expect(DefaultBank.path(in: [folder]) == folder + "/TimGM6mb.sf2")
        make("default-GM.sf2")
        #expect(DefaultBank.path(in: [folder]) == folder + "/default-GM.sf2")
    }
}
