/// Names that the source gives things, where users meet them: as symbols of parameters.
///
/// Embedded Swift keeps no such names. The plugins that are built with it do not miss them: their symbols are
/// in text files.
package enum SourceName {
    /// The name of an enum's case.
    package static func of<Case>(case value: Case) -> String {
        #if hasFeature(Embedded)
            ""
        #else
            // Printing a value looks for conformances of its type, which takes the longest part of a start.
            nameOfCase(value).map { String(cString: $0) } ?? "\(value)"
        #endif
    }

    /// The name of a type.
    package static func of<Named: ~Copyable>(type: Named.Type) -> String {
        #if hasFeature(Embedded)
            ""
        #else
            String(describing: type)
        #endif
    }

    /// A name with a capital first letter, as the second word of a symbol.
    package static func capitalised(_ name: String) -> String {
        #if hasFeature(Embedded)
            name
        #else
            name.prefix(1).uppercased() + name.dropFirst()
        #endif
    }

    /// Words as one symbol: "in_left".
    package static func joined(_ words: [String]) -> String {
        #if hasFeature(Embedded)
            ""
        #else
            words.joined(separator: "_").lowercased()
        #endif
    }
}

#if !hasFeature(Embedded)
    /// The standard library's own function; nil where names are not kept.
    @_silgen_name("swift_EnumCaseName")
    private func nameOfCase<Case>(_ value: Case) -> UnsafePointer<CChar>?
#endif
