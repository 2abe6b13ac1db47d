import AVFAudio

/// The description of a native effect, by its four-character subtype.
func effect(_ subtype: String) -> AudioComponentDescription {
    AudioComponentDescription(
        componentType: code("aufx"), componentSubType: code(subtype), componentManufacturer: code("appl"),
        componentFlags: 0, componentFlagsMask: 0)
}

private func code(_ text: String) -> UInt32 {
    text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
}

/// The subtypes of all native effects.
func nativeEffects() -> [String] {
    let native = AudioComponentDescription(
        componentType: code("aufx"), componentSubType: 0, componentManufacturer: code("appl"),
        componentFlags: 0, componentFlagsMask: 0)
    return AVAudioUnitComponentManager.shared().components(matching: native).map {
        let subtype = $0.audioComponentDescription.componentSubType
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: subtype >> $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
