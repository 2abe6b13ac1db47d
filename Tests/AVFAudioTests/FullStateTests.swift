import AVFAudio
import AVFEngine
import AVFRender
import Foundation
import TestPlugins
import TestSupport
import Testing

/// States that are none, or another unit's, or full of nonsense.
struct FullStateTests {
    private static func units() throws -> [AVAudioUnit] {
        let library = UnitLibrary(plugins: try PluginFixture(names: ["keeper"]).catalog)
        return [
            AVAudioUnitDelay(), try AVAudioUnitEffect(lv2URI: BundleFolder.uri("keeper"), library: library),
        ]
    }

    private static func dictionary(_ unit: AVAudioUnit, _ parameters: [String: Float]) -> [String: Any] {
        let identifier = unit is AVAudioUnitDelay ? "delay" : BundleFolder.uri("keeper")
        return ["data": Data(UnitState(identifier: identifier, parameters: parameters).bytes)]
    }

    /// What a unit is, as far as it says it.
    private static func values(_ unit: AVAudioUnit) -> [AUValue] {
        unit.auAudioUnit.parameterTree?.allParameters.filter { $0.flags.contains(.flag_IsWritable) }
            .map(\.value) ?? []
    }

    /// Dictionaries that must be refused, and what must be said of each.
    private static func refused(_ state: [String: Any]) throws -> [(state: [String: Any], reason: String)] {
        let data = try #require(state["data"] as? Data)
        func with(_ value: Any?) -> [String: Any] {
            var other = state
            other["data"] = value
            return other
        }
        var flipped = data
        flipped[data.count / 2] ^= 4
        var newer = data
        newer[8] = 9
        let foreign = UnitState(identifier: "gain", parameters: ["gain": -3])
        let none = "The data is not the state of a unit."
        return [
            ([:], none), (with(nil), none), (with("AVFSTATE"), none), (with(7), none),
            (with(["data": data]), none), (with([data]), none), (with(Data()), none),
            (with(Data(repeating: 0xFF, count: 4096)), none),
            (with(data.prefix(20)), "The state should have 28 bytes, but 20 are there."),
            (with(data.dropLast()), "bytes, but \(data.count - 1) are there."),
            (with(data + [0]), "bytes, but \(data.count + 1) are there."),
            (with(flipped), "The state is damaged"), (with(newer), "The state has the version 9"),
            (with(Data(foreign.bytes)), "The state is that of gain"),
        ]
    }

    @Test func `what is no state of the unit is refused with the reason, and changes nothing`() throws {
        for unit in try Self.units() {
            let offline = try OfflineEngine()
            offline.engine.attach(unit)
            unit.auAudioUnit.parameterTree?.allParameters.first?.value = 0.75
            let before = Self.values(unit)
            let state = try #require(unit.auAudioUnit.fullState)
            for (index, wrong) in try Self.refused(state).enumerated() {
                unit.auAudioUnit.fullState = wrong.state
                #expect(offline.refused.all.count == index + 1)
                let sentence = offline.refused.sentences.last ?? ""
                #expect(sentence.contains(wrong.reason), "\(index): \(sentence)")
                #expect(Self.values(unit) == before)
            }
            unit.auAudioUnit.fullState = nil
            #expect(Self.values(unit) == before)
        }
    }

    @Test func `numbers that no parameter can be are clamped or ignored, and unknown ones passed over`()
        throws
    {
        for unit in try Self.units() {
            let symbol = unit is AVAudioUnitDelay ? "delayTime" : "p8"
            let parameter = try #require(
                unit.auAudioUnit.parameterTree?.allParameters.first { $0.identifier == symbol })
            for (value, expected): (Float, Float) in [
                (.infinity, parameter.maxValue), (-.infinity, parameter.minValue), (.nan, parameter.minValue),
                (1e30, parameter.maxValue), (1, 1), (-.nan, 1),
            ] {
                unit.auAudioUnit.fullState = Self.dictionary(unit, [symbol: value, "nobody": 3])
                #expect(parameter.value == expected, "\(symbol) = \(value)")
            }
            #expect(Self.values(unit).allSatisfy { $0.isFinite })
        }
    }

    @Test func `a thousand keys and parameters that nobody knows do no harm`() throws {
        for unit in try Self.units() {
            let symbol = unit is AVAudioUnitDelay ? "delayTime" : "p8"
            var parameters: [String: Float] = [symbol: 1.5]
            for index in 0..<1000 { parameters["unknown \(index)"] = .nan }
            var state = Self.dictionary(unit, parameters)
            for index in 0..<1000 { state["key \(index)"] = index }
            state["type"] = "text instead of a number"
            unit.auAudioUnit.fullState = state
            #expect(
                unit.auAudioUnit.parameterTree?.allParameters.first { $0.identifier == symbol }?.value == 1.5)
        }
    }

    @Test func `a preset file that is cut off anywhere is refused, and changes nothing`() throws {
        let folder = try ScratchFolder()
        let delay = AVAudioUnitDelay()
        let whole = try PropertyListSerialization.data(
            fromPropertyList: #require(delay.auAudioUnit.fullState), format: .xml, options: 0)
        delay.delayTime = 0.25
        let cuts = stride(from: 0, to: whole.count - 12, by: 37)
        for (index, count) in cuts.enumerated() {
            let file = try folder.file("\(index).aupreset", holding: whole.prefix(count))
            let error = #expect(throws: NSError.self) { try delay.loadPreset(at: file) }
            #expect(error?.localizedDescription.contains(file.path) == true)
            #expect(delay.delayTime == 0.25)
        }
        try delay.loadPreset(at: folder.file("whole.aupreset", holding: whole))
        #expect(delay.delayTime == 1)
    }

    @Test(arguments: ["text", "17", "[1, 2]"])
    func `a property list of another kind is refused by its path`(text: String) throws {
        let list: Any = text == "text" ? "text" : text == "17" ? 17 : ["data": "no data", "name": 3]
        let folder = try ScratchFolder()
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let file = try folder.file("other.aupreset", holding: data)
        let error = #expect(throws: NSError.self) { try AVAudioUnitDelay().loadPreset(at: file) }
        #expect(error?.localizedDescription.contains(file.path) == true)
    }
}
