import AVFPluginCatalog
import CAVFLilv
import CAVFShimsLV2

/// The options every instance is given: plugins refuse to start without them, or with another type.
struct HostOptions {
    let sampleRateHz: Double
    let maximumFrameCount: Int
    let sequenceSize: Int

    /// The array for the options feature, ended by a zero; nil without memory.
    func make(in memory: ForeignMemory) -> UnsafeMutableRawPointer? {
        // Some plugins refuse a bound below what they transform at once; a bound need not be reached.
        let blockLength = Int32(clamping: max(64, maximumFrameCount))
        let options = [
            option(LV2.bufferSize + "minBlockLength", int: 1, memory),
            option(LV2.bufferSize + "maxBlockLength", int: blockLength, memory),
            option(LV2.bufferSize + "nominalBlockLength", int: blockLength, memory),
            option(LV2.bufferSize + "sequenceSize", int: Int32(clamping: sequenceSize), memory),
            option(LV2.parameters + "sampleRate", float: Float(sampleRateHz), memory),
            option(LV2.ui + "updateRate", float: 30, memory),
            option(LV2.ui + "scaleFactor", float: 1, memory),
            LV2_Options_Option(),
        ]
        return memory.array(options).map { UnsafeMutableRawPointer($0) }
    }

    private func option(_ uri: String, int: Int32, _ memory: ForeignMemory) -> LV2_Options_Option {
        option(uri, type: LV2.atom + "Int", memory.place(int))
    }

    private func option(_ uri: String, float: Float, _ memory: ForeignMemory) -> LV2_Options_Option {
        option(uri, type: LV2.atom + "Float", memory.place(float))
    }

    private func option(_ uri: String, type: String, _ value: UnsafeMutableRawPointer?) -> LV2_Options_Option
    {
        LV2_Options_Option(
            context: LV2_OPTIONS_INSTANCE, subject: 0, key: avf_shim_urid_map(nil, uri), size: 4,
            type: avf_shim_urid_map(nil, type), value: value)
    }
}
