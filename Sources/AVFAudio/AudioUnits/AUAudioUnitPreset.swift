import Synchronization

/// A preset of a unit: numbers from 0 on are the unit's own, negative ones the user's.
open class AUAudioUnitPreset: NSObject, NSSecureCoding, @unchecked Sendable {
    // Sendable: what changes is behind a Mutex.
    private let state: Mutex<(number: Int, name: String)>

    /// A preset without a name, with the number 0.
    public override init() {
        state = Mutex((0, ""))
        super.init()
    }

    convenience init(number: Int, name: String) {
        self.init()
        self.number = number
        self.name = name
    }

    /// Its number.
    open var number: Int {
        get { state.withLock { $0.number } }
        set { state.withLock { $0.number = newValue } }
    }

    /// What a person reads.
    open var name: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    /// Whether both have the same number and name.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? AUAudioUnitPreset).map { $0.number == number && $0.name == name } ?? false
    }

    /// A number that equal presets share.
    open override var hash: Int { number }

    /// Whether it can be archived safely: yes.
    public static var supportsSecureCoding: Bool { true }

    /// A preset from an archive.
    public required init?(coder: NSCoder) {
        let name = coder.decodeObject(of: NSString.self, forKey: "name").map { $0 as String }
        state = Mutex((Int(coder.decodeInt64(forKey: "number")), name ?? ""))
        super.init()
    }

    /// Writes number and name to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(Int64(number), forKey: "number")
        coder.encode(name as NSString, forKey: "name")
    }
}
