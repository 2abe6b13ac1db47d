import AVFEngine
import AVFRender

extension AUAudioUnit {
    /// A tree over the node's parameters: values are the node's own targets, whoever sets them.
    ///
    /// Ranges that are multiples of the sample rate are those of now.
    func makeTree() -> AUParameterTree {
        let children = node.presentDescriptor.parameters.enumerated().map { index, parameter in
            AUParameter(
                identifier: parameter.symbol, name: parameter.spec.name,
                AUParameter.Facts(address: parameter.address, parameter.spec),
                backing: backing(index, parameter.spec))
        }
        return AUParameterTree.createTree(withChildren: children)
    }

    private func backing(_ index: Int, _ spec: ParameterSpec) -> AUParameter.Backing {
        let parameters = node.parameters
        return AUParameter.Backing(
            load: { parameters.load(index) },
            store: { [weak self] value in
                parameters.store(value, at: index)
                // What is set by hand is no preset any more.
                self?.settings.withLock { $0.currentPreset = nil }
            }, namedValues: spec.namedValues.map { ($0.value, $0.name) })
    }
}

extension AUParameter.Facts {
    /// The same facts in Apple's words.
    init(address: AUParameterAddress, _ spec: ParameterSpec) {
        self.init()
        self.address = address
        minimum = spec.range.lowerBound
        maximum = spec.range.upperBound
        unit = spec.unit.appleUnit
        flags = Self.flags(spec)
        valueStrings = Self.valueStrings(spec)
    }

    private static func flags(_ spec: ParameterSpec) -> AudioUnitParameterOptions {
        var flags: AudioUnitParameterOptions = .flag_IsReadable
        flags.formUnion(spec.isReadOnly ? .flag_MeterReadOnly : .flag_IsWritable)
        if !spec.isInteger {
            flags.insert(.flag_IsHighResolution)
            if !spec.isReadOnly { flags.insert(.flag_CanRamp) }
        }
        if spec.isLogarithmic { flags.insert(.flag_DisplayLogarithmic) }
        if !spec.namedValues.isEmpty { flags.insert(.flag_ValuesHaveStrings) }
        return flags
    }

    /// Names count from the smallest value on, so only a list without gaps has them; the others are told one
    /// by one.
    private static func valueStrings(_ spec: ParameterSpec) -> [String]? {
        let named = spec.namedValues.sorted { $0.value < $1.value }
        let isWhole = named.enumerated().allSatisfy { $1.value == spec.range.lowerBound + Float($0) }
        return named.isEmpty || !isWhole ? nil : named.map(\.name)
    }
}

extension ParameterUnit {
    /// Apple's name for the unit.
    fileprivate var appleUnit: AudioUnitParameterUnit {
        switch self {
        case .generic: .generic
        case .indexed: .indexed
        case .boolean: .boolean
        case .percent: .percent
        case .seconds: .seconds
        case .milliseconds: .milliseconds
        case .samples: .sampleFrames
        case .hertz: .hertz
        case .decibels: .decibels
        case .linearGain: .linearGain
        case .octaves: .octaves
        case .cents: .cents
        case .semitones: .relativeSemiTones
        case .degrees: .degrees
        case .pan: .pan
        case .ratio: .ratio
        case .beatsPerMinute: .BPM
        case .midiNote: .midiNoteNumber
        case .meters: .meters
        case .beats: .beats
        }
    }
}
