import AVFRender

/// Why a plugin cannot be found, loaded or used.
package enum PluginError: Error, Sendable, Equatable, CustomStringConvertible {
    /// No bundle on the search path describes the plugin.
    case noSuchPlugin(uri: String, searchPath: String)
    /// The plugin's description cannot be used.
    case brokenDescription(uri: String, bundle: String, reason: String)
    /// The bundle names a binary that is not there.
    case missingBinary(uri: String, path: String)
    /// The binary cannot be loaded.
    case brokenBinary(uri: String, path: String, reason: String)
    /// The binary holds other plugins, but not this one.
    case notInBinary(uri: String, path: String)
    /// The plugin requires a feature that this host does not have.
    case unsupportedFeature(uri: String, feature: String)
    /// The plugin requires a kind of port that this host does not know.
    case unsupportedPort(uri: String, symbol: String)
    /// The plugin refused to start; `log` is what it said, if anything.
    case instantiateFailed(uri: String, sampleRateHz: Double, log: String)
    /// The plugin's channels do not fit the connection.
    case channelMismatch(
        name: String, pluginInputs: Int, pluginOutputs: Int, wantedInputs: Int, wantedOutputs: Int)
    /// A sample rate or block length that no plugin can run at.
    case badConfiguration(uri: String, sampleRateHz: Double, maximumFrameCount: Int)
    /// The program that runs plugins in processes of their own is not there.
    case noHostProgram(lookedFor: [String])
    /// The program that runs plugins in processes of their own does not start, or is another version's.
    case hostFailed(path: String, reason: String)
    /// A plugin in a process of its own is gone.
    case lost(name: String, PluginLoss)
    /// A plugin's output was not fit to be heard.
    case unfitOutput(name: String)
    /// A plugin wrote messages that cannot be parsed.
    case unreadableMessages(name: String)
    /// A plugin in a process of its own wrote outside of its audio buffers.
    case strayWrite(name: String)
    /// The worker of a plugin in a process of its own does not come back from a job.
    case stuckWorker(name: String, seconds: Double)
    /// A plugin in a process of its own is too slow.
    case late(name: String)
    /// A plugin in a process of its own has refused something; the text is the process's.
    case refused(description: String)

    /// The plugin has no such property.
    case noSuchProperty(name: String, property: String, known: [String])
    /// A property cannot have that value.
    case badProperty(name: String, property: String, reason: String)
    /// The state cannot be this plugin's.
    case badState(UnitStateError)
    /// The plugin reported a failure of saving or restoring its state.
    case stateFailed(uri: String, call: String, status: Int)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .noSuchPlugin(let uri, let searchPath):
            "There is no LV2 plugin \(uri) on the search path \(searchPath)."
        case .brokenDescription(let uri, let bundle, let reason):
            "The description of \(uri) in \(bundle) cannot be used: \(reason)."
        case .missingBinary(let uri, let path):
            "The binary of \(uri) is missing: there is no file \(path)."
        case .brokenBinary(let uri, let path, let reason):
            "The binary of \(uri), \(path), cannot be loaded: \(reason)."
        case .notInBinary(let uri, let path):
            "The binary \(path) does not hold the plugin \(uri) that its bundle promises."
        case .unsupportedFeature(let uri, let feature):
            "The plugin \(uri) requires the feature \(feature), which this host does not have."
        case .unsupportedPort(let uri, let symbol):
            "The plugin \(uri) requires its port \"\(symbol)\" of a kind that this host does not know."
        case .instantiateFailed(let uri, let sampleRateHz, let log):
            "The plugin \(uri) refused to start at \(sampleRateHz) Hz"
                + (log.isEmpty ? " and gave no reason." : ": \(log)")
        case .channelMismatch(let name, let inputs, let outputs, let wantedInputs, let wantedOutputs):
            "The plugin \"\(name)\" has \(inputs) audio inputs and \(outputs) outputs, but the connection "
                + "has \(wantedInputs) channels in and \(wantedOutputs) out."
        case .badConfiguration(let uri, let sampleRateHz, let maximumFrameCount):
            "The plugin \(uri) cannot run at \(sampleRateHz) Hz with blocks of up to \(maximumFrameCount) frames."
        case .noSuchProperty(let name, let property, let known):
            "The plugin \"\(name)\" has no property \"\(property)\". "
                + (known.isEmpty ? "It has none at all." : "It has: \(known.joined(separator: ", ")).")
        case .badProperty(let name, let property, let reason):
            "The property \"\(property)\" of \"\(name)\" cannot be set: \(reason)."
        case .badState(let error): error.description
        case .stateFailed(let uri, let call, let status):
            "The plugin \(uri) could not \(call) its state: it reported the LV2 status \(status)."
        case .noHostProgram(let places):
            "No plugin can run in a process of its own, because the program \(HostProgram.name) is missing: "
                + "there is no " + places.joined(separator: ", no ")
                + ". $\(HostProgram.variable) may name it."
        case .hostFailed(let path, let reason): "The program \(path) cannot run plugins: \(reason)."
        case .lost(let name, let loss): "The plugin \"\(name)\" \(loss)."
        case .unfitOutput(let name):
            "The plugin \"\(name)\" made NaN, infinity or noise beyond measure; such samples are silent."
        case .unreadableMessages(let name):
            "The plugin \"\(name)\" made messages that cannot be read; they are dropped, its sound is what it was."
        case .strayWrite(let name):
            "The plugin \"\(name)\" wrote outside of its audio buffers; those of other units are intact."
        case .stuckWorker(let name, let seconds):
            "The worker of the plugin \"\(name)\" has been at one job for \(PluginLoss.text(seconds)) s; its sound "
                + "goes on without what the job brings."
        case .late(let name):
            "The plugin \"\(name)\" was too late for a block, which was passed by; its process goes on."
        case .refused(let description): description
        }
    }
}

/// A bundle, or a plugin of it, that discovery could not use.
package struct BundleFailure: Sendable, Equatable, CustomStringConvertible {
    /// The bundle's folder.
    package let bundle: String
    /// The plugin, or nil if the whole bundle is concerned.
    package let uri: String?
    /// What is wrong, without a full stop.
    package let reason: String

    /// A sentence for people.
    package var description: String {
        uri.map { "The plugin \($0) in \(bundle) cannot be used: \(reason)." }
            ?? "The bundle \(bundle) cannot be used: \(reason)."
    }
}
