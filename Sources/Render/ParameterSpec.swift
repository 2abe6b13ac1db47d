/// What a parameter's number measures; decides its unit in every face.
package enum ParameterUnit: String, Sendable, CaseIterable {
    case generic, indexed, boolean, percent, seconds, milliseconds, samples, hertz, decibels, linearGain
    case octaves, cents, semitones, degrees, pan, ratio, beatsPerMinute, midiNote, meters, beats
}

/// A value of a parameter that has a name, such as one entry of an enumeration.
package struct NamedValue: Sendable, Equatable {
    /// The parameter's value.
    package let value: Float
    /// What a person reads.
    package let name: String

    /// A name for a value.
    package init(_ value: Float, _ name: String) {
        self.value = value
        self.name = name
    }
}

/// Everything there is to know about one parameter: the only place where its range is said.
///
/// What people read of it is left out of the plugins' binary: for LV2 hosts it is in text files.
package struct ParameterSpec: Sendable {
    #if hasFeature(Embedded)
        // Text that only people read.
        package var name: String { "" }
        package var summary: String { "" }
        package var namedValues: [NamedValue] { [] }
    #else
        /// What a person reads.
        package let name: String
        /// One sentence for the documentation of every face.
        package let summary: String
        /// Values that have names; for an enumeration, all of them.
        package let namedValues: [NamedValue]
    #endif
    /// Smallest and largest value.
    package let range: ClosedRange<Float>
    /// The value of a new unit.
    package let defaultValue: Float
    /// What the number measures.
    package let unit: ParameterUnit
    /// Only whole numbers have a meaning.
    package let isInteger: Bool
    /// A slider should move through it logarithmically.
    package let isLogarithmic: Bool
    /// The unit writes it: a meter.
    package let isReadOnly: Bool

    /// A parameter's facts; a default outside the range is moved to its nearest end.
    package init(
        _ name: @autoclosure () -> String, _ range: ClosedRange<Float>, default defaultValue: Float,
        _ unit: ParameterUnit = .generic, _ summary: @autoclosure () -> String,
        namedValues: @autoclosure () -> [NamedValue] = [],
        isInteger: Bool = false, isLogarithmic: Bool = false, isReadOnly: Bool = false
    ) {
        self.range = range
        self.defaultValue = min(max(defaultValue, range.lowerBound), range.upperBound)
        self.unit = unit
        self.isInteger = isInteger || unit == .indexed || unit == .boolean
        self.isLogarithmic = isLogarithmic
        self.isReadOnly = isReadOnly
        #if !hasFeature(Embedded)
            self.name = name()
            self.summary = summary()
            self.namedValues = namedValues()
        #endif
    }

    /// An on/off switch: 0 or 1.
    package static func toggle(
        _ name: @autoclosure () -> String, default isOn: Bool, _ summary: @autoclosure () -> String
    ) -> ParameterSpec {
        ParameterSpec(name(), 0...1, default: isOn ? 1 : 0, .boolean, summary())
    }

    /// What the unit measures, in decibels.
    package static func meter(
        _ name: @autoclosure () -> String, _ range: ClosedRange<Float>, _ summary: @autoclosure () -> String
    ) -> ParameterSpec {
        ParameterSpec(name(), range, default: range.lowerBound, .decibels, summary(), isReadOnly: true)
    }

    /// The same facts under another name.
    package func renamed(_ name: @autoclosure () -> String) -> ParameterSpec {
        #if hasFeature(Embedded)
            self
        #else
            ParameterSpec(
                name(), range, default: defaultValue, unit, summary, namedValues: namedValues,
                isInteger: isInteger, isLogarithmic: isLogarithmic, isReadOnly: isReadOnly)
        #endif
    }

    /// The nearest value that the parameter can take; nil for NaN.
    package func clamp(_ value: Float) -> Float? {
        guard !value.isNaN else { return nil }
        let clamped = min(max(value, range.lowerBound), range.upperBound)
        return isInteger ? clamped.rounded() : clamped
    }
}
