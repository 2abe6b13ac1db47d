import AVFEngine

extension AVAudioUnit {
    /// An LV2 plugin's parameters that are no ports, sorted by URI; empty for a native unit. (Not in Apple's
    /// API.)
    ///
    /// They stand beside the parameter tree, which knows only numbers of 32 bits. Their values are part of
    /// `fullState`. C: `avf_unit_get_property_info`.
    public final var properties: [AVAudioUnitProperty] { unit.properties.map(AVAudioUnitProperty.init) }

    /// Sets a property by its URI or symbol. (Not in Apple's API.)
    ///
    /// The plugin gets it with its next block, or at once if it has made none: what it loads for it is there
    /// when the first block begins. C: `avf_unit_set_property_number`, `avf_unit_set_property_text`.
    /// - Throws: An `NSError` whose text names the value: there is no such property, it cannot be set, the
    ///   value is of another type, not finite or out of range, or the plugin does not start.
    public final func setProperty(_ identifier: String, to value: AVAudioUnitPropertyValue) throws {
        try AVFAudioError.throwing { () throws(EngineError) in
            try unit.setProperty(identifier, value.core)
        }
    }

    /// The value of a property, by its URI or symbol; nil if there is none. (Not in Apple's API.)
    ///
    /// It is what was set or what the plugin has told since. A plugin that makes blocks is asked each time,
    /// and answers with its next block. C: `avf_unit_get_property_number`, `avf_unit_get_property_text`.
    /// - Throws: An `NSError` if there is no such property, or the plugin does not start.
    public final func property(_ identifier: String) throws -> AVAudioUnitPropertyValue? {
        try AVFAudioError.throwing { () throws(EngineError) in
            try unit.property(identifier)
        }.map(AVAudioUnitPropertyValue.init)
    }
}
