import AVFConsole
import AVFEngine
import AVFSpatial
import AVFUnits
import Foundation

/// A scene as `--spatial` reads it: sources and a listener on their ways, and what is around them.
struct SpatialScene: Decodable {
    /// How the output's channels are heard.
    enum Output: String, Decodable, CaseIterable {
        case stereo, headphones, quad
        case surround5 = "5.0"
        case surround51 = "5.1"
        case surround71 = "7.1"
        case octagon

        var layout: SpeakerLayout {
            switch self {
            case .stereo, .headphones: .stereo
            case .quad: .quadraphonic
            case .surround5: .audioUnit5_0
            case .surround51: .bed(channelCount: 6)
            case .surround71: .bed(channelCount: 8)
            case .octagon: .octagonal
            }
        }

        var type: SpatialOutputType { self == .headphones ? .headphones : .externalSpeakers }
    }

    /// The room that sources share.
    struct Room: Decodable {
        /// The name of one of the reverb's presets.
        let preset: String
        /// Decibels.
        let level: Float

        init(from decoder: any Decoder) throws {
            let values = try decoder.known(["preset", "level"])
            preset = try values.get("preset", else: "Medium Room")
            level = try values.get("level", else: 0)
        }
    }

    /// How sources become softer.
    struct Distance: Decodable {
        let attenuation: DistanceAttenuation

        init(from decoder: any Decoder) throws {
            let values = try decoder.known(["model", "reference", "maximum", "rolloff"])
            let models: [String: DistanceAttenuation.Model] = [
                "inverse": .inverse, "linear": .linear, "exponential": .exponential,
            ]
            let model = try values.choice("model", of: models, else: .inverse)
            attenuation = DistanceAttenuation(
                model, referenceDistance: try values.get("reference", else: 1),
                maximumDistance: try values.get("maximum", else: 100_000),
                rolloffFactor: try values.get("rolloff", else: 1))
        }
    }

    /// One source.
    struct Source: Decodable {
        /// The file, beside the scene's; nil for the input of the command.
        let file: String?
        /// Seconds after which it begins.
        let start: Double
        /// Linear, 0…1.
        let gain: Float
        let placement: SpatialPlacement
        /// Whether its channels are a sound field (AmbiX).
        let isSoundField: Bool
        let path: ScenePath

        private static let keys = [
            "file", "start", "gain", "algorithm", "mode", "rate", "reverb", "obstruction", "occlusion",
            "doppler",
            "spread", "air", "soundField", "path",
        ]
        private static let algorithms: [String: SpatialPlacement.Algorithm] = [
            "panning": .equalPowerPanning, "sphere": .sphericalHead, "hrtf": .hrtf,
            "hrtfHQ": .hrtfHighQuality, "soundField": .soundField, "passThrough": .stereoPassThrough,
            "auto": .auto,
        ]
        private static let modes: [String: SpatialPlacement.SourceMode] = [
            "point": .pointSource, "ifMono": .spatializeIfMono, "bypass": .bypass, "bed": .ambienceBed,
        ]

        init(from decoder: any Decoder) throws {
            let values = try decoder.known(Self.keys)
            file = try values.find("file")
            start = try values.get("start", else: 0)
            gain = try values.get("gain", else: 1)
            isSoundField = try values.get("soundField", else: false)
            path = try values.get("path", else: ScenePath())
            var placement = SpatialPlacement()
            placement.algorithm = try values.choice("algorithm", of: Self.algorithms, else: .auto)
            placement.sourceMode = try values.choice("mode", of: Self.modes, else: .pointSource)
            placement.reverbBlend = try values.get("reverb", else: 0)
            placement.obstruction = try values.get("obstruction", else: 0)
            placement.occlusion = try values.get("occlusion", else: 0)
            placement.rate = try values.get("rate", else: 1)
            placement.dopplerFactor = try values.get("doppler", else: 0)
            placement.spread = try values.get("spread", else: 0)
            placement.airAbsorption = try values.get("air", else: 0)
            self.placement = placement
            guard (0...86_400).contains(start) else {
                throw values.corrupted("start", "\(start) s is not between 0 and 86400")
            }
        }
    }

    let output: Output
    /// Whose ears: `standard`, `sphere`, or a SOFA file beside the scene's.
    let head: String
    let room: Room?
    let distance: Distance?
    let listener: ScenePath
    let sources: [Source]

    init(from decoder: any Decoder) throws {
        let values = try decoder.known(["output", "head", "room", "distance", "listener", "sources"])
        let outputs = Dictionary(uniqueKeysWithValues: Output.allCases.map { ($0.rawValue, $0) })
        output = try values.choice("output", of: outputs, else: .stereo)
        head = try values.get("head", else: "standard")
        room = try values.find("room")
        distance = try values.find("distance")
        listener = try values.get("listener", else: ScenePath())
        sources = try values.get("sources", else: [])
        guard !sources.isEmpty else { throw values.corrupted("sources", "there is none") }
    }

    /// Reads a scene.
    ///
    /// - Throws: `Failure` that names what is wrong.
    init(path: String) throws(Failure) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(.noInput, "The scene “\(path)” cannot be read.")
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: data)
        } catch {
            throw Failure(.badData, "The scene “\(path)” cannot be used: \(SceneKeys.sentence(error)).")
        }
    }
}
