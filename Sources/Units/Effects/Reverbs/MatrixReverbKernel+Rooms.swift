import AVFDSP
import AVFRender
import CAVFDSP

// What the parameters of a matrix reverb say about its rooms.

extension MatrixReverbKernel {
    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .dryWetMix:
            ParameterSpec(
                "Dry/Wet Mix", 0...100, default: 100, .percent,
                "Share of the rooms, with constant power between.")
        case .smallLargeMix:
            ParameterSpec(
                "Small/Large Mix", 0...100, default: 50, .percent,
                "Share of the large room, with constant power between.")
        case .smallSize, .largeSize, .preDelay, .largeDelay: timeSpec(parameter)
        case .modulationRate:
            ParameterSpec(
                "Modulation Rate", 0.001...2, default: 1, .hertz, "Rate of the modulation of the rooms.")
        case .modulationDepth:
            ParameterSpec(
                "Modulation Depth", 0...1, default: 0.2, .generic, "How far the rooms are modulated.")
        case .filterFrequency, .filterBandwidth, .filterGain, .filterType, .filterEnable:
            filterSpec(parameter)
        default: shapeSpec(parameter)
        }
    }

    private static func timeSpec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .smallSize:
            ParameterSpec(
                "Small Size", 0.005...0.02, default: 0.02, .seconds,
                "A twentieth of the time in which the small room's lows fall by 60 dB.")
        case .largeSize:
            ParameterSpec(
                "Large Size", 0.4...10, default: 3.07, .seconds,
                "Time in which the large room's lows fall by 60 dB.", isLogarithmic: true)
        case .preDelay:
            ParameterSpec(
                "Pre-Delay", 0.001...0.03, default: 0.025, .seconds, "Time before both rooms are heard.")
        default:
            ParameterSpec(
                "Large Delay", 0.001...0.1, default: 0.035, .seconds,
                "Longest way between two reflections of the large room.", isLogarithmic: true)
        }
    }

    private static func shapeSpec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .smallDensity: share("Small Density", 0.28, "How early the small room's reflections begin.")
        case .largeDensity: share("Large Density", 0.82, "How early the large room's reflections begin.")
        case .largeDelayRange: share("Large Delay Range", 0.3, "How different the large room's walls are.")
        case .smallDelayRange: share("Small Delay Range", 0.5, "How different the small room's walls are.")
        case .smallBrightness:
            share("Small Brightness", 0.96, "Share of the decay time that the small room's highs have.", 0.1)
        default:
            share("Large Brightness", 0.49, "Share of the decay time that the large room's highs have.", 0.1)
        }
    }

    private static func share(
        _ name: String, _ defaultValue: Float, _ summary: String, _ least: Float = 0
    ) -> ParameterSpec { ParameterSpec(name, least...1, default: defaultValue, .generic, summary) }

    private static func filterSpec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .filterFrequency:
            ParameterSpec(
                "Filter Frequency", 10...20_000, default: 800, .hertz, "Middle or corner of the filter.",
                isLogarithmic: true)
        case .filterBandwidth:
            ParameterSpec("Filter Bandwidth", 0.05...4, default: 3, .octaves, "Width of the filter.")
        case .filterGain:
            ParameterSpec("Filter Gain", -18...18, default: 0, .decibels, "Gain of a bell or shelf.")
        case .filterType: EqualizerKernel.spec(.filterType)
        default: .toggle("Filter Enable", default: true, "Whether the rooms are filtered.")
        }
    }
}
