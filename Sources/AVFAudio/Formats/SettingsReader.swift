/// Typed access to a settings dictionary; what does not fit is an error that names the key.
struct SettingsReader {
    private let dictionary: [String: Any]

    init(_ dictionary: [String: Any]) {
        self.dictionary = dictionary
    }

    func required<Value>(_ key: String, _ value: Value?) throws(AudioSettingsError) -> Value {
        guard let value else { throw .missing(key: key) }
        return value
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws(AudioSettingsError) -> Double? {
        guard let value = dictionary[key] else { return nil }
        guard let number = value as? NSNumber else { throw .notANumber(key: key, found: "\(value)") }
        guard range.contains(number.doubleValue) else {
            throw .outOfRange(
                key: key, found: "\(number)", allowed: "\(range.lowerBound)...\(range.upperBound)")
        }
        return number.doubleValue
    }

    func integer<Value: FixedWidthInteger>(
        _ key: String, in range: ClosedRange<Value>
    ) throws(AudioSettingsError) -> Value? {
        guard let number = try number(key, in: Double(range.lowerBound)...Double(range.upperBound)) else {
            return nil
        }
        return Value(nearestTo: number)
    }

    func integer(_ key: String, oneOf allowed: [Int]) throws(AudioSettingsError) -> Int? {
        guard let number = try integer(key, in: 0...Int(Int32.max)) else { return nil }
        guard allowed.contains(number) else {
            throw .outOfRange(key: key, found: "\(number)", allowed: "\(allowed)")
        }
        return number
    }

    func boolean(_ key: String) throws(AudioSettingsError) -> Bool? {
        guard let value = dictionary[key] else { return nil }
        guard let number = value as? NSNumber else { throw .notANumber(key: key, found: "\(value)") }
        return number.boolValue
    }

    func layout(
        _ key: String, channelCount: AVAudioChannelCount
    ) throws(AudioSettingsError) -> AVAudioChannelLayout? {
        guard let value = dictionary[key] else { return nil }
        guard let data = value as? Data, let layout = AVAudioChannelLayout(data: data) else {
            throw .notALayout(key: key)
        }
        guard layout.channelCount == channelCount else {
            throw .channelCountMismatch(layout: Int(layout.channelCount), settings: Int(channelCount))
        }
        return layout
    }
}
