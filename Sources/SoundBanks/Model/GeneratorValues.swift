/// The amounts of all generators of a zone.
///
/// They are sums of what instrument and preset say, in the file's units, and may lie outside the generators'
/// ranges: a voice adds its modulators first and clamps the sum. Instead of an instrument, sample and ranges
/// the numbers 41, 43, 44 and 53 hold 0; a `Zone` has them as properties. Offsets of addresses, sample modes,
/// class and root key stand here as the file has them, and have been applied to the zone's properties.
package struct GeneratorValues: Equatable, Sendable {
    /// The amounts by the generators' numbers; 61 of them.
    package private(set) var amounts: [Int32]

    /// The defaults of the specification.
    package static let defaults: GeneratorValues = {
        var amounts = [Int32](repeating: 0, count: Generator.count)
        for generator in Generator.allCases {
            amounts[generator.rawValue] = Int32(generator.specification.defaultAmount)
        }
        return GeneratorValues(amounts: amounts)
    }()

    private init(amounts: [Int32]) { self.amounts = amounts }

    /// The amount of one generator.
    package subscript(generator: Generator) -> Int32 {
        get { amounts[generator.rawValue] }
        set { amounts[generator.rawValue] = newValue }
    }

    /// Replaces what a list of settings sets.
    mutating func set(_ settings: GeneratorSettings) {
        settings.forEach { amounts[$0] = Int32($1) }
    }

    /// Adds what a list of settings sets.
    mutating func add(_ settings: GeneratorSettings) {
        settings.forEach { amounts[$0] &+= Int32($1) }
    }
}

/// What one zone of a file says about generators: few of them, the last setting of each counts.
struct GeneratorSettings: Equatable, Sendable {
    private var amounts: [(number: UInt8, amount: Int16)] = []
    /// One bit for each number that is set.
    private var isSet: UInt64 = 0

    static func == (left: Self, right: Self) -> Bool {
        left.isSet == right.isSet && left.amounts.allSatisfy { right.amount(of: Int($0.number)) == $0.amount }
    }

    /// Sets one generator's amount.
    mutating func set(_ generator: Generator, _ amount: Int16) {
        let number = UInt8(generator.rawValue)
        if isSet & (1 << UInt64(number)) == 0 {
            isSet |= 1 << UInt64(number)
            amounts.append((number, amount))
        } else if let place = amounts.firstIndex(where: { $0.number == number }) {
            amounts[place].amount = amount
        }
    }

    private func amount(of number: Int) -> Int16? { amounts.first { Int($0.number) == number }?.amount }

    /// The settings of this zone, and those of a global zone for what this one does not set.
    func over(_ global: GeneratorSettings) -> GeneratorSettings {
        var result = self
        for (number, amount) in global.amounts where isSet & (1 << UInt64(number)) == 0 {
            result.isSet |= 1 << UInt64(number)
            result.amounts.append((number, amount))
        }
        return result
    }

    func forEach(_ body: (Int, Int16) -> Void) {
        for (number, amount) in amounts { body(Int(number), amount) }
    }
}
