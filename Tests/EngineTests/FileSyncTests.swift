import Glibc
import Synchronization
import Testing

@testable import AVFEngine

/// How often a file was brought to the disk.
private final class Flushes: Sendable {
    let count = Atomic<Int>(0)
    let told = Signal()
}

@Suite struct FileSyncTests {
    @Test func `a file reaches the disk at once, when it is told, and for the last time at its end`() throws {
        let flushes = Flushes()
        let sync = try FileSync("/some/file") { path in
            if path == "/some/file" { flushes.count.add(1, ordering: .relaxed) }
            flushes.told.signal()
        }
        flushes.told.wait()
        sync.now()
        flushes.told.wait()
        sync.end()
        flushes.told.wait()
        #expect(flushes.count.load(ordering: .relaxed) == 3)
    }

    @Test func `a disk that hangs holds up none who ends a recording`() throws {
        let (begun, release) = (Signal(), Signal())
        let sync = try FileSync("/some/file") { _ in
            begun.signal()
            release.wait()
        }
        begun.wait()
        // Returns though the thread is in the disk's hands.
        sync.end()
        release.signal()
        begun.wait()
        release.signal()
    }

    @Test func `what cannot be opened is left alone`() { FileSync.writeToDisk("/none/file") }
}
