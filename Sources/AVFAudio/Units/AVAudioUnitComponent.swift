import AVFEngine
import AVFPluginValidation
import AVFRender

/// An audio unit that can be had: a native one or an LV2 plugin.
///
/// Asking opens nothing: the answers come from what the search for plugins has written down.
public class AVAudioUnitComponent: NSObject, @unchecked Sendable {
    // Sendable: everything is immutable, and tags are behind a lock.
    let facts: ComponentFacts
    private let tags: ComponentTags

    init(_ facts: ComponentFacts, tags: ComponentTags) {
        self.facts = facts
        self.tags = tags
        super.init()
    }

    /// What a person reads.
    public var name: String { facts.name }

    /// What kind of unit it is, such as `AVAudioUnitTypeEffect`.
    public var typeName: String { Self.typeNames[facts.component.type] ?? "" }

    /// The kind in the user's language; the same as `typeName`.
    public var localizedTypeName: String { typeName }

    /// Who made it.
    public var manufacturerName: String { facts.manufacturer }

    /// 0xMMMMmmDD: major, minor and the last part.
    public var version: Int { Int(facts.version) }

    /// The version as text, such as "1.2.0".
    public var versionString: String { "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)" }

    /// The folder of an LV2 plugin's bundle; nil for a native unit.
    public var componentURL: URL? {
        facts.plugin.map { URL(fileURLWithPath: $0.bundle, isDirectory: true) }
    }

    /// The processors that it runs on: this machine's.
    public var availableArchitectures: [NSNumber] {
        #if arch(arm64)
            [0x0100_000C]
        #else
            [0x0100_0007]
        #endif
    }

    /// Whether it may run in a sandbox: native units may; of a plugin it is unknown.
    public var isSandboxSafe: Bool { facts.plugin == nil }

    /// Whether it takes MIDI.
    public var hasMIDIInput: Bool { facts.takesMIDI }

    /// Whether it gives MIDI.
    public var hasMIDIOutput: Bool { facts.plugin?.givesMIDI ?? false }

    /// The unit as a component.
    public var audioComponentDescription: AudioComponentDescription {
        AudioComponentDescription(facts.component)
    }

    /// A reference that stands for this component as long as the program runs.
    public var audioComponent: AudioComponent { ComponentReferences.reference(to: facts.identifier) }

    /// Whether it was validated and nothing was found that makes it unusable; native units always.
    ///
    /// `avf validate` does that, and a plugin that has changed since counts as not validated.
    public var passesAUVal: Bool {
        guard let plugin = facts.plugin else { return true }
        return ValidationRecords.standard.verdict(of: plugin)?.isUsable ?? false
    }

    /// Whether it brings a view of its own; user interfaces of plugins are not shown.
    public var hasCustomView: Bool { false }

    /// The file of its icon; there is none.
    public var iconURL: URL? { nil }

    /// Facts that have no property of their own: the identifier, and the channels of the first buses.
    public var configurationDictionary: [String: Any] {
        [
            "Identifier": facts.identifier,
            "ChannelConfigurations": [[facts.inputChannelCount ?? -1, facts.outputChannelCount ?? -1]],
        ]
    }

    /// Whether a connection with so many channels in and out fits.
    public func supportsNumberInputChannels(
        _ numInputChannels: Int, outputChannels numOutputChannels: Int
    ) -> Bool {
        guard numInputChannels >= 0, numOutputChannels >= 0 else { return false }
        let inputs = facts.inputChannelCount ?? numInputChannels
        let outputs = facts.outputChannelCount ?? numOutputChannels
        let takesAny = facts.inputChannelCount == nil && facts.outputChannelCount == nil
        return inputs == numInputChannels && outputs == numOutputChannels
            && (!takesAny || numInputChannels == numOutputChannels)
    }

    // MARK: - Tags

    /// The tags that the user gave it; kept for the next program.
    public var userTagNames: [String] {
        get { tags.tags(of: facts.identifier) }
        set {
            guard tags.set(newValue, of: facts.identifier) else { return }
            NotificationCenter.default.post(name: .AVAudioUnitComponentTagsDidChange, object: self)
        }
    }

    /// The user's tags, and that of its LV2 class.
    public var allTagNames: [String] {
        userTagNames + (facts.classTag.map { [$0] } ?? []).filter { !userTagNames.contains($0) }
    }

    // MARK: - NSObject

    /// Whether both are the same unit.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? AVAudioUnitComponent).map { $0.facts == facts } ?? false
    }

    /// A number that equal components share.
    public override var hash: Int { facts.identifier.hashValue }

    /// The name and the codes.
    public override var description: String { "\(name) (\(facts.component))" }

    private static let typeNames: [OSType: String] = [
        kAudioUnitType_Output: AVAudioUnitTypeOutput, kAudioUnitType_MusicDevice: AVAudioUnitTypeMusicDevice,
        kAudioUnitType_MusicEffect: AVAudioUnitTypeMusicEffect,
        kAudioUnitType_FormatConverter: AVAudioUnitTypeFormatConverter,
        kAudioUnitType_Effect: AVAudioUnitTypeEffect, kAudioUnitType_Mixer: AVAudioUnitTypeMixer,
        kAudioUnitType_Panner: AVAudioUnitTypePanner, kAudioUnitType_Generator: AVAudioUnitTypeGenerator,
        kAudioUnitType_OfflineEffect: AVAudioUnitTypeOfflineEffect,
        kAudioUnitType_MIDIProcessor: AVAudioUnitTypeMIDIProcessor,
    ]
}

extension NSNotification.Name {
    /// A component's tags have changed; the object is the component.
    public static let AVAudioUnitComponentTagsDidChange = NSNotification.Name(
        "AVAudioUnitComponentTagsDidChangeNotification")
}
