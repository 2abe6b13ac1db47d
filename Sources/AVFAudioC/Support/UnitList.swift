import AVFEngine
import AVFPluginCatalog
import AVFRender
import AVFUnits
import CAVFAudio

/// Units that a search has found.
final class UnitList: Sendable {
    let units: [FoundUnit]

    /// The units whose identifier, name or manufacturer contains `text`, of that kind (nil: of any).
    init(containing text: String, kind: UnitKind?) {
        let native = UnitCatalog.all.map { FoundUnit($0.descriptor, isPlugin: false) }
        let plugins = UnitLibrary.shared.plugins.plugins().map(FoundUnit.init)
        let wanted = text.lowercased()
        units = (native + plugins).filter { unit in
            (kind == nil || unit.kind == kind) && (wanted.isEmpty || unit.mentions(wanted))
        }
    }
}

/// What a search tells about a unit.
struct FoundUnit: Sendable {
    let identifier: String
    let name: String
    let manufacturer: String
    let kind: UnitKind
    let component: ComponentDescription
    let inputBusCount: Int
    let outputBusCount: Int
    let inputChannelCount: Int
    let outputChannelCount: Int
    let acceptsMIDI: Bool
    let makesMIDI: Bool
    let isPlugin: Bool

    init(_ descriptor: UnitDescriptor, isPlugin: Bool) {
        identifier = descriptor.identifier
        name = descriptor.name
        manufacturer = descriptor.manufacturer
        kind = descriptor.kind
        component = descriptor.component
        inputBusCount = descriptor.inputBuses.count
        outputBusCount = descriptor.outputBuses.count
        inputChannelCount = descriptor.inputBuses.first?.channelCount ?? 0
        outputChannelCount = descriptor.outputBuses.first?.channelCount ?? 0
        acceptsMIDI = descriptor.acceptsMIDI
        makesMIDI = descriptor.makesMIDI
        self.isPlugin = isPlugin
    }

    init(_ plugin: PluginSummary) {
        identifier = plugin.uri
        name = plugin.name
        manufacturer = plugin.author
        kind = plugin.kind
        component = plugin.component
        inputBusCount = (plugin.audioInputCount > 0 ? 1 : 0) + (plugin.sideChainCount > 0 ? 1 : 0)
        outputBusCount = plugin.audioOutputCount > 0 ? 1 : 0
        inputChannelCount = plugin.audioInputCount
        outputChannelCount = plugin.audioOutputCount
        acceptsMIDI = plugin.takesMIDI
        makesMIDI = plugin.givesMIDI
        isPlugin = true
    }

    func mentions(_ text: String) -> Bool {
        [identifier, name, manufacturer].contains { $0.lowercased().contains(text) }
    }

    /// The same for C.
    var info: avf_unit_info {
        avf_unit_info(
            identifier: StringPool.string(identifier), name: StringPool.string(name),
            manufacturer: StringPool.string(manufacturer), kind: kind.code, component_type: component.type,
            component_subtype: component.subtype, component_manufacturer: component.manufacturer,
            input_bus_count: UInt32(clamping: inputBusCount),
            output_bus_count: UInt32(clamping: outputBusCount),
            input_channel_count: UInt32(clamping: inputChannelCount),
            output_channel_count: UInt32(clamping: outputChannelCount), accepts_midi: acceptsMIDI,
            is_plugin: isPlugin, makes_midi: makesMIDI)
    }
}

extension UnitKind {
    /// The kinds in the order of their C codes, which begin at 1.
    private static let codes: [UnitKind] = [
        .effect, .musicEffect, .instrument, .generator, .midiProcessor, .mixer, .other,
        .timeEffect,
    ]

    var code: avf_unit_kind { avf_unit_kind((Self.codes.firstIndex(of: self) ?? 0) + 1) }

    /// The kind with that code; nil for AVF_UNIT_KIND_ANY.
    ///
    /// - Throws: `CallFailure` for a number that is no code.
    static func named(_ code: avf_unit_kind) throws(CallFailure) -> UnitKind? {
        guard code != AVF_UNIT_KIND_ANY else { return nil }
        guard codes.indices.contains(Int(code) - 1) else {
            throw .badArgument("There is no kind of unit with the code \(code).")
        }
        return codes[Int(code) - 1]
    }
}

extension ParameterUnit {
    /// The units in the order of their C codes, which begin at 0.
    private static let codes: [ParameterUnit] = [
        .generic, .indexed, .boolean, .percent, .seconds, .milliseconds, .samples, .hertz, .decibels,
        .linearGain, .octaves, .cents, .semitones, .degrees, .pan, .ratio, .beatsPerMinute, .midiNote,
        .meters,
        .beats,
    ]

    var code: avf_parameter_unit { avf_parameter_unit(Self.codes.firstIndex(of: self) ?? 0) }
}
