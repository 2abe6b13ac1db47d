import AVFRealtime
import CAVFRealtime
import Glibc
import Testing

@Suite struct RightsTests {
    @Test func `the main thread's number is the process's`() {
        if getpid() == Int32(truncatingIfNeeded: avf_rt_kernel_thread()) { return }
        // On any other thread it is one that the kernel knows of this process.
        #expect(access("/proc/self/task/\(avf_rt_kernel_thread())", F_OK) == 0)
    }

    @Test(arguments: [0, 1, 4_096, 65_536, 1 << 30])
    func `any number of bytes of the stack can be touched`(byteCount: Int) throws {
        let latch = Latch()
        let thread = try NamedThread(.worker) {
            avf_rt_prefault_stack(byteCount)
            latch.signal()
        }
        #expect(latch.wait(seconds: 10))
        thread.join()
    }

    @Test func `memory is locked, or the limit is the reason`() {
        let room = OwnedBuffer<UInt8>(repeating: 0, count: 65_536)
        let code = avf_rt_lock_memory(room.pointer, room.count)
        #expect([0, ENOMEM, EPERM, EAGAIN].contains(code))
    }
}
