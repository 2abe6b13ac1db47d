import AVFPluginCatalog

/// Errors on their way from a plugin's process: the engine throws what it would throw without one.
extension PluginError {
    /// The error as bytes.
    var record: [UInt8] {
        var writer = ByteWriter()
        for field in fields { writer.put(field) }
        return writer.bytes
    }

    /// The error in these bytes; of those that no plugin's process should meet, the sentence alone.
    init(record: [UInt8]) {
        var reader = ByteReader(record)
        var fields: [String] = []
        while let field = reader.text() { fields.append(field) }
        self = Self(fields: fields) ?? .refused(description: fields.last ?? "The plugin was refused.")
    }

    /// What an unanswered question throws.
    init(_ failure: PluginHostProcess.Failure, name: String) {
        self =
            switch failure {
            case .lost(let loss): .lost(name: name, loss)
            case .refused(let reason): PluginError(record: reason)
            }
    }

    private var fields: [String] {
        switch self {
        case .missingBinary(let uri, let path): ["missingBinary", uri, path]
        case .brokenBinary(let uri, let path, let reason): ["brokenBinary", uri, path, reason]
        case .notInBinary(let uri, let path): ["notInBinary", uri, path]
        case .unsupportedFeature(let uri, let feature): ["unsupportedFeature", uri, feature]
        case .unsupportedPort(let uri, let symbol): ["unsupportedPort", uri, symbol]
        case .instantiateFailed(let uri, let rate, let log): ["instantiateFailed", uri, "\(rate)", log]
        case .stateFailed(let uri, let call, let status): ["stateFailed", uri, call, "\(status)"]
        default: ["refused", description]
        }
    }

    private init?(fields: [String]) {
        switch (fields.first, fields.count) {
        case ("missingBinary", 3): self = .missingBinary(uri: fields[1], path: fields[2])
        case ("brokenBinary", 4): self = .brokenBinary(uri: fields[1], path: fields[2], reason: fields[3])
        case ("notInBinary", 3): self = .notInBinary(uri: fields[1], path: fields[2])
        case ("unsupportedFeature", 3): self = .unsupportedFeature(uri: fields[1], feature: fields[2])
        case ("unsupportedPort", 3): self = .unsupportedPort(uri: fields[1], symbol: fields[2])
        case ("instantiateFailed", 4):
            self = .instantiateFailed(uri: fields[1], sampleRateHz: Double(fields[2]) ?? 0, log: fields[3])
        case ("stateFailed", 4):
            self = .stateFailed(uri: fields[1], call: fields[2], status: Int(fields[3]) ?? 0)
        default: return nil
        }
    }
}
