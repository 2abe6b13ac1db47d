import AVFLV2Host
import AVFPluginCatalog
import AVFPluginSandbox
import AVFRender
import Foundation
import TestPlugins
import TestSupport
import Testing

extension ProcessTests {
    /// Whatever a plugin does in its process, this one goes on, and knows why.
    @Suite struct IsolatedLossTests {
        /// What `misbehave` of the test plugins does, and what must be said of it.
        private static let deeds: [(Int, PluginLoss)] = [
            (1, .crashed(signal: SIGSEGV, .running)), (2, .crashed(signal: SIGABRT, .running)),
            (3, .exited(status: 3, .running)), (6, .crashed(signal: SIGSEGV, .running)),
            (7, .crashed(signal: SIGKILL, .running)), (8, .crashed(signal: SIGSEGV, .running)),
            (10, .crashed(signal: SIGILL, .running)), (11, .crashed(signal: SIGFPE, .running)),
            (12, .exited(status: 0, .running)), (15, .crashed(signal: SIGABRT, .running)),
        ]

        private static func rogue(_ options: IsolationOptions = .patient) throws -> UnitHarness {
            let harness = try UnitHarness(PluginFixture.facts("rogue"), isolation: options)
            harness.unit.rendersOffline = true
            return harness
        }

        /// Renders until the plugin is lost; what it was lost by.
        private static func loss(of harness: UnitHarness) -> PluginLoss? {
            for _ in 0..<10_000 {
                harness.render([1, 1, 1, 1])
                for case .lost(let loss, _) in harness.unit.takeFaults() { return loss }
            }
            return nil
        }

        @Test(.enabled(if: IsolationOptions.canLimitMemory), arguments: [1 << 30, UInt64.max])
        func `a process has the address space that its plugin may use, or all`(limit: UInt64) throws {
            var options = IsolationOptions.patient
            options.memoryLimitBytes = limit
            let harness = try UnitHarness(PluginFixture.facts("gain"), isolation: options)
            let id = try #require((harness.unit as? IsolatedUnit)?.processID)
            let limits = try String(contentsOfFile: "/proc/\(id)/limits", encoding: .utf8)
            let line = try #require(limits.split(separator: "\n").first { $0.contains("address space") })
            // "Max address space", then the soft and the hard limit.
            #expect((line.split(separator: " ")[3] == "unlimited") == (limit == .max))
        }

        @Test(arguments: deeds)
        func `a plugin that ends its process is told by how, and its input passes`(
            deed: Int, expected: PluginLoss
        ) throws {
            let harness = try Self.rogue()
            #expect(harness.render([1, 2, 3]) == [-1, -2, -3])
            harness.set(port: 2, Float(deed))
            let loss = Self.loss(of: harness)
            #expect(loss == expected)
            // 5 ms later nothing is left of the plugin.
            for _ in 0..<60 { harness.render([Float](repeating: 0, count: 4)) }
            #expect(harness.render([1, 2, 3]) == [1, 2, 3])
            #expect(harness.unit.latencyFrames == 0)
            #expect(harness.unit.takeFaults().isEmpty, "a loss is told once")
        }

        @Test func `whoever sees that a plugin's process is gone can be told why`() throws {
            for _ in 0..<10 {
                let harness = try Self.rogue()
                harness.render([1])
                let unit = try #require(harness.unit as? IsolatedUnit)
                kill(try #require(unit.processID), SIGKILL)
                let deadline = ContinuousClock.now.advanced(by: .seconds(10))
                while unit.isAlive, ContinuousClock.now < deadline {}
                try #require(unit.takeFaults().count == 1)
            }
        }

        @Test(arguments: [4, 13])
        func `a plugin that hangs is ended in time`(deed: Int) throws {
            var options = IsolationOptions.patient
            options.offlineWaitSeconds = 0.2
            let harness = try Self.rogue(options)
            harness.render([1])
            harness.set(port: 2, Float(deed))
            let loss = Self.loss(of: harness)
            // Two seconds of work would also be an end.
            #expect(loss == .hung(seconds: 0.2, .running))
        }

        @Test func `a plugin that grows without end runs into its limit`() throws {
            var options = IsolationOptions.patient
            options.memoryLimitBytes = 64 << 20
            let harness = try Self.rogue(options)
            harness.set(port: 2, 5)
            #expect(Self.loss(of: harness) == .outOfMemory(limitBytes: 64 << 20, signal: SIGSEGV))
        }

        @Test func `a plugin that closes every descriptor harms its own process only`() throws {
            let harness = try Self.rogue()
            harness.set(port: 2, 9)
            for _ in 0..<4 { #expect(harness.render([1]) == [-1]) }
            #expect(harness.unit.takeLog() == "", "the line still works")
            #expect(harness.render([1]) == [-1])
            let pipe = Pipe()
            pipe.fileHandleForWriting.write(Data([1]))
            #expect(pipe.fileHandleForReading.readData(ofLength: 1) == Data([1]))
        }

        @Test func `a plugin finds no descriptor of this process`() throws {
            let kept = (0..<20).map { _ in open("/dev/null", O_RDONLY) }
            defer { kept.forEach { close($0) } }
            let harness = try Self.rogue()
            harness.render([1])
            // Standard input, output and error, which lead nowhere.
            #expect(harness.value(port: 4) == 3)
        }

        @Test(arguments: [
            (1, PluginLoss.crashed(signal: SIGSEGV, .starting)), (3, .exited(status: 3, .starting)),
            (4, .hung(seconds: 0.5, .starting)),
        ])
        func `a plugin that is lost while it starts is an error`(deed: Int, expected: PluginLoss) throws {
            var options = IsolationOptions.patient
            options.startSeconds = expected == .hung(seconds: 0.5, .starting) ? 0.5 : 60
            let facts = try PluginFixture.facts("rogue-start")
            setenv("AVF_TEST_DEED", "\(deed)", 1)
            defer { unsetenv("AVF_TEST_DEED") }
            #expect(throws: PluginError.lost(name: facts.name, expected)) {
                try UnitHarness(facts, isolation: options)
            }
        }

        @Test func `an instrument that is lost goes silent without a click`() throws {
            let harness = try UnitHarness(PluginFixture.facts("rogue-synth"), inputs: [], isolation: .patient)
            harness.unit.rendersOffline = true
            var sound = harness.render([], frameCount: 64)[0][0]
            harness.set(port: 1, 1)
            for _ in 0..<8 { sound += harness.render([], frameCount: 64)[0][0] }
            #expect(sound[..<64].allSatisfy { $0 == 0.5 })
            let steps = zip(sound, sound.dropFirst()).map { abs($1 - $0) }
            // 5 ms at 48 kHz are 240 frames.
            #expect((steps.max() ?? 1) <= 0.5 / 240 + 1e-6)
            #expect(sound.suffix(64).allSatisfy { $0 == 0 })
        }

        @Test func `a plugin that is late is passed by and heard again`() throws {
            var options = IsolationOptions.patient
            options.liveWaitShare = 0.5
            let harness = try UnitHarness(PluginFixture.facts("rogue"), isolation: options)
            harness.set(port: 3, 50)
            // Half of 480 frames are 5 ms.
            harness.render([Float](repeating: 1, count: 480))
            #expect(harness.unit.takeFaults() == [.late])
            harness.set(port: 3, 0)
            var output: [Float] = []
            for _ in 0..<100_000 {
                output = harness.render([Float](repeating: 1, count: 480))
                if output.allSatisfy({ $0 == -1 }) { break }
            }
            #expect(output.allSatisfy { $0 == -1 })
        }

        @Test func `a plugin that may start again does so with its parameters`() throws {
            var options = IsolationOptions.patient
            options.restartsPerMinute = 2
            let harness = try UnitHarness(PluginFixture.facts("gain"), isolation: options)
            harness.unit.rendersOffline = true
            harness.set(port: 2, 3)
            #expect(harness.render([1]) == [3])
            let unit = try #require(harness.unit as? IsolatedUnit)
            let first = try #require(unit.processID)
            kill(first, SIGKILL)
            var faults: [PluginFault] = []
            while !faults.contains(.restarted), faults.count < 2 {
                harness.render([1])
                faults += unit.takeFaults()
            }
            guard case .lost(.crashed(signal: SIGKILL, _), restarts: true) = faults.first else {
                Issue.record("\(faults)")
                return
            }
            #expect(faults.dropFirst() == [.restarted])
            for _ in 0..<300 { harness.render([1]) }
            #expect(harness.render([1]) == [3])
            #expect(unit.processID != first)
        }

        @Test func `a helper program that is missing is named with its places`() throws {
            var options = IsolationOptions.patient
            options.programPath = "/nowhere/avf-plugin-host"
            let refusal = PluginError.noHostProgram(lookedFor: ["/nowhere/avf-plugin-host"])
            #expect(throws: refusal) { try UnitHarness(PluginFixture.facts("gain"), isolation: options) }
            #expect("\(refusal)".contains("there is no /nowhere/avf-plugin-host"))
        }

        @Test(arguments: ["/bin/true", "/bin/cat"])
        func `a helper program that is another one is refused`(path: String) throws {
            var options = IsolationOptions.patient
            options.programPath = path
            options.startSeconds = 5
            #expect(throws: PluginError.self) {
                try UnitHarness(PluginFixture.facts("gain"), isolation: options)
            }
        }

        @Test func `making and letting go leaves no process, descriptor or memory behind`() throws {
            let facts = try PluginFixture.facts("gain")
            var ids: [pid_t] = []
            func cycle() throws {
                let harness = try UnitHarness(facts, isolation: .patient)
                harness.render([1])
                ids.append(try #require((harness.unit as? IsolatedUnit)?.processID))
            }
            for _ in 0..<3 { try cycle() }
            // The supervisor buries on a thread of its own.
            wait(until: { !Self.isRunning(ids) })
            let before = Self.openDescriptorCount()
            let count = ProcessInfo.processInfo.environment["AVF_TEST_CYCLES"].flatMap { Int($0) } ?? 24
            let memory = Self.residentBytes()
            for _ in 0..<count { try cycle() }
            // Other tests open files too, but fewer than one that each cycle had left behind.
            wait(until: { !Self.isRunning(ids) && Self.openDescriptorCount() < before + count })
            #expect(Self.openDescriptorCount() < before + count)
            #expect(!Self.isRunning(ids))
            if count >= 1000 { #expect(Self.residentBytes() - memory < 4 << 20) }
        }

        @Test func `making and letting go in this process leaves no memory behind`() throws {
            let facts = try PluginFixture.facts("keeper")
            func cycle() throws {
                weak var unit: AnyObject?
                do {
                    let harness = try UnitHarness(facts)
                    harness.render([1])
                    unit = harness.unit
                }
                #expect(unit == nil)
            }
            for _ in 0..<100 { try cycle() }
            let count = ProcessInfo.processInfo.environment["AVF_TEST_CYCLES"].flatMap { Int($0) } ?? 200
            let memory = Self.residentBytes()
            for _ in 0..<count { try cycle() }
            // With few of them, what other tests take meanwhile is more.
            if count >= 1000 { #expect(Self.residentBytes() - memory < 4 << 20) }
        }

        @Test(arguments: [1, 4])
        func `a plugin that does not end in good order is ended`(deed: Int) throws {
            let facts = try PluginFixture.facts("rogue-end")
            var options = IsolationOptions.patient
            options.endSeconds = 0.2
            setenv("AVF_TEST_DEED", "\(deed)", 1)
            defer { unsetenv("AVF_TEST_DEED") }
            let start = ContinuousClock.now
            var ids: [pid_t] = []
            do {
                let harness = try UnitHarness(facts, isolation: options)
                harness.render([1])
                ids.append(try #require((harness.unit as? IsolatedUnit)?.processID))
            }
            #expect(ContinuousClock.now - start < .seconds(20))
            wait(until: { !Self.isRunning(ids) })
            #expect(!Self.isRunning(ids))
        }

        // MARK: - This process

        /// Whether one of these processes is there, dead ones that nobody has buried included.
        private static func isRunning(_ ids: [pid_t]) -> Bool { ids.contains { kill($0, 0) == 0 } }

        private static func openDescriptorCount() -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        }

        private static func residentBytes() -> Int {
            let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
            return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
        }
    }
}
