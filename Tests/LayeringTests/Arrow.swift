import Glibc

/// The arrows of ARCHITECTURE.md: which module of `Sources` may import which.
enum Arrow {
    /// What the language brings along, for every module.
    private static let language: Set<String> = ["Swift", "Synchronization", "Glibc"]
    /// What only the faces may see.
    private static let platform: Set<String> = ["Foundation", "Dispatch"]

    private static let dsp: Set<String> = ["CAVFDSP", "CAVFRealtime"]
    private static let render = dsp.union(["AVFRealtime", "AVFDSP"])
    private static let sibling = render.union(["AVFRender"])
    private static let plugins: Set<String> = [
        "AVFPluginCatalog", "AVFLV2Host", "AVFPluginSandbox", "AVFPluginValidation",
    ]
    private static let engine = sibling.union(plugins).union([
        "AVFGraph", "AVFSequencing", "AVFDevices", "AVFMedia", "AVFSoundBanks", "AVFInstruments",
        "AVFSpatial",
        "AVFSpatialData", "AVFUnits",
    ])
    private static let face = engine.union(["AVFEngine"])

    /// The modules by their folders, each with what it may import.
    static let all: [String: Set<String>] = [
        "CRealtime": [],
        "CDSP": ["CAVFRealtime"],
        "CShimsLV2": ["CAVFLilv"],
        "CShimsFFmpeg": [],
        "CShimsProcess": [],
        "CShimsSOFA": [],
        "CAllocations": ["CAVFRealtime"],
        "CShimsALSA": ["CAVFALSA"],
        "CSounds": [],
        "System": [],
        "Realtime": ["CAVFRealtime"],
        "DSP": dsp,
        "Spatial": render,
        // Only tables: a set is prepared by who has it.
        "SpatialData": ["AVFSpatial", "CAVFShimsSOFA"],
        "Render": render,
        "Units": sibling.union(["AVFSpatial"]),
        "Graph": sibling,
        "Sequencing": ["AVFRender", "AVFRealtime"],
        "Devices": sibling.union(["CAVFALSA", "CAVFShimsALSA"]),
        "PluginCatalog": ["AVFRender", "CAVFShimsLV2", "CAVFShimsProcess"],
        "LV2Host": sibling.union(["AVFPluginCatalog", "CAVFLilv", "CAVFShimsLV2", "CAVFShimsProcess"]),
        // No lilv: what a plugin is, LV2Host knows.
        "PluginSandbox": sibling.union(["AVFLV2Host", "AVFPluginCatalog", "CAVFShimsProcess"]),
        "PluginValidation": sibling.union([
            "AVFPluginSandbox", "AVFLV2Host", "AVFPluginCatalog", "CAVFShimsLV2", "CAVFShimsProcess",
        ]),
        // No lilv: a program that only reads files links no plugin library.
        "Media": sibling.union(["CAVFShimsFFmpeg", "CAVFSndFile", "CAVFLoudness"]),
        // No decoders: the caller passes one in.
        "SoundBanks": [],
        "Instruments": ["AVFSoundBanks", "AVFUnits"],
        "Engine": engine,
        "AVFAudio": face.union(platform).union(["CoreAudioTypes"]),
        // Times and nothing else: it knows no engine.
        "CoreMedia": platform,
        "AVFoundation": ["AVFAudio", "CoreMedia"],
        "AudioToolbox": ["AVFAudio"],
        "CoreAudio": ["AVFAudio"],
        "CoreMIDI": ["AVFAudio"],
        "AVFAudioC": face.union(["CAVFAudio"]),
        "AVFAudioLV2": sibling.union([
            "AVFInstruments", "AVFSoundBanks", "AVFUnits", "CAVFLV2", "CAVFSounds",
        ]),
        "PluginHost": ["AVFPluginSandbox", "AVFLV2Host", "CAVFAllocations"],
        "Generate": sibling.union(["AVFUnits"]),
        "Console": [],
        "avf-dev": platform.union(["AVFGenerate", "AVFConsole", "ArgumentParser", "CAVFAudio"]),
        "avf": face.union(platform).union([
            "AVFConsole", "ArgumentParser", "CAVFAllocations", "CAVFAudio", "CAVFShimsProcess",
        ]),
    ]

    /// The name that other modules import a folder by.
    static func moduleName(ofFolder folder: String) -> String {
        switch folder {
        case "CRealtime", "CDSP", "CShimsALSA", "CShimsFFmpeg", "CShimsLV2", "CShimsProcess", "CShimsSOFA",
            "CAllocations",
            "CSounds":
            "CAVF" + folder.dropFirst()
        case "Realtime", "DSP", "Spatial", "SpatialData", "Render", "Units", "Graph", "Sequencing", "Devices",
            "PluginCatalog",
            "LV2Host",
            "PluginSandbox", "PluginValidation", "Media", "SoundBanks", "Instruments", "Engine", "Generate",
            "Console":
            "AVF" + folder
        case "PluginHost": "avf-plugin-host"
        default: folder
        }
    }

    /// The imports that no arrow allows.
    static func violations(in files: [SourceFile]) -> [String] {
        files.flatMap { file in
            let allowed = language.union(all[file.module, default: []])
            return imports(of: file).filter { !allowed.contains($0) }.map { "\(file.path) imports \($0)" }
        }
    }

    /// The modules that a file imports, without submodules.
    static func imports(of file: SourceFile) -> [String] {
        let kinds = /(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?/
        let code = SwiftCode(file.text).text
        let statements = code.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: ";") }.map {
            String(Substring($0))
        }
        // The expression is slow, and few statements have the word.
        return statements.compactMap { line in
            guard strstr(line, "import") != nil else { return nil }
            let statement = line.firstMatch(of: /^\s*(?:[@_a-zA-Z()]+\s+)*import\s+(.*)$/)
            guard let name = statement?.1.trimmingPrefix(kinds) else { return nil }
            return String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
    }
}
