import AVFConsole
import AVFEngine
import AVFPluginCatalog
import AVFRender
import AVFUnits

extension UnitLibrary {
    /// A new node of a native unit, by its symbol, or of a plugin, by its URI.
    ///
    /// - Throws: `Failure` if there is none, with the native unit whose symbol is most like it.
    func makeNode(
        named identifier: String, placement: PluginPlacement = .automatic
    ) throws(Failure) -> UnitNode {
        // URIs have colons, and symbols of native units do not.
        guard identifier.contains(":") || UnitCatalog[identifier] != nil else {
            let guess = UnitCatalog.all.map(\.descriptor.identifier).min {
                $0.edits(to: identifier) < $1.edits(to: identifier)
            }
            let isLike = guess.map { $0.edits(to: identifier) <= 1 + identifier.count / 4 } ?? false
            throw Failure(
                .unavailable,
                "There is neither a native unit nor an LV2 plugin “\(identifier)”"
                    + (isLike ? ": is it “\(guess ?? "")”? " : ". ") + "“avf units” lists all.")
        }
        return try explaining { () throws(EngineError) in
            try makeNode(identifier: identifier, placement: placement)
        }
    }
}

extension String {
    /// How many letters must be put in, taken out or replaced to make another text, whatever their case.
    ///
    /// Wagner and Fischer, "The String-to-String Correction Problem", 1974.
    fileprivate func edits(to other: String) -> Int {
        let letters = Array(other.lowercased())
        var row = Array(0...letters.count)
        for (line, letter) in lowercased().enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in letters.indices {
                let replaced = diagonal + (letters[column] == letter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[letters.count]
    }
}
