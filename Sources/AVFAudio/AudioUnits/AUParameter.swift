import Synchronization

/// One parameter of a unit: its facts, its value, and its value as text.
open class AUParameter: AUParameterNode, NSSecureCoding, @unchecked Sendable {
    // Sendable: see AUParameterNode; the value is an atomic.

    /// Everything that does not change.
    struct Facts: Sendable {
        var address: AUParameterAddress = 0
        var minimum: AUValue = 0
        var maximum: AUValue = 1
        var unit = AudioUnitParameterUnit.generic
        var unitName: String?
        var flags: AudioUnitParameterOptions = []
        var valueStrings: [String]?
        var dependent: [AUParameterAddress]?
    }

    /// Where the value of a unit's parameter lives.
    struct Backing: Sendable {
        let load: @Sendable () -> AUValue
        let store: @Sendable (AUValue) -> Void
        /// Values by name, where these are not 0, 1, 2 and so on.
        var namedValues: [(value: AUValue, name: String)] = []
    }

    private let facts: Facts
    private let backing: Backing?
    private let stored: Atomic<UInt32>

    init(identifier: String, name: String, _ facts: Facts, value: AUValue? = nil, backing: Backing? = nil) {
        self.facts = facts
        self.backing = backing
        stored = Atomic((value ?? facts.minimum).bitPattern)
        super.init(identifier: identifier, name: name)
    }

    // MARK: - Facts

    /// Names the parameter in calls; a plugin's is the number of its port.
    open var address: AUParameterAddress { facts.address }
    /// The smallest value.
    open var minValue: AUValue { facts.minimum }
    /// The largest value.
    open var maxValue: AUValue { facts.maximum }
    /// What the number measures.
    open var unit: AudioUnitParameterUnit { facts.unit }
    /// The unit's sign, such as "dB".
    open var unitName: String? { facts.unitName }
    /// Whether it can be read, set, scheduled, and how a slider moves.
    open var flags: AudioUnitParameterOptions { facts.flags }
    /// The names of the values, from the smallest on.
    open var valueStrings: [String]? { facts.valueStrings }
    /// The addresses of parameters that change with this one.
    open var dependentParameters: [NSNumber]? { facts.dependent?.map { NSNumber(value: $0) } }

    // MARK: - Value

    /// The value, clamped to the range when it is set; NaN is ignored. [any]
    open var value: AUValue {
        get { callback(\.provider)?(self) ?? storedValue }
        set { setValue(newValue, originator: nil) }
    }

    /// Sets the value, without telling the observer that does it.
    open func setValue(_ value: AUValue, originator: AUParameterObserverToken?) {
        setValue(value, originator: originator, atHostTime: 0)
    }

    /// Sets the value; recorders are told when the user did it.
    open func setValue(_ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64) {
        setValue(value, originator: originator, atHostTime: hostTime, eventType: .value)
    }

    /// Sets the value, or tells recorders that a control was touched or released.
    open func setValue(
        _ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64,
        eventType: AUParameterAutomationEventType
    ) {
        guard !value.isNaN, facts.flags.contains(.flag_IsWritable) else { return }
        let clamped = min(max(value, facts.minimum), facts.maximum)
        stored.store(clamped.bitPattern, ordering: .relaxed)
        backing?.store(clamped)
        callback(\.observer)?(self, clamped)
        notify(
            AUParameterAutomationEvent(
                hostTime: hostTime, address: facts.address, value: clamped, eventType: eventType, reserved: 0),
            except: originator)
    }

    /// The value as it was set last, or as the unit has it.
    var storedValue: AUValue { backing?.load() ?? AUValue(bitPattern: stored.load(ordering: .relaxed)) }

    // MARK: - Text

    /// A value as a person reads it; nil stands for the present value.
    open func string(fromValue value: UnsafePointer<AUValue>?) -> String {
        callback(\.stringFromValue)?(self, value) ?? plainString(fromValue: value)
    }

    /// The value that a text means: a name, or a number; the present value for what is neither.
    open func value(from string: String) -> AUValue {
        callback(\.valueFromString)?(self, string) ?? plainValue(from: string)
    }

    func plainString(fromValue value: UnsafePointer<AUValue>?) -> String {
        let value = value?.pointee ?? self.value
        if let named = names.first(where: { $0.value == value }) { return named.name }
        if facts.unit == .boolean { return value == 0 ? "Off" : "On" }
        return value == value.rounded() && abs(value) < 1e6 ? String(Int(value)) : "\(value)"
    }

    func plainValue(from string: String) -> AUValue {
        let text = string.trimmingCharacters(in: .whitespaces)
        if let named = names.first(where: { $0.name == text }) { return named.value }
        let number = text.prefix { "+-.0123456789eE".contains($0) }
        guard let value = AUValue(number), value.isFinite else { return self.value }
        return min(max(value, facts.minimum), facts.maximum)
    }

    private var names: [(value: AUValue, name: String)] {
        if let named = backing?.namedValues, !named.isEmpty { return named }
        return (facts.valueStrings ?? []).enumerated().map { (facts.minimum + AUValue($0), $1) }
    }

    /// The same parameter, without what it belongs to, under an address that is higher by an offset.
    func copy(addressOffset: AUParameterAddress) -> AUParameter {
        var moved = facts
        moved.address &+= addressOffset
        return AUParameter(identifier: identifier, name: displayName, moved, value: value)
    }

    // MARK: - Coding

    /// Whether it can be archived safely: yes.
    public static var supportsSecureCoding: Bool { true }

    /// A parameter from an archive; nil for one that is not whole.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier"),
            let name = coder.decodeObject(of: NSString.self, forKey: "displayName")
        else { return nil }
        var facts = Facts()
        facts.address = UInt64(bitPattern: coder.decodeInt64(forKey: "address"))
        facts.minimum = coder.decodeFloat(forKey: "minValue")
        facts.maximum = coder.decodeFloat(forKey: "maxValue")
        facts.unit =
            AudioUnitParameterUnit(rawValue: UInt32(clamping: coder.decodeInt64(forKey: "unit"))) ?? .generic
        facts.unitName = coder.decodeObject(of: NSString.self, forKey: "unitName").map { $0 as String }
        facts.flags = AudioUnitParameterOptions(
            rawValue: UInt32(clamping: coder.decodeInt64(forKey: "flags")))
        let strings = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "valueStrings")
        facts.valueStrings = strings as? [String]
        self.facts = facts
        backing = nil
        stored = Atomic(coder.decodeFloat(forKey: "value").bitPattern)
        super.init(identifier: identifier as String, name: name as String)
    }

    /// Writes the facts and the value to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(displayName as NSString, forKey: "displayName")
        coder.encode(Int64(bitPattern: facts.address), forKey: "address")
        coder.encode(facts.minimum, forKey: "minValue")
        coder.encode(facts.maximum, forKey: "maxValue")
        coder.encode(Int64(facts.unit.rawValue), forKey: "unit")
        if let name = facts.unitName { coder.encode(name as NSString, forKey: "unitName") }
        coder.encode(Int64(facts.flags.rawValue), forKey: "flags")
        if let strings = facts.valueStrings { coder.encode(strings as NSArray, forKey: "valueStrings") }
        coder.encode(value, forKey: "value")
    }
}
