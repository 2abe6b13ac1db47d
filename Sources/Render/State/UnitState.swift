/// Everything that makes a unit sound as it does, as a value: it can be kept, sent and given to another
/// instance.
///
/// It holds no number that has a meaning in one process only, and the files that it needs.
package struct UnitState: Sendable, Equatable {
    /// Something that the unit itself has stored.
    package struct Property: Sendable, Equatable {
        /// What it is, as a URI.
        package let key: String
        /// The URI of its type.
        package let type: String
        /// What the unit promised about it.
        package let flags: UInt32
        /// The value; where it contains URIs, these are places in `uris`, counted from 1.
        package let value: [UInt8]

        /// A stored value.
        package init(key: String, type: String, flags: UInt32, value: [UInt8]) {
            self.key = key
            self.type = type
            self.flags = flags
            self.value = value
        }
    }

    /// A file that the unit needs.
    package struct File: Sendable, Equatable {
        /// What the properties call it.
        package let name: String
        /// Where it was when the state was saved.
        package let path: String
        /// What was in it; nil for what is not carried along: folders and very large files.
        package let contents: [UInt8]?

        /// A file under the name that properties use.
        package init(name: String, path: String, contents: [UInt8]?) {
            self.name = name
            self.path = path
            self.contents = contents
        }
    }

    /// Whose state it is: a native unit's symbol or a plugin's URI.
    package var identifier: String
    /// Parameter values by symbol.
    package var parameters: [String: Float]
    /// What the unit itself has stored.
    package var properties: [Property] = []
    /// URIs that occur within the properties' values.
    package var uris: [String] = []
    /// The files that the properties name.
    package var files: [File] = []

    /// A state of parameters alone.
    package init(identifier: String, parameters: [String: Float] = [:]) {
        self.identifier = identifier
        self.parameters = parameters
    }

    /// The values of all parameters that can be set.
    package init(_ descriptor: UnitDescriptor, _ block: ParameterBlock) {
        self.init(identifier: descriptor.identifier)
        for (index, parameter) in descriptor.parameters.enumerated() where !parameter.spec.isReadOnly {
            parameters[parameter.symbol] = block.load(index)
        }
    }

    /// Sets the targets of the parameters that the state names.
    ///
    /// Values are clamped and NaN is ignored; gives the symbols that the unit does not have.
    package func apply(to block: ParameterBlock, of descriptor: UnitDescriptor) -> [String] {
        var known: Set<String> = []
        for (index, parameter) in descriptor.parameters.enumerated() where !parameter.spec.isReadOnly {
            guard let value = parameters[parameter.symbol] else { continue }
            known.insert(parameter.symbol)
            block.store(value, at: index)
        }
        return parameters.keys.filter { !known.contains($0) }.sorted()
    }

    /// What a state asked for that is not there; everything else has been restored.
    package struct Gaps: Sendable, Equatable {
        /// Parameters that the unit does not have, or that only its host serves.
        package var unknownParameters: [String] = []
        /// Files that are neither in the state nor where they were.
        package var missingFiles: [String] = []

        /// What is missing.
        package init(unknownParameters: [String] = [], missingFiles: [String] = []) {
            self.unknownParameters = unknownParameters
            self.missingFiles = missingFiles
        }
    }
}

/// Why bytes are not a state, or not one for this unit.
package enum UnitStateError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The bytes do not begin as a state does.
    case notAState
    /// Made by a newer program.
    case unknownVersion(Int)
    /// Bytes are missing, or there are too many.
    case truncated(expected: Int, found: Int)
    /// The bytes have changed since they were written.
    case damaged
    /// It is the state of another unit.
    case otherUnit(expected: String, found: String)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .notAState: "The data is not the state of a unit."
        case .unknownVersion(let version):
            "The state has the version \(version), but this program knows only \(UnitState.version)."
        case .truncated(let expected, let found):
            "The state should have \(expected) bytes, but \(found) are there."
        case .damaged: "The state is damaged: its checksum does not fit."
        case .otherUnit(let expected, let found):
            "The state is that of \(found); it cannot be given to \(expected)."
        }
    }
}
