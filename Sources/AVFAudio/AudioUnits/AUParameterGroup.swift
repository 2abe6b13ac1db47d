/// Parameters, and groups of them, that belong together.
open class AUParameterGroup: AUParameterNode, NSSecureCoding, @unchecked Sendable {
    // Sendable: see AUParameterNode.
    /// What is in the group, in order.
    public final let children: [AUParameterNode]

    /// A group of nothing.
    public override init() {
        children = []
        super.init()
    }

    init(identifier: String, name: String, children: [AUParameterNode]) {
        self.children = children
        super.init(identifier: identifier, name: name)
        for child in children { child.parent = self }
    }

    /// Every parameter in the group and in its groups, in order.
    open var allParameters: [AUParameter] {
        children.flatMap { child -> [AUParameter] in
            (child as? AUParameter).map { [$0] } ?? (child as? AUParameterGroup)?.allParameters ?? []
        }
    }

    /// The same group without what it belongs to, its addresses higher by an offset.
    func copies(addressOffset: AUParameterAddress) -> [AUParameterNode] {
        children.compactMap { child in
            if let parameter = child as? AUParameter { return parameter.copy(addressOffset: addressOffset) }
            guard let group = child as? AUParameterGroup else { return nil }
            return AUParameterGroup(
                identifier: group.identifier, name: group.displayName,
                children: group.copies(addressOffset: addressOffset))
        }
    }

    // MARK: - Coding

    /// Whether it can be archived safely: yes.
    public static var supportsSecureCoding: Bool { true }

    /// A group from an archive; nil for one that is not whole.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier"),
            let name = coder.decodeObject(of: NSString.self, forKey: "displayName"),
            let children = coder.decodeObject(
                of: [NSArray.self, AUParameter.self, AUParameterGroup.self], forKey: "children")
                as? [AUParameterNode]
        else { return nil }
        self.children = children
        super.init(identifier: identifier as String, name: name as String)
        for child in children { child.parent = self }
    }

    /// Writes the group and all that is in it to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(displayName as NSString, forKey: "displayName")
        coder.encode(children as NSArray, forKey: "children")
    }
}

/// All parameters of a unit.
open class AUParameterTree: AUParameterGroup, @unchecked Sendable {
    // Sendable: see AUParameterNode.

    /// The parameter with that address.
    open func parameter(withAddress address: AUParameterAddress) -> AUParameter? {
        allParameters.first { $0.address == address }
    }

    /// The parameter that the older interface knows by a number; only the global scope has any.
    open func parameter(
        withID paramID: AudioUnitParameterID, scope: AudioUnitScope, element: AudioUnitElement
    ) -> AUParameter? {
        guard scope == kAudioUnitScope_Global, element == 0 else { return nil }
        return parameter(withAddress: AUParameterAddress(paramID))
    }

    /// A parameter for a tree of one's own.
    open class func createParameter(
        withIdentifier identifier: String, name: String, address: AUParameterAddress, min: AUValue,
        max: AUValue, unit: AudioUnitParameterUnit, unitName: String?, flags: AudioUnitParameterOptions = [],
        valueStrings: [String]?, dependentParameters: [NSNumber]?
    ) -> AUParameter {
        AUParameter(
            identifier: identifier, name: name,
            AUParameter.Facts(
                address: address, minimum: Swift.min(min, max), maximum: Swift.max(min, max), unit: unit,
                unitName: unitName, flags: flags, valueStrings: valueStrings,
                dependent: dependentParameters?.map(\.uint64Value)))
    }

    /// A group of nodes.
    open class func createGroup(
        withIdentifier identifier: String, name: String, children: [AUParameterNode]
    ) -> AUParameterGroup {
        AUParameterGroup(identifier: identifier, name: name, children: children)
    }

    /// A group that others are made after.
    open class func createGroupTemplate(_ children: [AUParameterNode]) -> AUParameterGroup {
        AUParameterGroup(identifier: "", name: "", children: children)
    }

    /// A group like a template, with addresses of its own.
    open class func createGroup(
        fromTemplate templateGroup: AUParameterGroup, identifier: String, name: String,
        addressOffset: AUParameterAddress
    ) -> AUParameterGroup {
        AUParameterGroup(
            identifier: identifier, name: name, children: templateGroup.copies(addressOffset: addressOffset))
    }

    /// A tree of nodes.
    open class func createTree(withChildren children: [AUParameterNode]) -> AUParameterTree {
        AUParameterTree(identifier: "", name: "", children: children)
    }
}
