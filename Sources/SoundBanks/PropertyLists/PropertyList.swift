/// A value of a property list (Apple's property list DTD 1.0, and the binary form `bplist00`).
enum PropertyList: Equatable, Sendable {
    case dictionary([String: PropertyList])
    case array([PropertyList])
    case string(String)
    case integer(Int)
    case real(Double)
    case boolean(Bool)
    case data([UInt8])
    /// Dates, identifiers and null, of which nothing is needed.
    case other

    /// Levels of dictionaries and arrays within one another.
    static let depthLimit = 64
    /// Values in one list: references in a binary list may lead to one value many times.
    static let valueLimit = 1 << 20
    /// Bytes of a list.
    static let byteLimit = 64 << 20

    /// Why a list cannot be read, and where.
    struct Failure: Error, Equatable {
        let reason: String
        let offset: Int
    }

    /// Whether a file begins like one.
    static func isPropertyList(_ head: Bytes) -> Bool {
        head.has("bplist", at: 0) || head.has("<?xml", at: 0) || head.has("<plist", at: 0)
            || head.has("<!DOCTYPE plist", at: 0)
    }

    /// The list in a file, in either form.
    init(_ source: BankBytes) throws(SoundBankError) {
        guard source.count <= Self.byteLimit else {
            throw .tooLarge(
                source.path, what: "a property list", byteCount: source.count, byteLimit: Self.byteLimit)
        }
        let bytes = try source.read(at: 0, count: source.count)
        do throws(Failure) {
            if bytes.has("bplist", at: 0) {
                var reader = BinaryPropertyList(bytes)
                self = try reader.read()
            } else {
                var reader = XMLPropertyList(bytes)
                self = try reader.read()
            }
        } catch {
            throw .malformed(source.path, reason: error.reason, offset: error.offset)
        }
    }

    /// The value of a key; nil if this is no dictionary or has no such key.
    subscript(key: String) -> PropertyList? {
        if case .dictionary(let values) = self { values[key] } else { nil }
    }

    /// The values of an array; none if it is no array.
    var values: [PropertyList] { if case .array(let values) = self { values } else { [] } }

    /// The keys of a dictionary; none if it is none.
    var keys: [String] { if case .dictionary(let values) = self { values.keys.sorted() } else { [] } }

    var text: String? { if case .string(let text) = self { text } else { nil } }

    /// A number of either kind; nil for others, and for one that is not finite.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value.isFinite ? value : nil
        default: nil
        }
    }

    /// A number without its fraction.
    var integer: Int? { number.map(Convert.integer) }

    /// A truth value, or a number as one.
    var flag: Bool? { if case .boolean(let value) = self { value } else { number.map { $0 != 0 } } }
}
