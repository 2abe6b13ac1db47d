/// What a parameter's number measures.
public enum AudioUnitParameterUnit: UInt32, Sendable {
    /// A number without a unit.
    case generic = 0
    /// One of a list, by its number.
    case indexed = 1
    /// Off is 0, on is any other value.
    case boolean = 2
    /// Hundredths.
    case percent = 3
    /// Seconds.
    case seconds = 4
    /// Frames.
    case sampleFrames = 5
    /// Degrees of a cycle.
    case phase = 6
    /// A factor of speed.
    case rate = 7
    /// Cycles a second.
    case hertz = 8
    /// Hundredths of a semitone.
    case cents = 9
    /// Semitones.
    case relativeSemiTones = 10
    /// A note number, 0…127.
    case midiNoteNumber = 11
    /// A controller value, 0…127.
    case midiController = 12
    /// Decibels.
    case decibels = 13
    /// A factor.
    case linearGain = 14
    /// Degrees.
    case degrees = 15
    /// From one to another at equal power, 0…100.
    case equalPowerCrossfade = 16
    /// A fader with the square root law, 0…1.
    case mixerFaderCurve1 = 17
    /// From left, −1, to right, 1.
    case pan = 18
    /// Metres.
    case meters = 19
    /// Hundredths of a semitone above 8.18 Hz.
    case absoluteCents = 20
    /// Octaves.
    case octaves = 21
    /// Beats a minute.
    case BPM = 22
    /// Beats.
    case beats = 23
    /// Milliseconds.
    case milliseconds = 24
    /// A ratio.
    case ratio = 25
    /// What `unitName` says.
    case customUnit = 26
    /// A controller of MIDI 2.0.
    case midi2Controller = 27
}

/// What can be said about a parameter beside its range.
@frozen
public struct AudioUnitParameterOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt32

    /// Options from bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The name must be released; never set here.
    public static var flag_CFNameRelease: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 16)
    }
    /// Changes can be scheduled as ramps.
    public static var flag_CanRamp: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 33554432)
    }
    /// A slider moves through the cube root.
    public static var flag_DisplayCubeRoot: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 262144)
    }
    /// A slider moves through the cube.
    public static var flag_DisplayCubed: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 196608)
    }
    /// A slider moves through the exponential.
    public static var flag_DisplayExponential: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 327680)
    }
    /// A slider moves through the logarithm.
    public static var flag_DisplayLogarithmic: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 4194304)
    }
    /// The bits that tell how a slider moves.
    public static var flag_DisplayMask: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 4653056)
    }
    /// A slider moves through the square root.
    public static var flag_DisplaySquareRoot: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 65536)
    }
    /// A slider moves through the square.
    public static var flag_DisplaySquared: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 131072)
    }
    /// For experts only.
    public static var flag_ExpertMode: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 67108864)
    }
    /// It has a name as an object; never set here.
    public static var flag_HasCFNameString: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 134217728)
    }
    /// It belongs to a clump.
    public static var flag_HasClump: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 1048576)
    }
    /// It changes other parameters of its element.
    public static var flag_IsElementMeta: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 536870912)
    }
    /// It changes other parameters of the unit.
    public static var flag_IsGlobalMeta: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 268435456)
    }
    /// A slider should have many steps.
    public static var flag_IsHighResolution: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 8388608)
    }
    /// It can be read.
    public static var flag_IsReadable: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 1073741824)
    }
    /// It can be set.
    public static var flag_IsWritable: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 2147483648)
    }
    /// The unit writes it: a meter.
    public static var flag_MeterReadOnly: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 32768)
    }
    /// It must not be changed while rendering.
    public static var flag_NonRealTime: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 16777216)
    }
    /// Presets leave it out.
    public static var flag_OmitFromPresets: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 8192)
    }
    /// Its past is worth a plot.
    public static var flag_PlotHistory: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 16384)
    }
    /// Its values have names.
    public static var flag_ValuesHaveStrings: AudioUnitParameterOptions {
        AudioUnitParameterOptions(rawValue: 2097152)
    }
}
