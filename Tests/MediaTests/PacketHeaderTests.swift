import Testing

@testable import AVFMedia

struct PacketHeaderTests {
    private func aac(_ cookie: [UInt8]?, rate: Double = 44_100, channels: Int = 2) -> [UInt8] {
        var format = PacketFormat(.aac, sampleRateHz: rate, channelCount: channels)
        format.cookie = cookie
        return PacketHeader.header(of: format)
    }

    // ISO 14496-3, 1.6.2.1: five bits of type, four of rate, four of channels.
    @Test func `AAC without a cookie has the configuration of its rate and channels`() {
        #expect(aac(nil) == [0x12, 0x10])
        #expect(aac(nil, rate: 48_000, channels: 1) == [0x11, 0x88])
        #expect(aac(nil, rate: 8000, channels: 6) == [0x15, 0xB0])
        // Index 15, then 24 bits.
        #expect(aac(nil, rate: 37_800, channels: 2) == [0x17, 0x80, 0x49, 0xD4, 0x10])
    }

    @Test func `the configuration is found in an ES descriptor, in its atom, and bare`() {
        let config: [UInt8] = [0x12, 0x10]
        let descriptor = MPEG4Descriptor.descriptor(of: config, bitRate: 128_000)
        #expect(descriptor.first == 3 && descriptor.count == 39)
        #expect(aac(descriptor) == config)
        #expect(aac([0, 0, 0, 51] + "esds".utf8 + [0, 0, 0, 0] + descriptor) == config)
        #expect(aac(config) == config)
        // Short lengths, and the three optional fields of a stream.
        let inner: [UInt8] = [4, 17, 0x40, 0x15] + [UInt8](repeating: 0, count: 11) + [5, 2, 0x12, 0x10]
        #expect(aac([3, UInt8(inner.count + 10), 0, 0, 0xE0, 0, 0, 2, 65, 66, 0, 0] + inner) == config)
    }

    @Test func `a descriptor cut anywhere is no reason to fail`() {
        let descriptor = MPEG4Descriptor.descriptor(of: [0x12, 0x10], bitRate: 128_000)
        for count in 0..<descriptor.count { _ = aac(Array(descriptor.prefix(count))) }
        #expect(aac([3, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == [0x12, 0x10])
    }

    @Test func `Apple Lossless is found in its atoms, and made from the format without them`() {
        var format = PacketFormat(.alac, sampleRateHz: 48_000, channelCount: 2)
        (format.bitCount, format.framesPerPacket) = (24, 4096)
        let usual = PacketHeader.header(of: format)
        #expect(usual.count == 36 && usual[3] == 36)
        let contents = Array(usual.dropFirst(12))
        #expect(contents[5] == 24 && contents[9] == 2)
        for cookie in [contents, usual, [0, 0, 0, 12] + Array("frmaalac".utf8) + usual] {
            format.cookie = cookie
            #expect(PacketHeader.header(of: format) == usual)
        }
        #expect(PacketHeader.cookie(of: format, header: usual, bitRate: 0) == contents)
    }

    @Test func `FLAC's STREAMINFO is found in its atom, behind its signature, and bare`() throws {
        var format = PacketFormat(.flac, sampleRateHz: 48_000, channelCount: 2)
        let info = (0..<34).map { UInt8($0) }
        let cookie = try #require(PacketHeader.cookie(of: format, header: info, bitRate: 0))
        #expect(cookie.count == 50)
        for known in [cookie, Array("fLaC".utf8) + [0x80, 0, 0, 34] + info, info] {
            format.cookie = known
            #expect(PacketHeader.header(of: format) == info)
        }
        format.cookie = [1, 2, 3]
        #expect(PacketHeader.header(of: format).isEmpty)
    }

    @Test func `Opus tells how many frames lie before the sound`() {
        let head: [UInt8] = Array("OpusHead".utf8) + [1, 2, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 0]
        #expect(PacketHeader.opusPreSkip(head) == 312)
        #expect(PacketHeader.opusPreSkip([]) == 0)
        var format = PacketFormat(.opus, sampleRateHz: 48_000, channelCount: 1)
        let made = PacketHeader.header(of: format)
        #expect(made.count == 19 && made[9] == 1 && made[12] == 0x80 && made[13] == 0xBB)
        format.cookie = head
        #expect(PacketHeader.opusPreSkip(PacketHeader.header(of: format)) == 0)
    }
}
