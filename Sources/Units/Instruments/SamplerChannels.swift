import AVFRealtime

/// What one MIDI channel has been told apart from its controllers.
struct SamplerChannel: BitwiseCopyable {
    /// 0…16383.
    var bend = 8192
    var pressure: UInt8 = 0
    /// RPN 0: semitones to each side.
    var bendRange = 2.0
    /// RPN 1 and 2 together, in cents.
    var tuningCents = 0.0
    var fineTuning = 0.0
    var coarseTuning = 0.0
    /// The number that data entries go to: −1 for none.
    var registered = -1
    /// The generator that they go to: −1 for none.
    var generator = -1
    /// Whether NRPNs are those of SoundFonts, and the digits of the generator's number so far.
    var selectsGenerators = false
    var selected = 0
    var program = 0

    @_noLocks
    init() {}
}

/// The state of all 16 channels.
struct SamplerChannels: ~Copyable {
    static var count: Int { @_noLocks get { 16 } }

    private let scalars = OwnedBuffer<SamplerChannel>(repeating: SamplerChannel(), count: 16)
    private let controllers = OwnedBuffer<UInt8>(repeating: 0, count: 16 * 128)
    private let pressures = OwnedBuffer<UInt8>(repeating: 0, count: 16 * 128)
    private let offsets = OwnedBuffer<Float>(repeating: 0, count: 16 * SamplerGenerator.count)

    init() { reset() }

    subscript(_ channel: Int) -> SamplerChannel {
        @_noLocks get { scalars.pointer[channel] }
        @_noLocks nonmutating set { scalars.pointer[channel] = newValue }
    }

    /// The value of a controller, 0…127.
    @_noLocks
    func controller(_ number: Int, _ channel: Int) -> UInt8 { controllers.pointer[channel &* 128 &+ number] }

    @_noLocks
    func set(controller number: Int, _ channel: Int, _ value: UInt8) {
        controllers.pointer[channel &* 128 &+ number] = value
    }

    @_noLocks
    func pressure(key: Int, _ channel: Int) -> UInt8 { pressures.pointer[channel &* 128 &+ key] }

    @_noLocks
    func set(pressure: UInt8, key: Int, _ channel: Int) {
        pressures.pointer[channel &* 128 &+ key] = pressure
    }

    /// What NRPNs add to a generator.
    @_noLocks
    func offset(_ generator: Int, _ channel: Int) -> Float {
        offsets.pointer[channel &* SamplerGenerator.count &+ generator]
    }

    @_noLocks
    func set(offset: Float, _ generator: Int, _ channel: Int) {
        offsets.pointer[channel &* SamplerGenerator.count &+ generator] = offset
    }

    /// Everything as when the unit was made.
    @_noLocks
    func reset() {
        for channel in 0..<Self.count { reset(channel) }
    }

    @_noLocks
    private func reset(_ channel: Int) {
        scalars.pointer[channel] = SamplerChannel()
        for number in 0..<128 {
            controllers.pointer[channel &* 128 &+ number] = 0
            pressures.pointer[channel &* 128 &+ number] = 0
        }
        for number in 0..<SamplerGenerator.count { set(offset: 0, number, channel) }
        set(controller: 7, channel, 100)
        set(controller: 10, channel, 64)
        set(controller: 11, channel, 127)
    }

    /// "Reset all controllers", as MIDI's RP-015 has it: level, pan, bank, program and sends stay.
    @_noLocks
    func resetControllers(_ channel: Int) {
        scalars.pointer[channel].bend = 8192
        scalars.pointer[channel].pressure = 0
        scalars.pointer[channel].registered = -1
        scalars.pointer[channel].generator = -1
        for key in 0..<128 { set(pressure: 0, key: key, channel) }
        for pedal in 64...67 { set(controller: pedal, channel, 0) }
        set(controller: 1, channel, 0)
        set(controller: 11, channel, 127)
    }

    @_noLocks
    func isDown(_ pedal: Int, _ channel: Int) -> Bool { controller(pedal, channel) >= 64 }

    /// The bank that bank select asks for: 128 for percussion.
    ///
    /// 0x78 and 0x79 are General MIDI 2's, with the bank in the low byte.
    @_noLocks
    func bank(_ channel: Int, isPercussion: Bool) -> Int {
        let high = Int(controller(0, channel))
        if high == 0x78 || isPercussion { return 128 }
        return high == 0x79 ? Int(controller(32, channel)) : high
    }
}

// MARK: - Parameter numbers

extension SamplerChannels {
    /// Takes a controller that selects or sets a parameter number; false for any other controller.
    @_noLocks
    func takeParameterNumber(_ number: Int, _ channel: Int, _ value: UInt8) -> Bool {
        switch number {
        case 100, 101:
            let registered = Int(controller(101, channel)) &* 128 &+ Int(controller(100, channel))
            scalars.pointer[channel].registered = registered == 0x3FFF ? -1 : registered
            scalars.pointer[channel].generator = -1
        case 98: select(channel, Int(value))
        case 99:
            scalars.pointer[channel].selectsGenerators = value == 120
            scalars.pointer[channel].selected = 0
            scalars.pointer[channel].registered = -1
            scalars.pointer[channel].generator = -1
        case 6, 38: enter(channel)
        default: return false
        }
        return true
    }

    /// SoundFont 2.04, section 9.6.2: 100, 101 and 102 add a hundred, a thousand and ten thousand, any
    /// other number ends the selection.
    @_noLocks
    private func select(_ channel: Int, _ value: Int) {
        guard self[channel].selectsGenerators else { return }
        switch value {
        case 100: scalars.pointer[channel].selected &+= 100
        case 101: scalars.pointer[channel].selected &+= 1000
        case 102: scalars.pointer[channel].selected &+= 10_000
        case 0..<100:
            let generator = self[channel].selected &+ value
            scalars.pointer[channel].generator = generator < SamplerGenerator.count ? generator : -1
            scalars.pointer[channel].selected = 0
        default: break
        }
    }

    @_noLocks
    private func enter(_ channel: Int) {
        let high = Int(controller(6, channel))
        let value = high &* 128 &+ Int(controller(38, channel))
        let generator = self[channel].generator
        if generator >= 0 {
            let step = SamplerGenerator.stepOfNRPN(generator)
            set(offset: Float(value &- 8192) * step, generator, channel)
        }
        switch self[channel].registered {
        case 0: scalars.pointer[channel].bendRange = Double(high) + Double(controller(38, channel)) / 100
        case 1: scalars.pointer[channel].fineTuning = Double(value &- 8192) / 8192 * 100
        case 2: scalars.pointer[channel].coarseTuning = Double(high &- 64) * 100
        default: break
        }
        scalars.pointer[channel].tuningCents = self[channel].fineTuning + self[channel].coarseTuning
    }
}
