import AVFConsole
import AVFEngine
import AVFLV2Host
import AVFPluginCatalog
import AVFRender
import AVFUnits
import Foundation

/// One `--unit`: a unit, and the values of its parameters.
struct UnitArgument: Equatable {
    /// A native unit's symbol or a plugin's URI.
    let identifier: String
    /// Parameters by symbol, as they were written.
    let settings: [Setting]

    /// `symbol=value`.
    struct Setting: Equatable {
        let symbol: String
        let value: String
    }

    /// Takes `identifier[:symbol=value,...]` apart.
    ///
    /// A URI has colons too: the list begins after the last colon that is followed by `symbol=`.
    /// - Throws: `Failure` for an empty identifier or a broken list.
    init(_ text: String) throws(Failure) {
        guard let colon = Self.listStart(text) else {
            identifier = text
            settings = []
            guard !text.isEmpty else {
                throw Failure(.usage, "--unit needs the symbol of a native unit or the URI of a plugin.")
            }
            return
        }
        identifier = String(text[..<colon])
        var settings: [Setting] = []
        for pair in text[text.index(after: colon)...].split(separator: ",", omittingEmptySubsequences: false)
        {
            settings.append(try Self.setting(pair, of: text))
        }
        self.settings = settings
    }

    /// The colon behind a native symbol, else the last one that a symbol and an equals sign follow.
    private static func listStart(_ text: String) -> String.Index? {
        if let colon = text.firstIndex(of: ":"), UnitCatalog[String(text[..<colon])] != nil { return colon }
        return text.indices.last { index in
            guard text[index] == ":", index != text.startIndex else { return false }
            let rest = text[text.index(after: index)...]
            guard let equals = rest.firstIndex(of: "="), equals != rest.startIndex else { return false }
            return rest[..<equals].allSatisfy(isSymbolCharacter)
        }
    }

    private static func isSymbolCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "_")
    }

    private static func setting(_ pair: Substring, of text: String) throws(Failure) -> Setting {
        guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex,
            pair.index(after: equals) != pair.endIndex
        else {
            throw Failure(.usage, "“\(pair)” in --unit “\(text)” is not of the form parameter=value.")
        }
        return Setting(symbol: String(pair[..<equals]), value: String(pair[pair.index(after: equals)...]))
    }

    /// Whether the unit is one of ours rather than a plugin.
    var isNative: Bool { UnitCatalog[identifier] != nil }

    /// A node with these parameters set.
    ///
    /// - Throws: `Failure` if there is no such unit or parameter, or a value is outside of its range.
    func makeNode(
        from library: UnitLibrary, placement: PluginPlacement = .automatic
    ) throws(Failure) -> UnitNode {
        let node = try library.makeNode(named: identifier, placement: placement)
        let rest = try loadBank(into: node)
        for setting in rest { try apply(setting, to: node) }
        for setting in rest { switchOn(bandOf: setting, of: node) }
        return node
    }

    /// Gives a sampler the bank that is named, or one program of it; the settings that are left.
    private func loadBank(into node: UnitNode) throws(Failure) -> [Setting] {
        guard node.isSampler, let path = settings.last(where: { $0.symbol == "bank" })?.value else {
            return settings
        }
        let number = settings.last { $0.symbol == "program" }?.value
        let program = number.flatMap { Int($0) }
        guard number == nil || program.map((0...127).contains) ?? false else {
            throw Failure(.usage, "“\(number ?? "")” is no program: they have the numbers 0 to 127.")
        }
        try explaining { () throws(EngineError) in
            guard let program else { return try node.loadAllPrograms(ofBank: path) }
            try node.loadProgram(ofBank: path, .program(program, bankMSB: 0, bankLSB: 0))
        }
        return settings.filter { !["bank", "program"].contains($0.symbol) }
    }

    /// Switches a band on that starts bypassed, when one of its values is set and its bypass is not.
    private func switchOn(bandOf setting: Setting, of node: UnitNode) {
        let suffix = "Bypass"
        let parameters = node.descriptor.parameters
        for (index, parameter) in parameters.enumerated()
        where parameter.symbol.hasSuffix(suffix) && parameter.spec.defaultValue == 1 {
            let band = parameter.symbol.dropLast(suffix.count)
            let isOfBand = setting.symbol.hasPrefix(band) && !setting.symbol.dropFirst(band.count).isEmpty
            let isNextBand = setting.symbol.dropFirst(band.count).first?.isNumber == true
            let isGiven = settings.contains { $0.symbol == parameter.symbol }
            if isOfBand, !isNextBand, !isGiven { node.parameters.store(0, at: index) }
        }
    }

    private func apply(_ setting: Setting, to node: UnitNode) throws(Failure) {
        if setting.symbol == "file", node.descriptor.sound != nil {
            return try explaining { () throws(EngineError) in try node.loadSound(at: setting.value) }
        }
        let parameters = node.descriptor.parameters
        if setting.symbol == "preset", node.descriptor.index(ofSymbol: "preset") == nil {
            return try load(preset: setting.value, into: node)
        }
        if node.descriptor.index(ofSymbol: setting.symbol) == nil,
            let property = node.plugin?.property(setting.symbol), property.isWritable
        {
            return try set(property, setting.value, of: node)
        }
        let index = node.descriptor.index(ofSymbol: setting.symbol)
        if let index, parameters[index].spec.isReadOnly {
            throw Failure(.usage, "“\(setting.symbol)” of “\(node.name)” is measured and cannot be set.")
        }
        guard let index else {
            let symbols =
                (parameters.filter { !$0.spec.isReadOnly }.map(\.symbol)
                + node.properties.filter(\.isWritable).map(\.symbol)
                + (node.isSampler ? ["bank", "program"] : node.descriptor.sound == nil ? [] : ["file"]))
                .joined(separator: ", ")
            throw Failure(
                .usage,
                "“\(node.name)” has no parameter “\(setting.symbol)”. "
                    + (symbols.isEmpty ? "It has none that can be set." : "It has: \(symbols)."))
        }
        let spec = parameters[index].spec
        guard let value = spec.value(of: setting.value), spec.range.contains(value) else {
            throw Failure(
                .usage,
                "“\(setting.value)” is no value for “\(setting.symbol)” of “\(node.name)”: "
                    + "it takes \(spec.choices).")
        }
        node.parameters.store(value, at: index)
    }

    /// A factory preset by its name, or by its number from 0 on as Apple counts.
    private func load(preset: String, into node: UnitNode) throws(Failure) {
        let names = node.factoryPresets.map(\.name)
        guard let index = names.firstIndex(where: { $0.lowercased() == preset.lowercased() }) ?? Int(preset),
            names.indices.contains(index)
        else {
            throw Failure(
                .usage,
                "“\(node.name)” has no preset “\(preset)”. "
                    + (names.isEmpty ? "It has none at all." : "It has: \(names.joined(separator: ", "))."))
        }
        let gaps = try explaining { () throws(EngineError) in try node.loadFactoryPreset(index) }
        for path in gaps.missingFiles {
            Console.error("avf: The preset “\(names[index])” needs “\(path)”, which is missing.")
        }
    }

    private func set(_ property: PluginProperty, _ text: String, of node: UnitNode) throws(Failure) {
        guard let kind = property.kind, let value = PropertyValue(text, kind) else {
            throw Failure(
                .usage,
                "“\(text)” is no value for “\(property.symbol)” of “\(node.name)”: it takes a "
                    + "\(property.kind?.rawValue ?? "value of a type that is not known").")
        }
        if kind == .path, !FileManager.default.fileExists(atPath: text) {
            throw Failure(.noInput, "There is no file “\(text)” for “\(property.symbol)” of “\(node.name)”.")
        }
        try explaining { () throws(EngineError) in try node.setProperty(property.uri, value) }
    }
}

extension ParameterSpec {
    /// The value that a text stands for: a number, the name of a value, or on and off.
    fileprivate func value(of text: String) -> Float? {
        if let number = Float(text) { return number.isNaN ? nil : number }
        if let named = namedValues.first(where: { $0.name.lowercased() == text.lowercased() }) {
            return named.value
        }
        guard unit == .boolean else { return nil }
        return ["on": 1, "true": 1, "off": 0, "false": 0][text.lowercased()]
    }

    /// What can be written for the parameter.
    fileprivate var choices: String {
        let bounds = "\(range.lowerBound.plain) to \(range.upperBound.plain)"
        let names = namedValues.map { "\($0.name) (\($0.value.plain))" }.joined(separator: ", ")
        let unit = [.generic, .indexed, .boolean].contains(unit) ? "" : " (\(unit.rawValue))"
        return bounds + unit + (names.isEmpty ? "" : ", or one of \(names)")
    }
}
