import AVFEngine
import AVFGraph
import Synchronization
import Testing

struct EventHandlerTests {
    @Test func `the thousandth event takes no more stack than the first`() {
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
