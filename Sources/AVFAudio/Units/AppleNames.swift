import AVFRender

extension UnitDescriptor {
    /// The name that programs see: for a unit that Apple's systems have too, the one by which programs look
    /// for it there.
    var shownName: String { appleNames[component] ?? name }
}

/// Names of Apple's units, as `auval -a` lists them.
private let appleNames: [ComponentDescription: String] = {
    let effects = [
        "bpas": "AUBandpass", "dcmp": "AUDynamicsProcessor", "dely": "AUDelay", "dist": "AUDistortion",
        "greq": "AUGraphicEQ", "hpas": "AUHipass", "hshf": "AUHighShelfFilter", "lmtr": "AUPeakLimiter",
        "lpas": "AULowpass", "lshf": "AULowShelfFilter", "mcmp": "AUMultibandCompressor",
        "mrev": "AUMatrixReverb", "nbeq": "AUNBandEQ", "nutp": "AUNewPitch", "pmeq": "AUParametricEQ",
        "rvb2": "AUReverb2", "sdly": "AUSampleDelay",
    ]
    let others = [
        ("aufc", "nutp", "AUNewTimePitch"), ("aufc", "vari", "AUVarispeed"),
        ("aumx", "mxmx", "AUMatrixMixer"),
    ]
    let all = effects.map { ("aufx", $0.key, $0.value) } + others
    return Dictionary(
        uniqueKeysWithValues: all.map { type, subtype, name in
            (ComponentDescription(type: code(type), subtype: code(subtype), manufacturer: code("appl")), name)
        })
}()

private func code(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
