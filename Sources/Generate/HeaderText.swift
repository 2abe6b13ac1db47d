import AVFRender
import AVFUnits

/// The units' parameters as C constants.
struct HeaderText {
    private let entries: [UnitEntry]

    init(_ entries: [UnitEntry]) { self.entries = entries }

    var text: String {
        """
        // \(generatedNotice)
        #ifndef AVF_UNITS_GENERATED_H
        #define AVF_UNITS_GENERATED_H

        // For each unit: its symbol, and the addresses of its parameters.
        // In a unit with several equal sections (bands), `_STRIDE` is what each further section adds.

        \(entries.map(unit).joined(separator: "\n"))
        #endif

        """
    }

    private func unit(_ entry: UnitEntry) -> String {
        let facts = entry.descriptor
        let name = facts.identifier.screamingSnakeCase
        return commentLines("\(facts.name). \(facts.summary)", mark: "///")
            + "#define AVF_UNIT_\(name) \"\(facts.identifier)\"\n"
            + ParameterFamily.all(of: entry).map { constants($0, prefix: "AVF_" + name) }.joined()
    }

    private func constants(_ family: ParameterFamily, prefix: String) -> String {
        let name = "\(prefix)_\(family.symbol.screamingSnakeCase)"
        let stride = family.stride.map { "#define \(name)_STRIDE \($0)u\n" } ?? ""
        let values = family.spec.namedValues.filter { Int(exactly: $0.value) != nil }.map {
            "#define \(name)_\($0.name.screamingSnakeCase) \($0.value.plain)\n"
        }
        return commentLines(family.spec.summary + " " + family.spec.rangeWords, mark: "///")
            + "#define \(name) \(family.address)u\n" + stride + values.joined()
    }
}

/// A parameter, or the parameters that differ only in the section that they belong to.
struct ParameterFamily {
    /// The symbol, without the section's number.
    let symbol: String
    /// The address in the first section.
    let address: UInt64
    /// What each further section adds; nil for a parameter that exists once.
    let stride: UInt64?
    /// The facts, as the first section has them, without the section's number.
    let spec: ParameterSpec

    /// The families of a unit: found by what a second section adds to the first.
    static func all(of entry: UnitEntry) -> [ParameterFamily] {
        guard entry.defaultSectionCount > 1 else {
            return entry.descriptor.parameters.map {
                ParameterFamily(symbol: $0.symbol, address: $0.address, stride: nil, spec: $0.spec)
            }
        }
        let one = entry.descriptorWithSections(1).parameters
        let two = entry.descriptorWithSections(2).parameters
        return one.map { first in
            let symbol = withoutNumber(first.symbol)
            let second = two.first {
                $0.symbol != first.symbol && $0.symbol.contains("2") && withoutNumber($0.symbol) == symbol
            }
            return ParameterFamily(
                symbol: symbol, address: first.address, stride: second.map { $0.address - first.address },
                spec: first.spec)
        }
    }

    private static func withoutNumber(_ text: String) -> String { text.filter { !$0.isNumber } }
}
