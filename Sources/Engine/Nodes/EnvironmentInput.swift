import AVFRender
import AVFSpatial
import AVFUnits
import Synchronization

/// An input of an environment: a source in space.
final class EnvironmentInput: MixerInput, @unchecked Sendable {  // Proof: see MixerInput.
    private struct Made {
        var source: SpatialSource?
        var beginsInSilence = false
        var bridge: Bridge?
        /// Whether the rate was ever another than 1, and whether what feeds the input may have played by
        /// then.
        var hasRate = false
        var continues = false
    }

    private struct Bridge {
        let unit: PaceBridge
        let channelCount: Int
        let sampleRateHz: Double
    }

    private let made = Mutex(Made())
    private weak let node: EnvironmentNode?

    init(_ mixing: MixingState, of node: EnvironmentNode) {
        self.node = node
        super.init(mixing)
        if mixing.placement.rate != 1 { made.withLock { $0.hasRate = true } }
    }

    /// The source in the mixer, a new one if the last one does not fit.
    func source(in mixer: SpatialMixer, channelCount: Int, fades: Bool) -> SpatialSource {
        made.withLock { made in
            if let source = made.source, source.belongs(to: mixer, channelCount) {
                source.fade(out: false)
                return source
            }
            let mixing = mixing
            // One that takes another's place fades in while that fades out.
            let source = mixer.makeSource(
                channelCount: channelCount, bed: mixing.arrangement?.speakers(count: channelCount),
                beginsInSilence: made.beginsInSilence || (made.source != nil && fades))
            source.settings = SpatialSourceSettings(mixing)
            made.source = source
            return source
        }
    }

    override func mixingDidChange() {
        let (placement, needsBridge) = made.withLock { made in
            let mixing = mixing
            made.source?.settings = SpatialSourceSettings(mixing)
            made.bridge?.unit.pace = Double(mixing.placement.rate)
            return (mixing.placement, mixing.placement.rate != 1 && !made.hasRate)
        }
        node?.inputDidChange(placement)
        if needsBridge { node?.changePace(of: self) }
    }

    override var inputPace: InputPace? { made.withLock { $0.hasRate } ? PaceBridge.inputPace : nil }

    override func beginPace(continues: Bool) {
        made.withLock { ($0.hasRate, $0.continues) = (true, continues) }
    }

    override func paceBridge(channelCount: Int, sampleRateHz: Double) -> DomainBridge? {
        made.withLock { made in
            if let bridge = made.bridge, bridge.channelCount == channelCount,
                bridge.sampleRateHz == sampleRateHz
            {
                return bridge.unit
            }
            let unit = PaceBridge(
                channelCount: channelCount, sampleRateHz: sampleRateHz, pace: Double(mixing.placement.rate),
                continues: made.continues)
            made.bridge = Bridge(unit: unit, channelCount: channelCount, sampleRateHz: sampleRateHz)
            return unit
        }
    }

    override func fadeIn() { made.withLock { $0.beginsInSilence = true } }
}

extension SpatialSource: FadingInput {
    /// With a mixer whose place another one takes, all fades that it makes: its room, too.
    package func fadeOut() {
        if let mixer, mixer.isReplaced { mixer.settings.outputGain = 0 } else { fade(out: true) }
    }
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
        dopplerFactor = placement.dopplerFactor
        spreadDegrees = placement.spread
        airDecibelsPerMetre = placement.airAbsorption
        priority = Int32(placement.priority)
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
