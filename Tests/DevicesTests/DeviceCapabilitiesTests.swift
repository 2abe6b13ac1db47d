import AVFDevices
import CAVFALSA
import Glibc
import Testing

@Suite struct DeviceCapabilitiesTests {
    @Test(arguments: DeviceDirection.allCases)
    func `a card says what it can do, and is closed again`(direction: DeviceDirection) throws {
        let card = FakeCard {
            $0.formats = [
                UInt32(bitPattern: SND_PCM_FORMAT_S16_LE.rawValue),
                UInt32(bitPattern: SND_PCM_FORMAT_S32_LE.rawValue),
            ]
            $0.ratesHz = [44_100, 48_000, 12_345]
        }
        let backend = ALSABackend(calls: card.calls)
        let capabilities = try backend.capabilities(ofDevice: card.name, direction)
        #expect(
            capabilities
                == DeviceCapabilities(
                    channelCounts: 2...256, sampleRatesHz: [44_100, 48_000],
                    sampleFormatNames: ["S32_LE", "S16_LE"]))
        #expect(card.read(\.isCapture) == (direction == .capture))
        #expect(card.count(.close) == 1)
        #expect(card.count(.installHardware) == 0)
    }

    @Test func `a busy card gives its reason`() {
        let card = FakeCard { $0.script[.open] = [-Int(EBUSY)] }
        #expect(
            throws: DeviceError.cannotOpen(
                device: card.name, code: EBUSY, cause: "Device or resource busy")
        ) { _ = try ALSABackend(calls: card.calls).capabilities(ofDevice: card.name, .playback) }
    }

    @Test func `a card that does not tell is closed`() {
        let card = FakeCard { $0.script[.anyHardware] = [-Int(EIO)] }
        #expect(throws: DeviceError.self) {
            _ = try ALSABackend(calls: card.calls).capabilities(ofDevice: card.name, .capture)
        }
        #expect(card.count(.close) == 1)
    }

    @Test func `alsa-lib's null device takes everything`() throws {
        for direction in DeviceDirection.allCases {
            let capabilities = try ALSABackend().capabilities(ofDevice: "null", direction)
            #expect(capabilities.channelCounts == 1...256)
            #expect(capabilities.sampleRatesHz == DeviceCapabilities.usualRatesHz)
            #expect(capabilities.sampleFormatNames.first == "FLOAT_LE")
            #expect(capabilities.sampleFormatNames.count > 20)
        }
    }
}
