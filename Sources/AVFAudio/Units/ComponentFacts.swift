import AVFEngine
import AVFPluginCatalog
import AVFRender
import AVFUnits
import Synchronization

/// What a component tells without being opened.
struct ComponentFacts: Sendable, Equatable {
    let identifier: String
    let name: String
    let manufacturer: String
    let version: UInt32
    let component: ComponentDescription
    let takesMIDI: Bool
    /// Channels of the first input bus; nil for any number.
    let inputChannelCount: Int?
    let outputChannelCount: Int?
    /// The LV2 class, as a tag.
    let classTag: String?
    /// What is known about the plugin; nil for a native unit.
    let plugin: PluginSummary?

    /// A native unit's.
    init(_ descriptor: UnitDescriptor) {
        identifier = descriptor.identifier
        name = descriptor.shownName
        manufacturer = descriptor.manufacturer
        version = descriptor.version
        component = descriptor.component
        takesMIDI = descriptor.acceptsMIDI
        inputChannelCount = descriptor.inputBuses.isEmpty ? 0 : descriptor.inputBuses[0].channelCount
        outputChannelCount = descriptor.outputBuses.isEmpty ? 0 : descriptor.outputBuses[0].channelCount
        classTag = nil
        plugin = nil
    }

    /// That of the time pitch as an effect.
    static let pitchEffect = ComponentFacts(
        UnitEntry(TimePitchKernel.self).descriptor.answering(to: UnitCatalog.pitchEffect))

    /// That of a class of the program's own; only its units know their channels.
    init(_ registration: SubclassRegistration) {
        identifier = registration.identifier
        name = registration.name
        manufacturer = registration.manufacturer
        version = registration.version
        component = ComponentDescription(registration.description)
        takesMIDI = registration.takesMIDI
        inputChannelCount = [.instrument, .generator].contains(registration.kind) ? 0 : nil
        outputChannelCount = nil
        classTag = nil
        plugin = nil
    }

    /// A plugin's.
    init(_ plugin: PluginSummary) {
        identifier = plugin.uri
        name = plugin.name
        manufacturer = plugin.author
        version = plugin.version
        component = plugin.component
        takesMIDI = plugin.takesMIDI
        inputChannelCount = plugin.isMono ? nil : plugin.audioInputCount
        outputChannelCount = plugin.isMono ? nil : plugin.audioOutputCount
        let word = plugin.className.hasSuffix("Plugin") ? plugin.className.dropLast(6) : plugin.className[...]
        classTag = word.isEmpty ? nil : String(word)
        self.plugin = plugin
    }
}

/// The references by which components are known to functions of the older kind.
enum ComponentReferences {
    /// Addresses by identifier; each is a byte that is never freed.
    private static let addresses = Mutex<[String: UInt]>([:])

    /// The reference of the unit with that identifier, the same every time.
    static func reference(to identifier: String) -> AudioComponent {
        let address = addresses.withLock { addresses in
            if let known = addresses[identifier] { return known }
            let made = UInt(bitPattern: UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
            addresses[identifier] = made
            return made
        }
        // Proof: the address of an allocation is never zero, so the fallback is never taken.
        return OpaquePointer(bitPattern: address)
            ?? OpaquePointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
    }

    /// The identifier that a reference stands for.
    static func identifier(of reference: AudioComponent) -> String? {
        let address = UInt(bitPattern: reference)
        return addresses.withLock { $0.first { $0.value == address }?.key }
    }
}

/// The user's tags, in a file that programs share.
final class ComponentTags: Sendable {
    private let url: URL?
    private let tags: Mutex<[String: [String]]?>

    /// Tags in `$XDG_DATA_HOME/avfaudio/tags.json`, or below `~/.local/share`.
    static let standard = ComponentTags(url: standardURL)

    /// Tags in a file; nil keeps them in memory.
    init(url: URL?) {
        self.url = url
        tags = Mutex(nil)
    }

    func tags(of identifier: String) -> [String] { withTags { $0[identifier] ?? [] } }

    /// Every tag that the user has given.
    var all: Set<String> { withTags { Set($0.values.joined()) } }

    /// Gives a unit these tags, each once; false if it had them.
    func set(_ names: [String], of identifier: String) -> Bool {
        var seen: Set<String> = []
        let wanted = names.filter { !$0.isEmpty && seen.insert($0).inserted }
        return withTags { tags in
            guard tags[identifier] ?? [] != wanted else { return false }
            tags[identifier] = wanted.isEmpty ? nil : wanted
            save(tags)
            return true
        }
    }

    private func withTags<Result>(_ body: (inout [String: [String]]) -> Result) -> Result {
        tags.withLock { known in
            var current = known ?? load()
            defer { known = current }
            return body(&current)
        }
    }

    private func load() -> [String: [String]] {
        guard let url, let data = try? Data(contentsOf: url) else { return [:] }
        return (try? JSONDecoder().decode([String: [String]].self, from: data)) ?? [:]
    }

    /// A folder that cannot be written means tags for this program only.
    private func save(_ tags: [String: [String]]) {
        guard let url, let data = try? JSONEncoder().encode(tags) else { return }
        try? FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? data.write(to: url, options: .atomic)
    }

    private static var standardURL: URL? {
        let environment = ProcessInfo.processInfo.environment
        let folder =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].map { $0 + "/.local/share" }
        return folder.map { URL(fileURLWithPath: $0 + "/avfaudio/tags.json") }
    }
}
