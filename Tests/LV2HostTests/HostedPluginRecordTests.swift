import AVFPluginCatalog
import AVFRender
import Glibc
import Synchronization
import TestPlugins
import TestSupport
import Testing

@testable import AVFPluginSandbox

extension ProcessTests {
    /// What is left of a plugin that refuses to start in a process of its own.
    @Suite struct GuestMemberTests {
        private static let configuration = UnitConfiguration(
            sampleRateHz: 48_000, inputChannelCounts: [1], outputChannelCounts: [1], maximumFrameCount: 64,
            sectionCount: 1)

        private func start(_ name: String, in hostProcess: PluginHostProcess) throws -> Int {
            let facts = try PluginFixture.facts(name)
            let parameters = ParameterBlock(facts.descriptor(sampleRateHz: 48_000))
            let layout = PluginMemoryLayout(Self.configuration, parameterCount: parameters.count)
            let room = try #require(PluginSharedMemory(layout))
            return try hostProcess.start(facts, Self.configuration, ParameterTargets(parameters), room).member
        }

        private func isAlive(_ hostProcess: PluginHostProcess) -> Bool {
            hostProcess.room.line.pointee.isAlive.load(ordering: .acquiring)
        }

        @Test func `a process whose only plugin refuses to start is let go of`() throws {
            let hostProcess = try PluginHostProcess.launch(.patient)
            #expect(hostProcess.hasRoom)
            #expect(throws: PluginError.self) { _ = try start("refusal", in: hostProcess) }
            #expect(!hostProcess.hasRoom && !hostProcess.isShared)
            let path = "/proc/\(hostProcess.id)"
            wait(until: { access(path, F_OK) != 0 })
            #expect(access(path, F_OK) != 0, "the process has ended")
        }

        @Test func `a plugin that refuses to start leaves no trace beside one that plays`() throws {
            let hostProcess = try PluginHostProcess.launch(.patient)
            let player = try start("gain", in: hostProcess)
            #expect(throws: PluginError.self) { _ = try start("refusal", in: hostProcess) }
            #expect(!hostProcess.isShared && hostProcess.hasRoom)
            #expect(isAlive(hostProcess))
            _ = try start("gain", in: hostProcess)
            #expect(hostProcess.isShared)
            hostProcess.leave(player)
            #expect(!hostProcess.isShared && hostProcess.hasRoom)
        }
    }
}
