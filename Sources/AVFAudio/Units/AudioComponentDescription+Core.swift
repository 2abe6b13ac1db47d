import AVFRender

extension AudioComponentDescription {
    /// The three codes as Apple's structure.
    init(_ component: ComponentDescription) {
        self.init(
            componentType: component.type, componentSubType: component.subtype,
            componentManufacturer: component.manufacturer, componentFlags: 0, componentFlagsMask: 0)
    }
}

extension ComponentDescription {
    /// The three codes of Apple's structure; flags do not name a component.
    init(_ component: AudioComponentDescription) {
        self.init(
            type: component.componentType, subtype: component.componentSubType,
            manufacturer: component.componentManufacturer)
    }
}
