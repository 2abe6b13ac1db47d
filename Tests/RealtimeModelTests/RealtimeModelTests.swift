import Testing

@Suite(.serialized) struct RealtimeModelTests {
    /// What a reading thread has found.
    private final class Found: @unchecked Sendable {
        // Proof: the schedule lets one thread run at a time.
        var values: [Int] = []
        var refused: [Int] = []
        var isInside = false
        var isBroken = false
    }

    /// A queue that several threads have.
    private final class Shared<Value: ~Copyable>: @unchecked Sendable {  // Proof: as above.
        let value: Value
        init(_ value: consuming Value) { self.value = value }
    }

    @Test func `a ring gives what was pushed, in order and once, however its two threads take turns`() throws
    {
        let count = try Schedule.explore {
            let ring = Shared(Ring<Int>(minimumCapacity: 1))
            let found = Found()
            let writing: @Sendable () -> Void = {
                for value in 1...2 where !ring.value.writer.push(value) { found.refused.append(value) }
            }
            let reading: @Sendable () -> Void = {
                for _ in 1...2 { if let value = ring.value.reader.pop() { found.values.append(value) } }
            }
            return (
                [writing, reading],
                {
                    while let value = ring.value.reader.pop() { found.values.append(value) }
                    #expect(found.values == (1...2).filter { !found.refused.contains($0) })
                    #expect(found.refused.allSatisfy { $0 == 2 })
                }
            )
        }
        #expect(count > 1000)
    }

    @Test func `messages come whole, in order and once, however their two threads take turns`() throws {
        let count = try Schedule.explore {
            let memory = Shared(MessageMemory(byteCount: 16))
            let ring = memory.value.ring
            let found = Found()
            let writing: @Sendable () -> Void = {
                for value in 1...2 {
                    let bytes = [UInt8](repeating: UInt8(value), count: 2 + 3 * value)
                    let fits = bytes.withUnsafeBytes { ring.push($0.baseAddress, count: UInt32($0.count)) }
                    if !fits { found.refused.append(value) }
                }
            }
            let reading: @Sendable () -> Void = {
                for _ in 1...2 { if let value = memory.value.next() { found.values.append(value) } }
            }
            return (
                [writing, reading],
                {
                    while let value = memory.value.next() { found.values.append(value) }
                    #expect(found.values == (1...2).filter { !found.refused.contains($0) })
                    #expect(found.refused.allSatisfy { $0 == 2 })
                }
            )
        }
        #expect(count > 100)
    }

    @Test
    func
        `a queue gives each thread's elements in order and once, however two senders and a reader take turns`()
        throws
    {
        let count = try Schedule.explore {
            let queue = Shared(MultiProducerQueue<Int>(minimumCapacity: 2))
            let found = Found()
            func sender(_ value: Int) -> @Sendable () -> Void {
                { if !queue.value.push(value) { found.refused.append(value) } }
            }
            let reading: @Sendable () -> Void = {
                if let value = queue.value.pop() { found.values.append(value) }
            }
            return (
                [sender(1), sender(2), reading],
                {
                    while let value = queue.value.pop() { found.values.append(value) }
                    #expect(found.values.sorted() == [1, 2])
                    // There is room for both.
                    #expect(found.refused.isEmpty)
                    #expect(queue.value.room == 2)
                }
            )
        }
        #expect(count > 1000)
    }

    @Test func `a full queue refuses, and loses nothing of what it has taken`() throws {
        let count = try Schedule.explore {
            let queue = Shared(MultiProducerQueue<Int>(minimumCapacity: 1))
            let found = Found()
            let first: @Sendable () -> Void = {
                if !queue.value.push(1) { found.refused.append(1) }
            }
            let second: @Sendable () -> Void = { if !queue.value.push(2) { found.refused.append(2) } }
            let reading: @Sendable () -> Void = {
                if let value = queue.value.pop() { found.values.append(value) }
            }
            return (
                [first, second, reading],
                {
                    while let value = queue.value.pop() { found.values.append(value) }
                    #expect((found.values + found.refused).sorted() == [1, 2])
                    #expect(queue.value.room == 1)
                }
            )
        }
        #expect(count > 1000)
    }

    @Test func `elements of one push stay together, or none of them is taken`() throws {
        let count = try Schedule.explore {
            let queue = Shared(MultiProducerQueue<Int>(minimumCapacity: 4))
            let found = Found()
            let pair: @Sendable () -> Void = {
                if !queue.value.push(count: 2, { $0 + 1 }) { found.refused.append(1) }
            }
            let triple: @Sendable () -> Void = {
                if !queue.value.push(count: 3, { $0 + 3 }) { found.refused.append(3) }
            }
            return (
                [pair, triple],
                {
                    while let value = queue.value.pop() { found.values.append(value) }
                    #expect([[], [1, 2], [3, 4, 5]].contains(found.values))
                    #expect(found.refused.count == (found.values.isEmpty ? 2 : 1))
                }
            )
        }
        #expect(count > 10)
    }

    @Test func `threads that make a value at the same time get the same one`() throws {
        let count = try Schedule.explore {
            let cell = Shared(LazyCell<Int>())
            let found = Found()
            func maker(_ value: Int) -> @Sendable () -> Void {
                { found.values.append(cell.value.pointer { value }.pointee) }
            }
            return (
                [maker(1), maker(2)],
                {
                    #expect(Set(found.values).count == 1 && found.values.count == 2)
                    #expect(cell.value.pointer?.pointee == found.values[0])
                }
            )
        }
        #expect(count > 2)
    }

    @Test func `nobody is inside a gate while it is closed`() throws {
        let count = try Schedule.explore {
            let gate = Shared(Gate())
            let found = Found()
            let rendering: @Sendable () -> Void = {
                for _ in 0..<2 where gate.value.enter() {
                    found.isInside = true
                    Schedule.step()
                    found.isInside = false
                    gate.value.leave()
                }
            }
            let control: @Sendable () -> Void = {
                gate.value.whileClosed {
                    if found.isInside { found.isBroken = true }
                    Schedule.step()
                    if found.isInside { found.isBroken = true }
                }
            }
            return ([rendering, control], { #expect(!found.isBroken) })
        }
        #expect(count > 100)
    }

    @Test func `helpers work only while the gate of a piece of work is open`() throws {
        let count = try Schedule.explore {
            let gate = Shared(WorkerGate())
            let found = Found()
            let helper: @Sendable () -> Void = {
                for _ in 0..<2 where gate.value.enter() {
                    Schedule.step()
                    if found.isBroken { found.refused.append(1) }
                    gate.value.leave()
                }
            }
            let owner: @Sendable () -> Void = {
                gate.value.open()
                gate.value.closeAndWait()
                // From here on a helper that is still at it would be too late.
                found.isBroken = true
            }
            return (
                [owner, helper],
                {
                    let isOpen = gate.value.enter()
                    #expect(found.refused.isEmpty && !isOpen)
                }
            )
        }
        #expect(count > 100)
    }

    @Test func `two threads that close a gate take turns, and both come to an end`() throws {
        let count = try Schedule.explore {
            let gate = Shared(Gate())
            let found = Found()
            let control: @Sendable () -> Void = {
                gate.value.whileClosed {
                    if found.isInside { found.isBroken = true }
                    found.isInside = true
                    Schedule.step()
                    found.isInside = false
                }
            }
            return (
                [control, control],
                {
                    #expect(!found.isBroken)
                    let isOpen = gate.value.enter()
                    #expect(isOpen)
                }
            )
        }
        #expect(count > 10)
    }

    @Test func `the schedule finds a fault: a counter that is read and written in two steps loses a count`()
        throws
    {
        final class Sums: @unchecked Sendable { var all: Set<Int> = [] }  // Proof: as above.
        let sums = Sums()
        let count = try Schedule.explore {
            let counter = Shared(Atomic<Int>(0))
            let adding: @Sendable () -> Void = {
                let value = counter.value.load(ordering: .relaxed)
                counter.value.store(value + 1, ordering: .relaxed)
            }
            return ([adding, adding], { sums.all.insert(counter.value.load(ordering: .relaxed)) })
        }
        // Two threads of two steps: (2 + 2)! / (2! 2!) orders, or more, as a thread's start is a step.
        #expect(count >= 6)
        #expect(sums.all == [1, 2])
    }
}

/// A ring of messages with its memory.
private struct MessageMemory: ~Copyable {
    let ring: MessageRing
    private let memory: UnsafeMutableRawPointer

    init(byteCount: Int) {
        memory = .allocate(byteCount: byteCount + MessageRing.counterByteCount, alignment: 64)
        ring = MessageRing(memory + MessageRing.counterByteCount, capacity: byteCount, counters: memory)
    }

    deinit { memory.deallocate() }

    /// The value that every byte of the oldest message has; -1 for a message that is not whole.
    func next() -> Int? {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard let count = bytes.withUnsafeMutableBytes({ $0.baseAddress.flatMap { ring.pop(into: $0) } })
        else {
            return nil
        }
        let value = Int(bytes[0])
        let isWhole = Int(count) == 2 + 3 * value && bytes.prefix(Int(count)).allSatisfy { $0 == bytes[0] }
        return isWhole ? value : -1
    }
}
