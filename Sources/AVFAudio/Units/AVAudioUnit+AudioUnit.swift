import AVFEngine

extension AVAudioNode {
    /// The node's own side: parameters, presets, state and events of a unit.
    ///
    /// The same object every time; formats and connections are the node's business. That of a node which is
    /// no unit, such as a player, has a name, and no parameters.
    public final var auAudioUnit: AUAudioUnit {
        ownUnit.withLock { made in
            if let made { return made }
            let new = AUAudioUnit(node: core as? UnitNode ?? UnitNode(faceOf: core))
            made = new
            return new
        }
    }
}

extension AVAudioUnit {
    /// A reference to the unit for functions of the older kind.
    public final var audioUnit: AudioUnit {
        // Proof: used as a name only; the node lives as long as the one who asks.
        OpaquePointer(Unmanaged.passUnretained(unit).toOpaque())
    }

    /// Loads a preset: an .aupreset file, or for an LV2 plugin a Turtle file or a preset bundle's folder.
    ///
    /// - Throws: An `NSError` with the code −10871 for a file that is no preset, −66741 for an .aupreset
    ///   without a state, −10851 for a preset of another unit. Nothing changes then.
    public func loadPreset(at url: URL) throws {
        guard url.pathExtension != "aupreset" else { return try loadPropertyList(url) }
        try AVFAudioError.throwing { () throws(EngineError) in _ = try unit.loadPreset(at: url.path) }
    }

    /// Saves what an LV2 plugin is now as a preset bundle, which every LV2 host finds below `~/.lv2`.
    ///
    /// (Not in Apple's API.)
    /// - Throws: An `NSError` if the folder cannot be written, or the unit is no LV2 plugin.
    public final func writeLV2Preset(toBundle url: URL, name: String) throws {
        try AVFAudioError.throwing { () throws(EngineError) in
            try unit.writePreset(toBundle: url.path, name: name)
        }
    }

    private func loadPropertyList(_ url: URL) throws {
        guard let list = AUAudioUnit.propertyList(url) else {
            throw AVFAudioError.error(
                kAudioUnitErr_InvalidFile, "“\(url.path)” is not a property list that can be read.")
        }
        guard list["data"] is Data else {
            throw AVFAudioError.error(
                kAudioUnitErr_MissingKey, "The preset “\(url.path)” has no state: its key “data” is missing.")
        }
        let unit = auAudioUnit
        try AVFAudioError.throwing { () throws(EngineError) in try unit.restore(list) }
    }
}
