import AVFEngine
import AVFRender
import AVFUnits
import Synchronization

/// A node around one unit: a native one or an LV2 plugin.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
    // Sendable: see AVAudioNode.
    let unit: UnitNode
    private let refusal: EngineError?

    /// A node around a unit that exists.
    init(_ unit: UnitNode) {
        self.unit = unit
        refusal = nil
        super.init(core: unit)
    }

    /// A node around no unit: its input passes through, and `loadError` says so.
    public override init() {
        (unit, refusal) = AVAudioUnit.nothing(isGenerator: false)
        super.init(core: unit)
    }

    /// A node around no unit; one that would generate is silent.
    init(isGenerator: Bool) {
        (unit, refusal) = AVAudioUnit.nothing(isGenerator: isGenerator)
        super.init(core: unit)
    }

    /// A node around the unit that its class is for, bypassed if the program has asked for another one.
    init(own unit: UnitNode, as wanted: AudioComponentDescription) {
        let wanted = UnitCatalog.present(ComponentDescription(wanted))
        let isWanted = unit.descriptor.component.matches(wanted)
        self.unit = unit
        refusal =
            isWanted
            ? nil : .notSupported(node: unit.descriptor.shownName, reason: "is not the component \(wanted)")
        super.init(core: unit)
        unit.isBypassed = !isWanted
    }

    private static func nothing(isGenerator: Bool) -> (UnitNode, EngineError?) {
        let none = ComponentDescription(type: 0, subtype: 0, manufacturer: 0)
        return (UnitNode(standInFor: none, isGenerator: isGenerator), .noSuchComponent(none))
    }

    /// A node around a component, or one that stands in for it if it cannot be made.
    init(_ component: AudioComponentDescription, isGenerator: Bool) {
        let description = ComponentDescription(component)
        if let own = try? SubclassRegistry.registration(for: component)?.makeUnit() {
            (unit, refusal) = (own.node, nil)
            super.init(core: unit)
            ownUnit.withLock { $0 = own }
            return
        }
        switch Result(catching: { () throws(EngineError) in
            try UnitLibrary.shared.makeNode(component: description)
        }) {
        case .success(let made): (unit, refusal) = (made, nil)
        case .failure(let error):
            (unit, refusal) = (UnitNode(standInFor: description, isGenerator: isGenerator), error)
        }
        super.init(core: unit)
    }

    override func didAttach(to engine: AVAudioEngine) {
        super.didAttach(to: engine)
        if let refusal { engine.core.report(refusal) }
    }

    /// Why the unit could not be made; nil for one that was. (Not in Apple's API.)
    ///
    /// Where Apple's initialisers stop the program because there is no such component, these give a node that
    /// passes its input on, or is silent if it generates. The engine's `errorHandler` is told when it is
    /// attached.
    public final var loadError: (any Error)? { refusal.map { AVFAudioError.error($0) } }

    // MARK: - Facts

    /// What a person reads.
    open var name: String { unit.descriptor.shownName }

    /// Who made it.
    open var manufacturerName: String { unit.descriptor.manufacturer }

    /// 0xMMMMmmpp: major, minor, patch.
    open var version: Int { Int(unit.descriptor.version) }

    /// The unit as a component.
    ///
    /// An LV2 plugin has the manufacturer 'LV2P' and a subtype made from its URI.
    open var audioComponentDescription: AudioComponentDescription {
        AudioComponentDescription(unit.descriptor.component)
    }

    // MARK: - Parameters

    /// The identifiers of the unit's parameters, in its own order: an LV2 plugin's port symbols. (Not in
    /// Apple's API.)
    public final var parameterIdentifiers: [String] { unit.descriptor.parameters.map(\.symbol) }

    /// A parameter's target, by its identifier; nil if there is no such parameter. (Not in Apple's API.)
    ///
    /// Values are clamped to the parameter's range and heard from the next block on. Setting a parameter that
    /// does not exist is refused; setting nil returns to the default.
    public final subscript(parameter identifier: String) -> Float? {
        get { unit.descriptor.index(ofSymbol: identifier).map { unit.parameters.load($0) } }
        set {
            refusing { () throws(EngineError) in
                guard let index = unit.descriptor.index(ofSymbol: identifier) else {
                    throw .notSupported(node: core.name, reason: "has no parameter “\(identifier)”")
                }
                unit.parameters.store(newValue ?? unit.parameters.specs[index].defaultValue, at: index)
            }
        }
    }
}
