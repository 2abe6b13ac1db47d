import AVFPluginCatalog
import AVFRender

/// Control inputs that tell a plugin the time, such as a tempo: they follow the program's transport while
/// there is one.
struct TimeControl: BitwiseCopyable {
    /// What a control shows.
    enum Field: UInt8, BitwiseCopyable {
        case speed, beatsPerMinute, beatsPerBar, beatUnit, bar, barBeat, beat, frame
    }

    let field: Field
    let parameter: Int
    let minimum: Float
    let maximum: Float

    /// What such a port is designated for; nil for any other port.
    static func field(of port: PortFacts) -> Field? {
        guard port.isInput, port.kind == .control, case .other(let uri) = port.designation,
            uri.hasPrefix(LV2.time)
        else { return nil }
        switch uri.dropFirst(LV2.time.count) {
        case "speed": return .speed
        case "beatsPerMinute": return .beatsPerMinute
        case "beatsPerBar": return .beatsPerBar
        case "beatUnit": return .beatUnit
        case "bar": return .bar
        case "barBeat": return .barBeat
        case "beat": return .beat
        case "frame": return .frame
        default: return nil
        }
    }

    /// Sets the control as far as the position is known.
    @_noLocks
    func follow(_ position: TransportPosition, _ parameters: ParameterReader) {
        guard let value = value(position), value.isFinite else { return }
        parameters.set(min(max(Float(value), minimum), maximum), at: parameter)
    }

    @_noLocks
    private func value(_ position: TransportPosition) -> Double? {
        let beats = TransportBeats(position)
        let hasMeter = position.numerator > 0
        switch field {
        case .speed: return position.isMoving ? 1 : 0
        case .beatsPerMinute: return position.tempo > 0 ? beats.perMinute : nil
        case .beatsPerBar: return hasMeter ? position.numerator : nil
        case .beatUnit: return hasMeter ? Double(position.denominator) : nil
        case .bar: return hasMeter ? Double(beats.bar) : nil
        case .barBeat: return hasMeter ? beats.inBar : nil
        case .beat: return beats.all
        case .frame: return position.frame >= 0 ? Double(position.frame) : nil
        }
    }
}
