import AVFRender

/// A unit as a Swift class beside Apple's.
struct ClassText {
    private let entry: UnitEntry
    private var unit: UnitDescriptor { entry.descriptor }

    init(_ entry: UnitEntry) { self.entry = entry }

    /// "gain" gives AVAudioUnitGain.
    var className: String { "AVAudioUnit" + unit.identifier.typeName }

    private var superclass: String {
        switch unit.kind {
        case .midiProcessor: "AVAudioUnit"
        case .instrument: "AVAudioUnitMIDIInstrument"
        default: unit.inputBuses.isEmpty ? "AVAudioUnitGenerator" : "AVAudioUnitEffect"
        }
    }

    var text: String {
        let members = unit.parameters.enumerated().flatMap { [enumeration($1), property($1, at: $0)] }
            .compactMap(\.self)
        return """
            // \(generatedNotice)

            import AVFEngine
            import AVFRender
            import AVFUnits

            \(commentLines(unit.summary, mark: "///"))///
            /// Not one of Apple's classes. C: `AVF_UNIT_\(unit.identifier.screamingSnakeCase)`.
            open class \(className): \(superclass), @unchecked Sendable {
                // Sendable: see AVAudioNode.

                /// A unit with its parameters at their defaults.
                public override init() { super.init(UnitNode(native: UnitEntry(\(entry.kernelName).self))) }

            \(members.joined(separator: "\n"))}

            """
    }

    private func property(_ parameter: UnitDescriptor.Parameter, at index: Int) -> String {
        let (type, read, written) = accessors(parameter, "unit.parameters.load(\(index))")
        let setter =
            parameter.spec.isReadOnly
            ? "" : "\n        set { unit.parameters.store(\(written), at: \(index)) }"
        let (first, rest) = parameter.spec.summary.firstSentence
        let constant = "AVF_\(unit.identifier.screamingSnakeCase)_\(parameter.symbol.screamingSnakeCase)"
        let details = [rest, parameter.spec.rangeWords, type == "Float" ? "Values outside are clamped." : ""]
        let facts = details.filter { !$0.isEmpty } + ["[any] C: `\(constant)`."]
        return commentLines(first, mark: "    ///") + "    ///\n"
            + commentLines(facts.joined(separator: " "), mark: "    ///")
            + "    public var \(parameter.symbol): \(type) {\n        get { \(read) }\(setter)\n    }\n"
    }

    /// The property's type, and how it is made of a parameter's number and turned into one.
    private func accessors(
        _ parameter: UnitDescriptor.Parameter, _ number: String
    ) -> (type: String, read: String, written: String) {
        if parameter.spec.unit == .boolean { return ("Bool", "\(number) != 0", "newValue ? 1 : 0") }
        guard let type = enumerationName(parameter), let first = parameter.spec.namedValues.first else {
            return ("Float", number, "newValue")
        }
        return (
            type, "\(type)(rawValue: Int(\(number))) ?? .\(first.name.camelCase)", "Float(newValue.rawValue)"
        )
    }

    private func enumerationName(_ parameter: UnitDescriptor.Parameter) -> String? {
        let spec = parameter.spec
        let isWhole = spec.namedValues.allSatisfy { Int(exactly: $0.value) != nil }
        return spec.unit == .indexed && !spec.namedValues.isEmpty && isWhole
            ? parameter.symbol.capitalisedFirst : nil
    }

    private func enumeration(_ parameter: UnitDescriptor.Parameter) -> String? {
        guard let name = enumerationName(parameter) else { return nil }
        let cases = parameter.spec.namedValues.map {
            "        /// \($0.name).\n        case \($0.name.camelCase) = \($0.value.plain)\n"
        }
        return "    /// What \(parameter.symbol) can be.\n"
            + "    public enum \(name): Int, Sendable, CaseIterable {\n\(cases.joined())    }\n"
    }
}
