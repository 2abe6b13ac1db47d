import AVFDevices
import Glibc
import Synchronization
import Testing

/// A source of changes that a test tells when there is one.
final class ManualChanges: DeviceChangeSource, @unchecked Sendable {
    // Proof: the ends of a pipe never change, and the count is atomic.
    let descriptor: Int32
    private let writeEnd: Int32
    private let areAboutSound: Bool
    let takenCount = Atomic<Int>(0)
    /// Posted after each look.
    let taken = Signal()

    init(areAboutSound: Bool = true) {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        (descriptor, writeEnd) = (ends[0], ends[1])
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        self.areAboutSound = areAboutSound
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    func tell() { _ = write(writeEnd, "x", 1) }

    func takeChange() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = read(descriptor, &bytes, bytes.count)
        takenCount.add(1, ordering: .relaxed)
        taken.post()
        return areAboutSound
    }
}

@Suite struct DeviceChangesTests {
    private let heard = Signal()

    @Test func `many events at once are one change`() throws {
        let source = ManualChanges()
        let changes = DeviceChanges(sources: [source], quietMilliseconds: 300)
        let counter = Counter()
        try changes.start { [heard] in
            counter.add()
            heard.post()
        }
        for _ in 0..<20 { source.tell() }
        #expect(heard.wait())
        changes.stop()
        #expect(counter.value == 1)
    }

    @Test func `each change is told, also after a stop and a start`() throws {
        let source = ManualChanges()
        let changes = DeviceChanges(sources: [source], quietMilliseconds: 1)
        for _ in 0..<3 {
            try changes.start { [heard] in heard.post() }
            for _ in 0..<3 {
                source.tell()
                #expect(heard.wait())
            }
            changes.stop()
            changes.stop()
        }
    }

    @Test func `events about other things are no change`() throws {
        let other = ManualChanges(areAboutSound: false)
        let sound = ManualChanges()
        let counter = Counter()
        let changes = DeviceChanges(sources: [other, sound], quietMilliseconds: 1)
        try changes.start { [heard] in
            counter.add()
            heard.post()
        }
        other.tell()
        #expect(other.taken.wait())
        sound.tell()
        #expect(heard.wait())
        changes.stop()
        #expect(counter.value == 1)
    }

    @Test func `files that come, go and change are told, also in a folder that comes later`() throws {
        var template = Array("/tmp/avf-files-XXXXXX".utf8CString)
        let parent = try #require(mkdtemp(&template).map { String(cString: $0) })
        let (folder, file) = (parent + "/snd", parent + "/snd/pcmC0D0p")
        defer {
            unlink(file)
            rmdir(folder)
            rmdir(parent)
        }
        let source = try #require(DeviceFileSource(parent: parent))
        #expect(!source.takeChange())
        let other = parent + "/other"
        close(creat(other, 0o600))
        #expect(!source.takeChange(), "a file beside the folder")
        unlink(other)
        #expect(!source.takeChange())
        mkdir(folder, 0o700)
        #expect(source.takeChange(), "the folder")
        close(creat(file, 0o600))
        #expect(source.takeChange(), "a file")
        chmod(file, 0o666)
        #expect(source.takeChange(), "its mode")
        unlink(file)
        #expect(source.takeChange(), "its end")
        rmdir(folder)
        #expect(source.takeChange(), "the folder's end")
    }

    @Test func `a folder that cannot be watched is no source`() {
        #expect(DeviceFileSource(parent: "/no/such/folder") == nil)
    }

    @Test func `what this machine has starts, and ends at once`() throws {
        let changes = DeviceChanges()
        try changes.start {}
        let elapsed = ContinuousClock().measure { changes.stop() }
        #expect(elapsed < .seconds(5))
    }

    @Test func `a card without a control is no source`() {
        #expect(ALSAControlSource(name: "hw:31") == nil)
    }
}

/// A number that threads add to.
private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
}
