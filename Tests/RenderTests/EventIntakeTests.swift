import AVFRender
import CAVFRealtime
import TestSupport
import Testing

/// What any thread sends and what a wire brings, in one list for each block.
struct EventIntakeTests {
    /// An intake with a queue, and a wire's bus.
    private final class Intake {
        let queue = EventQueue()
        private var intake: EventIntake
        private let memory = UnsafeMutablePointer<UnitEvent>.allocate(capacity: EventBus.capacity)
        private let bus = UnsafeMutablePointer<EventBus>.allocate(capacity: 1)
        private let events = UnsafeMutablePointer<BlockEvents>.allocate(capacity: 1)
        private let none = UnsafeMutablePointer<AudioBus>.allocate(capacity: 1)

        init() {
            intake = EventIntake(queue.prepare())
            bus.initialize(to: EventBus(memory))
            events.initialize(to: BlockEvents(from: UnsafePointer(bus)))
        }

        deinit {
            memory.deallocate()
            bus.deallocate()
            events.deallocate()
            none.deallocate()
        }

        func send(_ note: UInt8, at time: Int64) -> Bool {
            queue.enqueue(UnitEvent(status: 0x90, note, 1, at: time))
        }

        /// One block with these notes on the wire; the notes of its list, with their times.
        func block(_ frameCount: Int, from time: Int64, wired: [(note: UInt8, time: Int64)] = []) -> [String]
        {
            bus.pointee.removeAll()
            for (note, time) in wired {
                _ = bus.pointee.append(UnitEvent(status: 0x90, note, 1, at: time))
            }
            events.pointee.begin()
            let list = intake.begin(
                RenderBlock(
                    inputs: none, inputCount: 0, outputs: none, outputCount: 0, frameCount: frameCount,
                    sampleTime: time, events: events))
            defer { intake.end() }
            return (0..<list.count).map { "\(list[$0].byte(1))@\(list[$0].sampleTime)" }
        }
    }

    @Test func `events come in the order of time, those of the wire first where times are equal`() {
        let intake = Intake()
        #expect(intake.send(1, at: 5) && intake.send(2, at: 3) && intake.send(3, at: 5))
        let list = intake.block(8, from: 0, wired: [(10, 3), (11, 5)])
        #expect(list == ["10@3", "2@3", "11@5", "1@5", "3@5"])
        #expect(intake.block(8, from: 8) == [])
    }

    @Test func `what is early waits, and what is late is due at once`() {
        let intake = Intake()
        #expect(intake.send(1, at: 20) && intake.send(2, at: 2))
        #expect(intake.block(8, from: 8) == ["2@8"])
        #expect(
            intake.send(3, at: RenderEvent.immediately) && intake.send(4, at: RenderEvent.immediately + 6))
        #expect(intake.block(8, from: 16) == ["3@16", "1@20", "4@22"])
    }

    @Test func `a wire cannot put anything off, and an overfull queue is refused`() {
        let intake = Intake()
        for block in 0..<5 {
            let start = Int64(8 * block)
            let far = (0..<EventBus.capacity).map { (note: UInt8($0 % 128), time: Int64(1 << 40)) }
            #expect(intake.block(8, from: start, wired: far).count == EventBus.capacity)
        }
        #expect((0..<EventBus.capacity).allSatisfy { _ in intake.send(1, at: 1 << 40) })
        #expect(intake.block(8, from: 100) == [])
        #expect(
            (0..<EventBus.capacity).allSatisfy { _ in intake.send(1, at: 1 << 40) }, "the first wait inside")
        #expect(!intake.send(1, at: 0))
        #expect(intake.block(8, from: 108, wired: [(9, 110)]) == ["9@110"])
    }

    @Test func `a bus holds no more words than there is room for in bytes`() {
        let memory = UnsafeMutablePointer<UnitEvent>.allocate(capacity: EventBus.capacity)
        let none = UnsafeMutablePointer<AudioBus>.allocate(capacity: 1)
        defer {
            memory.deallocate()
            none.deallocate()
        }
        var bus = EventBus(memory)
        // The value of a registered parameter is four messages of MIDI 1.0.
        let event = UnitEvent(UniversalPacket(0x4020_0001, 0x8000_0000), at: 0)
        for _ in 0..<EventBus.capacity / 4 {
            let isTaken = bus.append(event)
            #expect(isTaken)
        }
        let isTaken = bus.append(event)
        #expect(!isTaken)
        #expect(bus.droppedCount == 1)
        for keepsPackets in [false, true] {
            let queue = EventQueue()
            var intake = EventIntake(queue.prepare(), keepsPackets: keepsPackets)
            let taken = withUnsafePointer(to: bus) { bus in
                var events = BlockEvents(from: bus)
                events.begin()
                return withUnsafeMutablePointer(to: &events) { events in
                    intake.begin(
                        RenderBlock(
                            inputs: none, inputCount: 0, outputs: none, outputCount: 0, frameCount: 8,
                            sampleTime: 0, events: events)
                    ).count
                }
            }
            #expect(taken == (keepsPackets ? EventBus.capacity / 4 : EventBus.capacity))
        }
    }

    @Test(arguments: [1, 16, 17, 100, 8192])
    func `a message of any length stays whole between others of the same time`(length: Int) throws {
        let queue = EventQueue()
        var intake = EventIntake(queue.prepare())
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) }
        #expect(queue.enqueue(UnitEvent(status: 0x90, 1, 1, at: 4)))
        #expect(queue.enqueue(bytes, byteCount: length, at: 4))
        #expect(queue.enqueue(UnitEvent(status: 0x90, 2, 1, at: 4)))
        let none = UnsafeMutablePointer<AudioBus>.allocate(capacity: 1)
        defer { none.deallocate() }
        let list = intake.begin(
            RenderBlock(
                inputs: none, inputCount: 0, outputs: none, outputCount: 0, frameCount: 8, sampleTime: 0))
        let pieces = UnitEvent.count(forBytes: length)
        #expect(list.count == pieces + 2)
        var found: [UInt8] = []
        for place in 1...pieces {
            #expect(list[place].continues == (place > 1))
            found += (0..<list[place].byteCount).map(list[place].byte)
        }
        #expect(found == bytes)
        #expect(list[1].messageByteCount == length)
    }
}

/// What comes from a plugin's process is judged before it is handed on.
struct EventMessageTests {
    private func end(of events: [UnitEvent], at place: Int = 0) -> Int {
        events.withUnsafeBufferPointer {
            EventList($0.baseAddress, count: events.count).endOfMessage(at: place)
        }
    }

    private func pieces(_ length: Int) -> [UnitEvent] {
        let bytes = [UInt8](repeating: 0x11, count: length)
        return stride(from: 0, to: length, by: UnitEvent.byteCapacity).map { done in
            bytes.withUnsafeBufferPointer {
                UnitEvent($0.baseAddress! + done, byteCount: length - done, continues: done > 0, at: 0)
            }
        }
    }

    @Test func `a whole message is as long as its pieces`() {
        for length in [1, 3, 16, 17, 33, 100] {
            #expect(end(of: pieces(length) + pieces(3)) == (length + 15) / 16)
        }
    }

    @Test func `a message that lacks a piece, or has one too many or another's, is none`() {
        let long = pieces(50)
        #expect(end(of: Array(long.prefix(3))) == 0)
        #expect(end(of: Array(long.suffix(3))) == 0, "it begins with a continuation")
        #expect(end(of: [long[0], long[2], long[1], long[3]]) == 0)
        #expect(end(of: [long[0], pieces(3)[0], long[2], long[3]]) == 0)
        #expect(end(of: long + [long[3]], at: 4) == 4)
        #expect(end(of: [UnitEvent(parameter: 1, value: 1, at: 0)]) == 0)
        #expect(end(of: [pieces(1 << 20)[0]]) == 0, "it claims more than there is")
    }
}
