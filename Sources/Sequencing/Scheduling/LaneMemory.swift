import AVFRealtime

/// A track's events made ready for the render side; immutable, and shared by the timelines that have it.
package final class LaneMemory: @unchecked Sendable {
    // Proof: both memories are written while the object is made, and never again.
    private let events: OwnedBuffer<ScheduledEvent>
    private let bytes: OwnedBuffer<UInt8>
    private let count: Int

    /// The parameter's place in the destination unit; nil for none such.
    package typealias ParameterPlace = (MusicEvent.Parameter) -> Int?

    /// Makes events ready; parameters are where `parameterPlace` says.
    package init(_ store: EventStore, timeBase: TimeBase, parameterPlace: ParameterPlace? = nil) {
        events = OwnedBuffer(uninitializedCount: LaneCompiler.mostEvents(store))
        var compiler = LaneCompiler(store, timeBase, parameterPlace, events.pointer, events.count)
        compiler.compile()
        count = compiler.count
        let made = compiler.bytes
        bytes = OwnedBuffer(uninitializedCount: made.count)
        for place in made.indices { bytes[place] = made[place] }
    }

    /// The events as a lane without an offset or a loop, valid as long as this object.
    package var lane: Lane {
        Lane(events: UnsafePointer(events.pointer), count: count, bytes: UnsafePointer(bytes.pointer))
    }
}

/// Turns events with beats into events with units.
private struct LaneCompiler {
    private let store: EventStore
    private let timeBase: TimeBase
    private let parameterPlace: LaneMemory.ParameterPlace?
    private let events: UnsafeMutablePointer<ScheduledEvent>
    private let capacity: Int
    private(set) var count = 0
    private(set) var bytes: [UInt8] = []
    /// The event of a system exclusive message that has not ended, and what there is of it.
    private var open: (event: Int, bytes: [UInt8])?
    /// The newest event of each parameter.
    private var newest: [ParameterKey: Int] = [:]

    private struct ParameterKey: Hashable {
        var identifier: UInt32
        var scope: UInt32
        var element: UInt32
    }

    /// A compiler that writes into memory of the caller's.
    init(
        _ store: EventStore, _ timeBase: TimeBase, _ parameterPlace: LaneMemory.ParameterPlace?,
        _ events: UnsafeMutablePointer<ScheduledEvent>, _ capacity: Int
    ) {
        self.store = store
        self.timeBase = timeBase
        self.parameterPlace = parameterPlace
        self.events = events
        self.capacity = capacity
    }

    /// How many events can come of these: a program with a bank is three.
    static func mostEvents(_ store: EventStore) -> Int {
        store.count + 2 * store.events.count { $0.kind == .programChange && $0.extra != StoredEvent.noBank }
    }

    mutating func compile() {
        for event in store.events {
            if event.kind == .payload {
                translate(event.event(store.payloads), event)
            } else {
                translate(event)
            }
        }
        closeExclusive()
    }

    private mutating func emit(_ event: ScheduledEvent) {
        guard count < capacity else { return }
        (events + count).initialize(to: event)
        count += 1
    }

    /// Units from a beat to the end of what begins there.
    private func extent(_ beat: Double, _ duration: Double) -> Int64 {
        max(0, timeBase.unit(ofBeat: beat + duration) - timeBase.unit(ofBeat: beat))
    }

    private mutating func translate(_ event: StoredEvent) {
        let unit = timeBase.unit(ofBeat: event.beat)
        let channel = event.channel & 15
        let (data1, data2) = (event.data1 & 127, event.data2 & 127)
        func message(_ status: UInt8, _ data1: UInt8, _ data2: UInt8) -> ScheduledEvent {
            ScheduledEvent(.message, unit: unit, status: status | channel, data1, data2)
        }
        switch event.kind {
        case .note:
            emit(
                ScheduledEvent(
                    data2 > 0 ? .note : .release, unit: unit, extent: extent(event.beat, event.duration),
                    status: 0x90 | channel, data1, data2, place: event.extra & 127))
        case .polyPressure: emit(message(0xA0, data1, data2))
        case .controlChange: emit(message(0xB0, data1, data2))
        case .programChange:
            if event.extra != StoredEvent.noBank {
                emit(message(0xB0, 0, UInt8(truncatingIfNeeded: event.extra >> 7 & 127)))
                emit(message(0xB0, 32, UInt8(truncatingIfNeeded: event.extra & 127)))
            }
            emit(message(0xC0, data1, 0))
        case .channelPressure: emit(message(0xD0, data1, 0))
        case .pitchBend: emit(message(0xE0, data1, data2))
        case .payload: break
        }
    }

    private mutating func translate(_ event: MusicEvent, _ stored: StoredEvent) {
        let unit = timeBase.unit(ofBeat: stored.beat)
        switch event {
        case .systemExclusive(let data):
            closeExclusive()
            open = (count, data)
            emit(ScheduledEvent(.bytes, unit: unit, status: 0xF0))
            if data.last == 0xF7 { closeExclusive() }
        case .escape(let data):
            if open != nil {
                open?.bytes += data
                if data.last == 0xF7 { closeExclusive() }
            } else if let status = data.first, status >= 0x80, status != 0xF7 {
                emit(content(.bytes, unit, status: status, data))
            }
        case .meta(let type, let data):
            emit(content(.report, unit, status: type, data, SequencerReport.Kind.meta.rawValue))
        case .user(let data):
            emit(content(.report, unit, status: 0, data, SequencerReport.Kind.user.rawValue))
        case .preset(_, _, let data):
            emit(content(.report, unit, status: 0, data, SequencerReport.Kind.preset.rawValue))
        case .parameter(let parameter): translate(parameter, at: unit)
        case .extendedNote(let note):
            let velocity = UInt8(max(0, min(127, note.velocity.isNaN ? 0 : note.velocity.rounded())))
            let key = UInt8(max(0, min(127, note.key.isNaN ? 0 : note.key.rounded())))
            emit(
                ScheduledEvent(
                    velocity > 0 ? .note : .release, unit: unit, extent: extent(stored.beat, note.duration),
                    status: 0x90 | UInt8(note.group & 15), key, velocity, place: 64))
        default: break
        }
    }

    private mutating func content(
        _ kind: ScheduledEvent.Kind, _ unit: Int64, status: UInt8, _ data: [UInt8], _ report: UInt8 = 0
    ) -> ScheduledEvent {
        let place = UInt32(clamping: bytes.count)
        bytes += data
        return ScheduledEvent(
            kind, unit: unit, extent: Int64(data.count), status: status, report, place: place)
    }

    private mutating func closeExclusive() {
        guard let (event, data) = open else { return }
        let whole = data.last == 0xF7 ? data : data + [0xF7]
        let made = content(.bytes, events[event].unit, status: 0xF0, whole)
        events[event] = made
        open = nil
    }

    /// Adds a parameter's value, and tells the one before where it goes to.
    private mutating func translate(_ parameter: MusicEvent.Parameter, at unit: Int64) {
        guard let place = parameterPlace.map({ $0(parameter) }) ?? Int(parameter.identifier) else { return }
        let key = ParameterKey(
            identifier: parameter.identifier, scope: parameter.scope, element: parameter.element)
        if let last = newest[key] {
            events[last].extent = unit - events[last].unit
            updateParameter(at: events[last].place) { $0.nextValue = parameter.value }
        }
        newest[key] = count
        var numbers = ScheduledParameter(
            parameter: Int32(truncatingIfNeeded: place), value: parameter.value, nextValue: parameter.value)
        let data = withUnsafeBytes(of: &numbers) { Array($0) }
        var event = content(.parameter, unit, status: 0, data)
        event.extent = 0
        emit(event)
    }

    private mutating func updateParameter(at place: UInt32, _ change: (inout ScheduledParameter) -> Void) {
        bytes.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return }
            var numbers = (base + Int(place)).loadUnaligned(as: ScheduledParameter.self)
            change(&numbers)
            (base + Int(place)).storeBytes(of: numbers, as: ScheduledParameter.self)
        }
    }
}
