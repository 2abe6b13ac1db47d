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
