import AVFDevices
import Testing

@Suite struct MIDIPortNameTests {
    private let ports = [
        port(14, 0, "Midi Through", "Midi Through Port-0"),
        port(20, 0, "Keystation", "Keystation MIDI 1", isDestination: false),
        port(20, 1, "Keystation", "Keystation MIDI 2"),
        port(24, 0, "Synth", "in", isSource: false),
        port(28, 0, "Synth 2", "in", isSource: false),
    ]

    private static func port(
        _ client: Int32, _ port: Int32, _ clientName: String, _ name: String, isSource: Bool = true,
        isDestination: Bool = true
    ) -> MIDIPortInfo {
        MIDIPortInfo(
            address: MIDIPortAddress(client: client, port: port), name: name, clientName: clientName,
            isSource: isSource, isDestination: isDestination)
    }

    @Test(arguments: [
        ("20:1", "20:1"), ("Keystation:Keystation MIDI 2", "20:1"), ("Keystation", "20:0"),
        ("Keystation MIDI 2", "20:1"), ("key", "20:0"), ("midi thr", "14:0"), ("Midi Through:", "14:0"),
    ])
    func `a source is found by number, by name and by a beginning`(text: String, address: String) throws {
        #expect(
            try MIDIPortName(text, side: .source).find(in: ports.reversed()).address.description == address)
    }

    @Test func `a client's name means its first port with the side that is needed`() throws {
        #expect(try MIDIPortName("Keystation", side: .destination).find(in: ports).address.port == 1)
    }

    @Test func `a whole name goes before a longer one`() throws {
        #expect(try MIDIPortName("Synth", side: .destination).find(in: ports).address.client == 24)
    }

    @Test func `a beginning that fits ports of two clients is refused with both`() {
        #expect(throws: MIDIError.ambiguousPort("syn", matches: ["24:0 Synth:in", "28:0 Synth 2:in"])) {
            try MIDIPortName("syn", side: .destination).find(in: ports)
        }
    }

    @Test func `a port that only has the other side is refused as such`() {
        #expect(throws: MIDIError.wrongSide(port: "Synth:in", needed: .source)) {
            try MIDIPortName("24:0", side: .source).find(in: ports)
        }
    }

    @Test(arguments: ["", "9:9", "piano", ":", "20:0:1", "-1:0", "20:99999999999"])
    func `what fits nothing is refused with what there is`(text: String) {
        let known = [
            "14:0 Midi Through:Midi Through Port-0", "20:0 Keystation:Keystation MIDI 1",
            "20:1 Keystation:Keystation MIDI 2",
        ]
        #expect(throws: MIDIError.noSuchPort(text, known: known)) {
            try MIDIPortName(text, side: .source).find(in: ports)
        }
    }
}
