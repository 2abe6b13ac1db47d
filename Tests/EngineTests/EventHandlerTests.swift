import AVFEngine
import AVFGraph
import Glibc
import Synchronization
import Testing

struct EventHandlerTests {
    /// AddressSanitizer moves what lies on the stack to places of its own.
    static let hasStackAddresses = getenv("ASAN_OPTIONS") == nil

    @Test(.enabled(if: hasStackAddresses))
    func `the thousandth event takes no more stack than the first`() {
        let engine = AudioEngine()
        let places = Mutex<[Int]>([])
        engine.setEventHandler { _ in
            var local = 0
            withUnsafeMutablePointer(to: &local) { place in
                places.withLock { $0.append(Int(bitPattern: place)) }
            }
        }
        for _ in 0..<1000 { tellError(engine) }
        let found = places.withLock { $0 }
        #expect(found.count == 1000)
        #expect(Set(found).count == 1)
    }

    @inline(never)
    private func tellError(_ engine: AudioEngine) {
        engine.reportingErrors { () throws(EngineError) in throw EngineError.notRunning(call: "test") }
    }
}
