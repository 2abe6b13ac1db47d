import AVFSpatial
import AVFUnits
import Synchronization

/// An input of an environment: a source in space.
final class EnvironmentInput: MixerInput, @unchecked Sendable {  // Proof: see MixerInput.
    private struct Made {
        var source: SpatialSource?
        var beginsInSilence = false
        var hasToldRate = false
    }

    private let made = Mutex(Made())
    private weak let node: EnvironmentNode?

    init(_ mixing: MixingState, of node: EnvironmentNode) {
        self.node = node
        super.init(mixing)
    }

    /// The source in the mixer, a new one if the last one does not fit.
    func source(in mixer: SpatialMixer, channelCount: Int) -> SpatialSource {
        made.withLock { made in
            if let source = made.source, source.belongs(to: mixer, channelCount) {
                source.fade(out: false)
                return source
            }
            let mixing = mixing
            let source = mixer.makeSource(
                channelCount: channelCount, bed: mixing.arrangement?.speakers(count: channelCount),
                beginsInSilence: made.beginsInSilence)
            source.settings = SpatialSourceSettings(mixing)
            made.source = source
            return source
        }
    }

    override func mixingDidChange() {
        let (placement, tellsRate) = made.withLock { made in
            let mixing = mixing
            made.source?.settings = SpatialSourceSettings(mixing)
            let tellsRate = mixing.placement.rate != 1 && !made.hasToldRate
            if tellsRate { made.hasToldRate = true }
            return (mixing.placement, tellsRate)
        }
        node?.inputDidChange(placement, tellsRate: tellsRate)
    }

    override func fadeIn() { made.withLock { $0.beginsInSilence = true } }
}

extension EnvironmentInput: FadingInput {
    var fadeSeconds: Double { SpatialSource.fadeSeconds }

    func fadeOut() { made.withLock { $0.source?.fade(out: true) } }
}

extension SpatialSource {
    fileprivate func belongs(to mixer: SpatialMixer, _ channelCount: Int) -> Bool {
        self.mixer === mixer && self.channelCount == channelCount
    }
}

extension SpatialSourceSettings {
    /// What a source says about an input that it feeds.
    init(_ mixing: MixingState) {
        self.init()
        let placement = mixing.placement
        position = Vector3(
            Double(placement.position.x), Double(placement.position.y), Double(placement.position.z))
        gain = mixing.volume
        reverbBlend = placement.reverbBlend
        obstructionDecibels = placement.obstruction
        occlusionDecibels = placement.occlusion
        algorithm = SpatialAlgorithm(rawValue: placement.algorithm.rawValue) ?? .equalPowerPanning
        sourceMode = SpatialSourceMode(rawValue: placement.sourceMode.rawValue) ?? .spatializeIfMono
        inHeadMode = SpatialInHeadMode(rawValue: placement.inHeadMode.rawValue) ?? .mono
        bedIsAmbisonic = mixing.arrangement == .soundField
    }
}

extension SpatialPlacement {
    /// Whether the source may be rendered with a set of transfer functions.
    func usesSet(_ outputType: SpatialOutputType) -> Bool {
        switch algorithm {
        case .hrtf, .hrtfHighQuality: true
        case .auto, .soundField: outputType == .headphones
        default: sourceMode == .ambienceBed && outputType == .headphones
        }
    }
}
