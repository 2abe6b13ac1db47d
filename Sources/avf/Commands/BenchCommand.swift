import AVFConsole
import AVFEngine
import ArgumentParser

/// `avf bench`.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measures what a unit costs for each block.",
        discussion: """
            The unit runs in an engine, offline, on noise and then on silence, a plugin in a process of its \
            own; its time is booked around its call.
              load       share of a core that the median block takes at this rate
              worst      the most expensive block: every block is made three times, and its least time counts, \
            so that what remains is the unit's own
              longest    the longest time of all, with whatever else the machine did meanwhile
              silence    times of a block in silence, as a multiple of those in noise: above 1 something \
            decays badly
              heap       calls of malloc, free and the like while it ran; they must not occur
              denormals  subnormal samples that it put out; the engine asks for none
            """)

    @Option(
        name: .customLong("unit"),
        help: ArgumentHelp(
            "A native unit's symbol or a plugin's URI.", valueName: "unit[:parameter=value,...]"))
    var unit: String
    @Option(help: "Seconds of sound for each block size.") var seconds = 5.0
    @Option(help: "Frames a second.") var sampleRate = 48_000.0
    @Option(help: "Block sizes, with commas between them.") var blocks = "32,64,128,256,512,1024,2048,4096"
    @Option(help: "Seconds that a plugin's process may take.") var timeout = 600.0
    @Flag(help: "Prints JSON.") var json = false
    @Flag(help: .hidden) var inProcess = false

    func validate() throws {
        guard (0.1...3600).contains(seconds) else {
            throw ValidationError("--seconds is not between 0.1 and 3600.")
        }
        guard (1000...768_000).contains(sampleRate) else {
            throw ValidationError("--sample-rate is not between 1000 and 768000.")
        }
        guard timeout > 0 else { throw ValidationError("--timeout must be above 0.") }
        _ = try blockSizes()
    }

    func run() throws {
        let argument = try UnitArgument(unit)
        if argument.isNative || inProcess { return try show(measured(argument)) }
        // What cannot be made at all is said here, before a process is started for it.
        _ = try argument.makeNode(from: .shared, placement: .outOfProcess)
        try show(BenchmarkChild(arguments: childArguments, timeoutSeconds: timeout).rows())
    }

    private func measured(_ argument: UnitArgument) throws -> [BenchmarkRow] {
        try blockSizes().map { size in
            try UnitBenchmark(argument, sampleRateHz: sampleRate, blockSize: size).run(seconds: seconds)
        }
    }

    private func show(_ rows: [BenchmarkRow]) {
        if inProcess {
            rows.forEach { Console.out(BenchmarkChild.line($0)) }
        } else if json {
            Console.out(JSON.list(rows.map(\.json)).text())
        } else {
            Console.out(BenchmarkRow.heading)
            rows.forEach { Console.out($0.line) }
        }
    }

    private func blockSizes() throws -> [Int] {
        try blocks.split(separator: ",", omittingEmptySubsequences: false).map { word in
            guard let size = Int(word), (1...65_536).contains(size) else {
                throw ValidationError("“\(word)” in --blocks is not a number of frames between 1 and 65536.")
            }
            return size
        }
    }

    private var childArguments: [String] {
        [
            "bench", "--in-process", "--unit", unit, "--seconds", "\(seconds)", "--sample-rate",
            "\(sampleRate)", "--blocks", blocks,
        ]
    }
}
