import AVFRealtime
import AVFRender
import CAVFLV2

/// The MIDI messages of a plugin on their way from the ports of its host to the blocks of its unit.
final class PluginEvents {
    /// The render side; valid as long as this.
    let state: UnsafeMutablePointer<PluginEventState>
    private let midiType: LV2_URID
    /// What a sampler's channels have chosen, and who loads it; nil for other units.
    private let bank: PluginSound?
    /// What the host has connected.
    var control: UnsafePointer<LV2_Atom_Sequence>?

    /// Nil for a unit without messages, and for a host without numbers for URIs.
    init?(
        _ descriptor: UnitDescriptor, bank: PluginSound?,
        features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
    ) {
        guard descriptor.acceptsMIDI || descriptor.makesMIDI,
            let map = PluginVocabulary.feature(PluginVocabulary.map, in: features, as: LV2_URID_Map.self)
        else { return nil }
        midiType = PluginVocabulary.number(PluginVocabulary.midiEvent, map.pointee)
        self.bank = bank
        state = .allocate(capacity: 1)
        state.initialize(
            to: PluginEventState(
                makesMIDI: descriptor.makesMIDI, midiType: midiType,
                sequenceType: PluginVocabulary.number(PluginVocabulary.sequence, map.pointee)))
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }

    /// Takes what the host has sent with a call, and what a sampler must be told.
    ///
    /// Render thread.
    func begin(at sampleTime: Int64, frameCount: Int, isMultitimbral: Bool) {
        state.pointee.begin(at: sampleTime)
        // A call without frames, by which hosts hand over other messages, has no place for these.
        guard frameCount > 0 else { return }
        if let bank, bank.programs?.follow(isMultitimbral: isMultitimbral) ?? false {
            bank.request(program: Int32(PluginPrograms.percussion))
        }
        if let programs = bank?.programs, programs.takeUnsent() {
            let last = programs.lastChannel
            for channel in 0..<PluginPrograms.channelCount where channel != last {
                choose(programs, channel, at: sampleTime)
            }
            choose(programs, last, at: sampleTime)
        }
        guard var atoms = AtomEvents(control, type: state.pointee.sequenceType) else { return }
        while let event = atoms.next() {
            guard event.type == midiType, event.byteCount > 0 else { continue }
            let bytes = event.body.assumingMemoryBound(to: UInt8.self)
            let time = sampleTime + max(0, min(event.frame, Int64(frameCount - 1)))
            if event.byteCount <= UnitEvent.byteCapacity {
                take(UnitEvent(bytes, byteCount: event.byteCount, at: time))
            } else {
                state.pointee.take(bytes, byteCount: event.byteCount, at: time)
            }
        }
    }

    /// Has a channel choose what it has chosen before.
    private func choose(_ programs: PluginPrograms, _ channel: Int, at sampleTime: Int64) {
        guard let messages = programs.messages(ofChannel: channel, at: sampleTime) else { return }
        take(messages.0)
        take(messages.1)
        take(messages.2)
    }

    private func take(_ event: UnitEvent) {
        guard state.pointee.take(event), let bank,
            let number = bank.programs?.follow(event)
        else { return }
        bank.request(program: number)
    }
}

/// The messages of one call of the host's: plain memory, whose owner frees it.
///
/// Render thread.
struct PluginEventState {
    /// Events of one call of the host's.
    private static var capacity: Int { 4 * EventBus.capacity }

    let sequenceType: LV2_URID
    private let midiType: LV2_URID
    private let makesMIDI: Bool
    private let memory: UnsafeMutablePointer<UnitEvent>
    private let incoming: UnsafeMutablePointer<EventBus>
    private let outgoing: UnsafeMutablePointer<EventBus>
    private let outputs: UnsafeMutablePointer<UnsafeMutablePointer<EventBus>>
    private let block: UnsafeMutablePointer<BlockEvents>
    /// What the host has connected.
    var output: UnsafeMutablePointer<LV2_Atom_Sequence>?
    private var writer: AtomEventWriter?
    private var startTime: Int64 = 0
    private var place = 0

    /// No messages. [control]
    init(makesMIDI: Bool, midiType: LV2_URID, sequenceType: LV2_URID) {
        self.makesMIDI = makesMIDI
        self.midiType = midiType
        self.sequenceType = sequenceType
        memory = .allocate(capacity: 2 * Self.capacity)
        incoming = .allocate(capacity: 2)
        outgoing = incoming + 1
        incoming.initialize(to: EventBus(memory, capacity: Self.capacity))
        outgoing.initialize(to: EventBus(memory + Self.capacity, capacity: Self.capacity))
        outputs = .allocate(capacity: 1)
        outputs.initialize(to: outgoing)
        block = .allocate(capacity: 1)
        block.initialize(
            to: BlockEvents(
                from: UnsafePointer(incoming), to: UnsafePointer(outputs), outputCount: makesMIDI ? 1 : 0))
    }

    /// Frees the memory. [control]
    func deallocate() {
        memory.deallocate()
        incoming.deallocate()
        outputs.deallocate()
        block.deallocate()
    }

    /// Forgets the messages of the call before.
    @_noLocks
    mutating func begin(at sampleTime: Int64) {
        incoming.pointee.removeAll()
        startTime = sampleTime
        place = 0
        writer = makesMIDI ? AtomEventWriter(output, type: sequenceType) : nil
    }

    /// Takes a message; false if there is no room.
    @_noLocks
    func take(_ event: UnitEvent) -> Bool { incoming.pointee.append(event) }

    /// Takes a message of more bytes than an event has.
    @_noLocks
    func take(_ bytes: UnsafePointer<UInt8>, byteCount: Int, at time: Int64) {
        _ = incoming.pointee.append(bytes, byteCount: byteCount, at: time)
    }

    /// The events before a time that have not been asked for, for a block.
    @_noLocks
    mutating func slice(until endTime: Int64) -> UnsafeMutablePointer<BlockEvents> {
        block.pointee.begin()
        let all = incoming.pointee.list
        let end = all.firstPlace(from: place, notBefore: endTime)
        block.pointee.input = all.slice(from: place, to: end)
        place = end
        return block
    }

    /// Hands the host what the unit has made of the last slice, or, of one that is bypassed, what has come.
    @_noLocks
    func deliver(isEnabled: Bool) {
        guard makesMIDI else { return }
        write(isEnabled ? outgoing.pointee.list : block.pointee.input)
    }

    /// Ends all notes of a unit that is not asked to end them any more.
    @_noLocks
    func endNotes() {
        guard let writer else { return }
        var channel: UInt8 = 0
        while channel < 16 {
            if let bytes = writer.append(frame: 0, type: midiType, byteCount: 3) {
                bytes.storeBytes(of: 0xB0 | channel, as: UInt8.self)
                bytes.storeBytes(of: 123, toByteOffset: 1, as: UInt8.self)
                bytes.storeBytes(of: 0, toByteOffset: 2, as: UInt8.self)
            }
            channel &+= 1
        }
    }

    /// Messages in the order of time; those of several events become one again.
    @_noLocks
    private func write(_ events: EventList) {
        guard let writer else { return }
        var next = 0
        while next < events.count {
            let end = events.endOfMessage(at: next)
            if end > next { write(events.slice(from: next, to: end), to: writer) }
            next = max(end, next &+ 1)
        }
    }

    @_noLocks
    private func write(_ message: EventList, to writer: AtomEventWriter) {
        let first = message[0]
        guard
            let target = writer.append(
                frame: first.sampleTime &- startTime, type: midiType, byteCount: first.messageByteCount)
        else { return }
        var done = 0
        var next = 0
        while next < message.count {
            var index = 0
            while index < message[next].byteCount {
                target.storeBytes(of: message[next].byte(index), toByteOffset: done, as: UInt8.self)
                done &+= 1
                index &+= 1
            }
            next &+= 1
        }
    }
}
