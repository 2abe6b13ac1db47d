import AVFEngine
import AVFRender

// A state as a dictionary that fits into a property list; an .aupreset file is that list.

extension AUAudioUnit {
    private enum Key {
        static let type = "type"
        static let subtype = "subtype"
        static let manufacturer = "manufacturer"
        static let version = "version"
        static let name = "name"
        static let data = "data"
        static let number = "preset-number"
    }

    /// Everything that makes the unit sound as it does, files included; nil if the plugin cannot say.
    ///
    /// Setting it restores the unit. What is no state of this unit is refused: nothing changes, and the
    /// engine's `errorHandler` is told.
    public var fullState: [String: Any]? {
        get { try? state(name: nil, number: nil) }
        set {
            guard let newValue else { return }
            reporting { () throws(EngineError) in try restore(newValue) }
        }
    }

    /// The same as `fullState`: nothing in it belongs to the machine.
    public var fullStateForDocument: [String: Any]? {
        get { fullState }
        set { fullState = newValue }
    }

    func state(name: String?, number: Int?) throws(EngineError) -> [String: Any] {
        let component = node.descriptor.component
        var state: [String: Any] = [
            Key.type: Int(component.type), Key.subtype: Int(component.subtype),
            Key.manufacturer: Int(component.manufacturer), Key.version: 0,
            Key.data: Data(try savedState().bytes),
        ]
        state[Key.name] = name
        state[Key.number] = number
        return state
    }

    private func savedState() throws(EngineError) -> UnitState {
        guard let registration else { return try node.saveState() }
        return programState(registration)
    }

    /// Restores the unit from a dictionary.
    func restore(_ state: [String: Any]) throws(EngineError) {
        guard let data = state[Key.data] as? Data else { throw .state(.notAState) }
        if let registration {
            try restoreProgram([UInt8](data), registration)
        } else {
            try node.restoreState(bytes: [UInt8](data))
        }
        settings.withLock { $0.currentPreset = nil }
    }

    func reporting(_ body: () throws(EngineError) -> Void) {
        do { try body() } catch {
            guard let engine = node.engine else { return AVAudioEngine.log(AVFAudioError.error(error)) }
            engine.report(error)
        }
    }

    // MARK: - Presets

    /// The unit's own presets; nil if it has none.
    ///
    /// A plugin's are those that LV2 bundles list for it.
    public var factoryPresets: [AUAudioUnitPreset]? {
        let presets = node.factoryPresets.enumerated().map {
            AUAudioUnitPreset(number: $0, name: $1.bank.isEmpty ? $1.name : "\($1.bank): \($1.name)")
        }
        return presets.isEmpty ? nil : presets
    }

    /// Whether the user can save presets: always.
    public var supportsUserPresets: Bool { true }

    /// The user's presets of this unit, by number from −1 down.
    public var userPresets: [AUAudioUnitPreset] {
        userFiles().compactMap { url in
            guard let list = Self.propertyList(url), let number = list[Key.number] as? Int else { return nil }
            return AUAudioUnitPreset(number: number, name: list[Key.name] as? String ?? "")
        }.sorted { $0.number > $1.number }
    }

    /// Saves what the unit is now as a preset of the user's; one with the same number is replaced.
    ///
    /// A positive number is taken as a negative one, and 0 as the next free one.
    /// - Throws: An `NSError` with the code −66742 if it cannot be written.
    public func saveUserPreset(_ userPreset: AUAudioUnitPreset) throws {
        var number = -abs(userPreset.number)
        if number == 0 { number = (userPresets.map(\.number).min() ?? 0) - 1 }
        let list = try AVFAudioError.throwing { () throws(EngineError) in
            try state(name: userPreset.name, number: number)
        }
        let url = userFile(number)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
                .write(to: url, options: .atomic)
        } catch {
            throw AVFAudioError.error(
                kAudioUnitErr_InvalidFilePath, "The preset “\(url.path)” cannot be written: \(error).")
        }
        userPreset.number = number
    }

    /// Deletes a preset of the user's.
    ///
    /// - Throws: An `NSError` with the code −66742 if there is none with that number.
    public func deleteUserPreset(_ userPreset: AUAudioUnitPreset) throws {
        do { try FileManager.default.removeItem(at: userFile(userPreset.number)) } catch {
            throw AVFAudioError.error(
                kAudioUnitErr_InvalidFilePath,
                "“\(node.name)” has no user preset with the number \(userPreset.number).")
        }
    }

    /// The state that a preset of the user's holds.
    ///
    /// - Throws: An `NSError` with the code −66742 if there is none with that number.
    public func presetState(for userPreset: AUAudioUnitPreset) throws -> [String: Any] {
        guard let list = Self.propertyList(userFile(userPreset.number)) else {
            throw AVFAudioError.error(
                kAudioUnitErr_InvalidFilePath,
                "“\(node.name)” has no user preset with the number \(userPreset.number).")
        }
        return list
    }

    /// The preset that was chosen last; nil after a parameter was set by hand.
    ///
    /// Setting one makes the unit sound so; a preset that does not exist is refused, and the engine's
    /// `errorHandler` is told.
    public var currentPreset: AUAudioUnitPreset? {
        get { settings.withLock { $0.currentPreset } }
        set {
            guard let newValue else { return settings.withLock { $0.currentPreset = nil } }
            reporting { () throws(EngineError) in
                if newValue.number >= 0 {
                    try node.loadFactoryPreset(newValue.number)
                } else {
                    guard let list = Self.propertyList(userFile(newValue.number)) else {
                        throw .notSupported(
                            node: node.name, reason: "has no user preset with the number \(newValue.number)")
                    }
                    try restore(list)
                }
                settings.withLock { $0.currentPreset = newValue }
            }
        }
    }

    /// The dictionary in a property list file.
    static func propertyList(_ url: URL) -> [String: Any]? {
        guard let data = try? Data(contentsOf: url) else { return nil }
        return (try? PropertyListSerialization.propertyList(from: data, options: [], format: nil))
            as? [String: Any]
    }

    private func userFile(_ number: Int) -> URL {
        userFolder.appendingPathComponent("\(-abs(number)).aupreset")
    }

    private func userFiles() -> [URL] {
        let files = try? FileManager.default.contentsOfDirectory(
            at: userFolder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "aupreset" }
    }

    /// `$XDG_DATA_HOME/avfaudio/presets`, or below `~/.local/share`; a folder for each unit.
    private var userFolder: URL {
        let environment = ProcessInfo.processInfo.environment
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (environment["HOME"] ?? "/tmp") + "/.local/share"
        let unit = node.descriptor.identifier.map {
            $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_"
        }
        return URL(fileURLWithPath: data + "/avfaudio/presets/" + String(unit))
    }
}
