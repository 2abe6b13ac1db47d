import AVFPluginCatalog
import AVFRender

/// What the engine and a plugin's process say to each other between blocks.
struct ControlMessage {
    /// Goes up whenever the memory or the messages change.
    static let version = 5

    /// What a message is about.
    enum Kind: UInt32 {
        /// Engine: start this plugin; a descriptor of the memory for its blocks follows.
        case start
        /// Engine: what has the plugin said?
        case takeLog
        /// Engine: save the plugin's state.
        case saveState
        /// Engine: restore this state.
        case restoreState
        /// Engine: set this property.
        case setProperty
        /// Engine: what is the value of this property?
        case readProperty
        /// Engine: what is the latency with these parameters?
        case updateLatency
        /// Process: done.
        case done
        /// Process: refused.
        case refused
    }

    /// The longest message that anybody reads: a state with its samples, and no more.
    static let maximumByteCount = 256 << 20

    let kind: Kind
    /// Which of the process's plugins, counted from 0.
    let member: Int
    let payload: [UInt8]

    init(_ kind: Kind, _ member: Int, _ payload: [UInt8]) {
        self.kind = kind
        self.member = member
        self.payload = payload
    }
}

/// What a plugin's process must know to start.
struct StartRequest {
    var configuration: UnitConfiguration
    /// The first targets of all parameters.
    var parameters: ParameterTargets
    var memoryLimitBytes: UInt64
    var uri: String
    var bundle: String
    /// The scan's record, from which the process makes the same facts.
    var record: [UInt8]
    /// Bytes of the shared memory: where the two sides do not agree, they are of different versions.
    var memoryByteCount: Int

    /// The request as bytes.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.put(UInt64(ControlMessage.version))
        writer.put(configuration.sampleRateHz.bitPattern)
        writer.put(UInt64(configuration.maximumFrameCount))
        writer.put(configuration.inputChannelCounts)
        writer.put(configuration.outputChannelCounts)
        writer.put(parameters.bytes)
        writer.put(memoryLimitBytes)
        writer.put(UInt64(memoryByteCount))
        writer.put(Array(uri.utf8))
        writer.put(Array(bundle.utf8))
        writer.put(record)
        return writer.bytes
    }

    /// The request in these bytes; nil if they are another version's.
    init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard reader.number() == UInt64(ControlMessage.version), let rate = reader.number(),
            let maximum = reader.number(), let inputs = reader.counts(), let outputs = reader.counts(),
            let parameters = reader.block(), let limit = reader.number(), let byteCount = reader.number(),
            let uri = reader.text(), let bundle = reader.text(), let record = reader.block()
        else { return nil }
        configuration = UnitConfiguration(
            sampleRateHz: Double(bitPattern: rate), inputChannelCounts: inputs, outputChannelCounts: outputs,
            maximumFrameCount: Int(clamping: maximum))
        self.parameters = ParameterTargets(parameters)
        memoryLimitBytes = limit
        self.uri = uri
        self.bundle = bundle
        self.record = record
        memoryByteCount = Int(clamping: byteCount)
    }

    init(
        _ facts: PluginFacts, _ configuration: UnitConfiguration, _ parameters: ParameterTargets,
        memoryLimitBytes: UInt64, memoryByteCount: Int
    ) {
        self.configuration = configuration
        self.parameters = parameters
        self.memoryLimitBytes = memoryLimitBytes
        uri = facts.uri
        bundle = facts.summary.bundle
        record = facts.record
        self.memoryByteCount = memoryByteCount
    }
}

/// The targets of all parameters at one moment, on their way to a plugin's process.
struct ParameterTargets {
    private let values: [Float]

    /// The present targets.
    init(_ parameters: ParameterBlock) {
        values = (0..<parameters.count).map { parameters.reader.value($0) }
    }

    /// The targets in these bytes.
    init(_ bytes: [UInt8]) {
        values = stride(from: 0, to: bytes.count & ~3, by: 4).map { offset in
            Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) })
        }
    }

    /// The targets as bytes.
    var bytes: [UInt8] { values.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) } }

    /// Sets them in a block of parameters.
    func apply(to parameters: ParameterBlock) {
        for (index, value) in values.prefix(parameters.count).enumerated() {
            parameters.reader.set(value, at: index)
        }
    }
}

/// What a plugin's process says when the plugin has started.
struct StartAnswer {
    var latencyFrames = 0
    /// The address space that the process may have in all; 0 for no limit.
    var memoryLimitBytes: UInt64 = 0

    /// The answer as bytes.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.put(UInt64(clamping: latencyFrames))
        writer.put(memoryLimitBytes)
        return writer.bytes
    }

    /// The answer in these bytes; what is not in them is 0.
    init(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        latencyFrames = Int(clamping: reader.number() ?? 0)
        memoryLimitBytes = reader.number() ?? 0
    }

    init(latencyFrames: Int, memoryLimitBytes: UInt64) {
        self.latencyFrames = latencyFrames
        self.memoryLimitBytes = memoryLimitBytes
    }
}

/// What a plugin's process says when it has restored a state.
struct RestoreAnswer {
    var gaps = UnitState.Gaps()
    var latencyFrames = 0

    /// The answer as bytes.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.put(UInt64(clamping: latencyFrames))
        for list in [gaps.unknownParameters, gaps.missingFiles] {
            writer.put(UInt64(list.count))
            for text in list { writer.put(text) }
        }
        return writer.bytes
    }

    init() {}

    /// The answer in these bytes; what is not in them is empty.
    init(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        latencyFrames = Int(clamping: reader.number() ?? 0)
        gaps.unknownParameters = Self.texts(&reader)
        gaps.missingFiles = Self.texts(&reader)
    }

    private static func texts(_ reader: inout ByteReader) -> [String] {
        var texts: [String] = []
        for _ in 0..<(reader.number() ?? 0) {
            guard let text = reader.text() else { break }
            texts.append(text)
        }
        return texts
    }
}

/// Puts values one behind the other.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    mutating func put(_ block: [UInt8]) {
        put(UInt64(block.count))
        bytes += block
    }

    mutating func put(_ counts: [Int]) {
        put(UInt64(counts.count))
        for count in counts { put(UInt64(count)) }
    }

    mutating func put(_ text: String) { put(Array(text.utf8)) }
}

/// Takes values out again; nil behind the end.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func number() -> UInt64? {
        guard bytes.count - position >= 8 else { return nil }
        defer { position += 8 }
        return (0..<8).reduce(0) { $0 | UInt64(bytes[position + $1]) << UInt64(8 * $1) }
    }

    mutating func block() -> [UInt8]? {
        guard let count = number(), count <= UInt64(bytes.count - position) else { return nil }
        defer { position += Int(count) }
        return Array(bytes[position..<position + Int(count)])
    }

    mutating func counts() -> [Int]? {
        guard let count = number(), count <= UInt64((bytes.count - position) / 8) else { return nil }
        return (0..<count).compactMap { _ in number().map { Int(clamping: $0) } }
    }

    mutating func text() -> String? { block().map { String(decoding: $0, as: UTF8.self) } }
}
