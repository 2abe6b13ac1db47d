import AVFRender

/// A message that sets what a song has set before the place at which it begins to play.
struct ChasedEvent: BitwiseCopyable, Sendable, Equatable {
    /// The event bus that it goes to.
    var bus: Int32
    var status: UInt8
    var data1: UInt8
    var data2: UInt8

    /// The message at a frame.
    @_noLocks
    func event(at sampleTime: Int64) -> UnitEvent {
        UnitEvent(status: status, data1, data2, byteCount: status & 0xE0 == 0xC0 ? 2 : 3, at: sampleTime)
    }
}

extension Song {
    /// What controllers, programs, parameter numbers, pressure and pitch bend must be set to, so that it
    /// sounds from a beat on as if it had been played from its beginning.
    ///
    /// Of each channel: bank, program, registered and other parameter numbers, controllers, pressure, bend;
    /// only what the song has set before. Muted tracks count, because they may be heard later.
    func chasedEvents(before beat: Double) -> [ChasedEvent] {
        var states: [ChannelKey: ChannelState] = [:]
        for track in tracks {
            for event in track.events(before: beat) where event.kind != .payload {
                let key = ChannelKey(bus: Int32(clamping: track.bus), channel: event.channel & 15)
                states[key, default: ChannelState()].take(event)
            }
        }
        return states.sorted { ($0.key.bus, $0.key.channel) < ($1.key.bus, $1.key.channel) }.flatMap {
            $0.value.messages.map { [key = $0.key] message in
                ChasedEvent(
                    bus: key.bus, status: message.0 | key.channel, data1: message.1, data2: message.2)
            }
        }
    }
}

extension SongTrack {
    /// The events that have been played before a beat of the song; of a loop those of the pass before and of
    /// the present one.
    fileprivate func events(before beat: Double) -> [StoredEvent] {
        let local = beat - offset
        guard isLooping, loopRange.length > 0, local > loopRange.end else {
            return Array(events.events[..<events.firstPlace(atOrAfter: max(0, local))])
        }
        let passes = ((local - loopRange.start) / loopRange.length).rounded(.down)
        let pass = min(passes, Double(passCount ?? .max) - 1)
        let last = loopRange.start + (local - loopRange.start - pass * loopRange.length)
        return Array(events.events[..<events.firstPlace(atOrAfter: loopRange.end)])
            + events.events[events.places(from: loopRange.start, to: last)]
    }
}

/// A MIDI channel of a bus.
private struct ChannelKey: Hashable {
    var bus: Int32
    var channel: UInt8
}

/// What has been set on a channel.
private struct ChannelState {
    private var controllers = [UInt8?](repeating: nil, count: 128)
    /// Values of parameter numbers, by number, those that are not registered from 2¹⁴ on.
    private var parameters: [Int: (high: UInt8?, low: UInt8?)] = [:]
    private var program: UInt8?
    private var pressure: UInt8?
    private var bend: (UInt8, UInt8)?
    /// Whether the newest parameter number is a registered one.
    private var isRegistered = true

    mutating func take(_ event: StoredEvent) {
        switch event.kind {
        case .controlChange: take(event.data1 & 127, event.data2 & 127)
        case .programChange:
            program = event.data1 & 127
            guard event.extra != StoredEvent.noBank else { return }
            controllers[0] = UInt8(truncatingIfNeeded: event.extra >> 7 & 127)
            controllers[32] = UInt8(truncatingIfNeeded: event.extra & 127)
        case .channelPressure: pressure = event.data1 & 127
        case .pitchBend: bend = (event.data1 & 127, event.data2 & 127)
        case .note, .polyPressure, .payload: break
        }
    }

    private mutating func take(_ controller: UInt8, _ value: UInt8) {
        switch controller {
        case 6: number.map { parameters[$0, default: (nil, nil)].high = value }
        case 38: number.map { parameters[$0, default: (nil, nil)].low = value }
        case 98...101:
            isRegistered = controller >= 100
            controllers[Int(controller)] = value
        case 121: resetControllers()
        case 120, 122...127: break
        default: controllers[Int(controller)] = value
        }
    }

    /// The parameter number that is selected; nil for none, which is 127 twice.
    private var number: Int? {
        let first = isRegistered ? 100 : 98
        guard let high = controllers[first + 1], let low = controllers[first], high & low != 127 else {
            return nil
        }
        return Int(high) << 7 | Int(low) | (isRegistered ? 0 : 1 << 14)
    }

    /// Reset All Controllers, as MIDI Association RP-015 says it.
    private mutating func resetControllers() {
        for controller in [1, 2, 4, 11, 64, 65, 66, 67, 68, 69, 98, 99, 100, 101] {
            controllers[controller] = nil
        }
        (pressure, bend) = (nil, nil)
    }

    /// The messages that set it, without the channel.
    var messages: [(UInt8, UInt8, UInt8)] {
        var messages: [(UInt8, UInt8, UInt8)] = []
        func control(_ controller: UInt8, _ value: UInt8?) {
            if let value { messages.append((0xB0, controller, value)) }
        }
        control(0, controllers[0])
        control(32, controllers[32])
        if let program { messages.append((0xC0, program, 0)) }
        for (number, value) in parameters.sorted(by: { $0.key < $1.key }) {
            let first: UInt8 = number < 1 << 14 ? 100 : 98
            control(first + 1, UInt8(number >> 7 & 127))
            control(first, UInt8(number & 127))
            control(6, value.high)
            control(38, value.low)
        }
        for controller in UInt8(1)..<120 where controller != 32 {
            control(controller, controllers[Int(controller)])
        }
        if let pressure { messages.append((0xD0, pressure, 0)) }
        if let bend { messages.append((0xE0, bend.0, bend.1)) }
        return messages
    }
}
