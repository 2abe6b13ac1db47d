import AVFConsole
import AVFDevices
import AVFEngine
import AVFGraph
import AVFMedia
import AVFRender
import AVFUnits
import ArgumentParser

/// Which MIDI ports are played.
struct KeyboardOptions: ParsableArguments {
    @Option(
        name: .customLong("midi"),
        help: ArgumentHelp(
            "Plays what arrives at a MIDI port, as `avf midi` names it, instead of a file; may be repeated.",
            valueName: "port"))
    var ports: [String] = []
    @Option(
        name: .customLong("midi-port"),
        help: ArgumentHelp("Makes a MIDI port of that name, which other programs send to.", valueName: "name")
    )
    var ownPort: String?
    @Option(
        help: ArgumentHelp("The program of a bank that keys play, 0 to 127, until they ask for another."))
    var program: Int?

    /// Whether there is a port to play.
    var isUsed: Bool { !ports.isEmpty || ownPort != nil }

    func validate() throws {
        guard program.map((0...127).contains) ?? true else {
            throw ValidationError("--program takes a number from 0 to 127.")
        }
        guard isUsed || program == nil else { throw ValidationError("--program is for --midi.") }
    }
}

/// MIDI ports at the head of a chain, played by an instrument of the user's or by a sampler.
struct KeyboardSource: ChainSource {
    let engine = AudioEngine()
    let head: EngineNode
    let format = BusFormat(sampleRateHz: 48_000, channelCount: 2)

    /// Opens the ports; the first unit is played if it is an instrument, and leaves the chain, else a bank.
    ///
    /// - Throws: `Failure` if a port or the bank cannot be used.
    init(
        _ options: KeyboardOptions, bank: String?, _ units: inout [UnitNode]
    ) throws(Failure) {
        let instrument = try Self.instrument(options, bank, &units)
        let (engine, ports, ownPort) = (engine, options.ports, options.ownPort)
        try explaining { () throws(EngineError) in
            let input = try MIDIInputNode()
            for name in ports { try input.connect(Self.port(name)) }
            if let ownPort { _ = try input.makeDestination(ownPort) }
            try engine.attach(input)
            try engine.attach(instrument)
            try engine.connectEvents(input, to: [instrument])
        }
        head = instrument
    }

    private static func port(_ name: String) throws(EngineError) -> MIDIPortInfo {
        do throws(MIDIError) {
            return try MIDISystem.shared().client.port(name, side: .source)
        } catch {
            throw .midi(error)
        }
    }

    private static func instrument(
        _ options: KeyboardOptions, _ bank: String?, _ units: inout [UnitNode]
    ) throws(Failure) -> UnitNode {
        if let first = units.first, first.descriptor.acceptsMIDI, first.descriptor.inputBuses.isEmpty {
            guard bank == nil, options.program == nil else {
                throw Failure(.usage, "“\(first.name)” is played; --bank and --program have no use then.")
            }
            units.removeFirst()
            return first
        }
        let sampler = UnitNode(native: UnitEntry(SamplerKernel.self))
        try explaining { () throws(EngineError) in
            try sampler.loadAllPrograms(ofBank: bank)
            for channel in UInt8(0)..<16 where channel != 9 {
                guard let program = options.program else { break }
                _ = try sampler.sendMIDI([0xC0 | channel, UInt8(program)])
            }
        }
        for note in sampler.programNotes.prefix(8) { Console.error("avf: \(note)") }
        return sampler
    }

    /// Until the user ends it.
    var frameCount: Int { .max }
    var isLengthKnown: Bool { false }
    var tailSeconds: Double { 0 }
    var fileFormat: AudioFileFormat? { nil }
    var tags: [AudioTag: String] { [:] }

    func play(onEnd: (@Sendable () -> Void)?) throws(Failure) {}

    func frameCount(ofFile count: Int) -> Int { count }

    func picture() throws(Failure) -> SignalPicture? { nil }
}
