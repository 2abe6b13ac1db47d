import AVFSpatial

/// How a source is placed: AVAudio3DMixingRenderingAlgorithm, with Apple's numbers.
package enum SpatialAlgorithm: Int, BitwiseCopyable, Sendable, CaseIterable {
    /// Two gains.
    case equalPowerPanning = 0
    /// A sphere's delays and shadows.
    case sphericalHead = 1
    /// Measured filters: shared ones while the source moves, its own at rest.
    case hrtf = 2
    /// A sound field of the third order.
    case soundField = 3
    /// Channels as they are.
    case stereoPassThrough = 5
    /// Measured filters, always its own.
    case hrtfHQ = 6
    /// What suits the output.
    case auto = 7

    /// Whether both are the same; Swift's own comparison of numbered cases is not for the render side.
    @_noLocks
    package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
}

/// What becomes of a source's channels: AVAudio3DMixingSourceMode, with Apple's numbers.
package enum SpatialSourceMode: Int, BitwiseCopyable, Sendable, CaseIterable {
    /// One channel is placed; several are passed on as with `bypass`.
    case spatializeIfMono = 0
    /// Channels go to the output's channels as they are.
    case bypass = 1
    /// All channels are mixed into one, which is placed.
    case pointSource = 2
    /// Channels stand around the listener, and stay there while the head turns.
    case ambienceBed = 3

    /// Whether both are the same; Swift's own comparison of numbered cases is not for the render side.
    @_noLocks
    package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
}

/// What a point source is in the middle of the head: AVAudio3DMixingPointSourceInHeadMode.
package enum SpatialInHeadMode: Int, BitwiseCopyable, Sendable, CaseIterable {
    /// Its mix in both ears.
    case mono = 0
    /// Its channels as they are.
    case bypass = 1

    /// Whether both are the same; Swift's own comparison of numbered cases is not for the render side.
    @_noLocks
    package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
}

/// What hears the output: AVAudioEnvironmentOutputType.
package enum SpatialOutputType: Int, BitwiseCopyable, Sendable, CaseIterable {
    case auto = 0
    case headphones = 1
    case builtInSpeakers = 2
    case externalSpeakers = 3

    /// Whether both are the same; Swift's own comparison of numbered cases is not for the render side.
    @_noLocks
    package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
}

/// What one source is told.
package struct SpatialSourceSettings: BitwiseCopyable, Sendable {
    /// Metres, in the world's axes; the listener's place by default.
    package var position = Vector3(0, 0, 0)
    /// Linear; 0…10.
    package var gain: Float = 1
    /// Share of the reverb, 0…1.
    package var reverbBlend: Float = 0
    /// Decibels at 5 kHz on the direct path, −100…0.
    package var obstructionDecibels: Float = 0
    /// Decibels at 5 kHz on the direct path and on that to the reverb, −100…0.
    package var occlusionDecibels: Float = 0
    /// Decibels at 5 kHz for each metre on the direct path, 0…1: what the air takes.
    package var airDecibelsPerMetre: Float = 0
    /// How late the source is heard for its distance, in parts of what sound takes, 0…4; 0 for at once.
    package var dopplerFactor: Float = 0
    /// How wide the source is, in degrees, on loudspeakers; 0…180.
    package var spreadDegrees: Float = 0
    /// Who is heard where not all can be: those with more, −100…100.
    package var priority: Int32 = 0
    package var algorithm = SpatialAlgorithm.equalPowerPanning
    package var sourceMode = SpatialSourceMode.spatializeIfMono
    package var inHeadMode = SpatialInHeadMode.mono
    /// Whether 4, 9 or 16 channels of a bed are a sound field in the order and scale of AmbiX.
    package var bedIsAmbisonic = false
    /// Whether the source fades out, for good; `SpatialSource.fadeOut` says so.
    var isEnding = false
    /// Where the front of a bed points; follows from the position.
    private(set) var bedFront = Vector3(0, 0, -1)
    private(set) var bedUp = Vector3(0, 1, 0)
    private(set) var bedRight = Vector3(1, 0, 0)

    /// The highest priority.
    package static var mostPriority: Int32 { @_noLocks get { 100 } }

    /// Apple's defaults.
    package init() {}

    /// The settings with what makes no sense replaced by what `old` has. [control]
    func repaired(_ old: SpatialSourceSettings) -> SpatialSourceSettings {
        var new = self
        if !position.isFinite { new.position = old.position }
        new.priority = max(-Self.mostPriority, min(Self.mostPriority, priority))
        new.gain = Self.clamped(gain, 0...10, old.gain)
        new.reverbBlend = Self.clamped(reverbBlend, 0...1, old.reverbBlend)
        new.obstructionDecibels = Self.clamped(obstructionDecibels, -100...0, old.obstructionDecibels)
        new.occlusionDecibels = Self.clamped(occlusionDecibels, -100...0, old.occlusionDecibels)
        new.airDecibelsPerMetre = Self.clamped(airDecibelsPerMetre, 0...1, old.airDecibelsPerMetre)
        new.dopplerFactor = Self.clamped(dopplerFactor, 0...4, old.dopplerFactor)
        new.spreadDegrees = Self.clamped(spreadDegrees, 0...180, old.spreadDegrees)
        var bed = ListenerPose()
        // A position that is no direction leaves the bed's front ahead.
        _ = bed.turn(forward: new.position, up: Vector3(0, 1, 0))
        (new.bedFront, new.bedUp, new.bedRight) = (bed.forward, bed.up, bed.right)
        return new
    }

    private static func clamped(_ value: Float, _ range: ClosedRange<Float>, _ old: Float) -> Float {
        value.isNaN ? old : max(range.lowerBound, min(range.upperBound, value))
    }
}

/// What the mixer is told.
package struct SpatialMixerSettings: BitwiseCopyable, Sendable {
    /// Where the listener is.
    package var listener = ListenerPose()
    package var attenuation = DistanceAttenuation()
    package var outputType = SpatialOutputType.auto
    /// Linear; 0…1.
    package var outputGain: Float = 1
    package var isReverbEnabled = false
    /// Decibels; −40…40.
    package var reverbDecibels: Float = 0
    /// How the path to the reverb follows the distance: the direct path's gain to this power; 0…1, default
    /// 0.5.
    package var reverbDistancePower: Float = 0.5
    /// The room: shortest and longest delay in seconds, decay in seconds at 0 Hz and at half of the rate, and
    /// its number.
    package var room = SpatialRoom()
    /// How many sources are heard at the most; 0 for all.
    package var voiceLimit: Int32 = 0
    /// What the room's sound passes through in the end.
    package var reverbFilter = SpatialReverbFilter()

    /// Apple's defaults.
    package init() {}

    /// The settings with numbers that are none replaced by what `old` has. [control]
    package func repaired(_ old: SpatialMixerSettings) -> SpatialMixerSettings {
        var new = self
        func clamped(_ value: Float, _ range: ClosedRange<Float>, _ old: Float) -> Float {
            value.isNaN ? old : max(range.lowerBound, min(range.upperBound, value))
        }
        new.outputGain = clamped(outputGain, 0...1, old.outputGain)
        new.reverbDecibels = clamped(reverbDecibels, -40...40, old.reverbDecibels)
        new.reverbDistancePower = clamped(reverbDistancePower, 0...1, old.reverbDistancePower)
        if !room.isFinite { new.room = old.room }
        new.voiceLimit = max(0, voiceLimit)
        new.reverbFilter = reverbFilter.repaired(old.reverbFilter)
        return new
    }
}

/// A room of `ReverbKernel`, with its ranges.
package struct SpatialRoom: BitwiseCopyable, Sendable {
    package var shortestSeconds: Float = 0.004
    package var longestSeconds: Float = 0.022
    package var decayAtZeroHz: Float = 0.7
    package var decayAtNyquist: Float = 0.28
    package var number: Float = 5

    /// "Medium Room".
    package init() {}

    /// The room of one of AVAudioUnitReverb's presets by Apple's number; nil if there is none.
    package init?(preset: Int) {
        guard ReverbKernel.presets.indices.contains(preset) else { return nil }
        let values = ReverbKernel.presets[preset].values
        shortestSeconds = values["minDelayTime"] ?? shortestSeconds
        longestSeconds = values["maxDelayTime"] ?? longestSeconds
        decayAtZeroHz = values["decayTimeAt0Hz"] ?? decayAtZeroHz
        decayAtNyquist = values["decayTimeAtNyquist"] ?? decayAtNyquist
        number = values["randomizeReflections"] ?? number
    }

    var isFinite: Bool {
        shortestSeconds.isFinite && longestSeconds.isFinite && decayAtZeroHz.isFinite
            && decayAtNyquist.isFinite && number.isFinite
    }
}
