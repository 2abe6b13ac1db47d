import AVFRealtime
import Glibc
import Synchronization
import Testing

@Suite struct NamedThreadTests {
    @Test(arguments: NamedThread.Role.allCases)
    func `a thread bears the name of its role`(role: NamedThread.Role) throws {
        let name = Mutex("")
        let thread = try NamedThread(role) {
            let file = open("/proc/thread-self/comm", O_RDONLY)
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: 32)
            let count = Glibc.read(file, &bytes, bytes.count)
            name.withLock { $0 = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) }
        }
        thread.join()
        #expect(name.withLock { $0 } == role.rawValue + "\n")
    }

    @Test func `join waits for the body, and a second join returns at once`() throws {
        let isDone = Atomic(false)
        let thread = try NamedThread(.worker) {
            for _ in 0..<1_000 { sched_yield() }
            isDone.store(true, ordering: .releasing)
        }
        thread.join()
        let wasDone = isDone.load(ordering: .acquiring)
        #expect(wasDone)
        thread.join()
    }

    @Test func `a thread that is let go is waited for`() throws {
        let isDone = Atomic(false)
        do {
            _ = try NamedThread(.worker) { isDone.store(true, ordering: .releasing) }
        }
        let wasDone = isDone.load(ordering: .acquiring)
        #expect(wasDone)
    }

    @Test func `what the body holds is released when it ends`() throws {
        final class Witness: Sendable {}
        weak var witness: Witness?
        do {
            let held = Witness()
            witness = held
            try NamedThread(.worker) { _ = held }.join()
        }
        #expect(witness == nil)
    }

    @Test(arguments: [0, 1, 70, 1_000])
    func `priority is granted in full, or refused with a reason`(priority: Int) throws {
        let granted = Mutex<(policy: Int32, priority: Int32)>((-1, -1))
        let thread = try NamedThread(.render, priority: priority) {
            var policy: Int32 = 0
            var parameters = sched_param()
            pthread_getschedparam(pthread_self(), &policy, &parameters)
            granted.withLock { $0 = (policy, parameters.sched_priority) }
        }
        thread.join()
        let (policy, level) = granted.withLock { $0 }
        if priority > 0, thread.priorityRefusal == nil {
            #expect(policy == SCHED_FIFO)
            #expect(level == min(priority, 99))
        } else {
            #expect(policy == SCHED_OTHER)
            #expect(level == 0)
            #expect((thread.priorityRefusal != nil) == (priority > 0))
        }
    }

    @Test func `the program's signals are not delivered to a thread of the engine`() throws {
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &before)
        let blocked = Mutex<[Bool]>([])
        let thread = try NamedThread(.pump) {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            let claims = [SIGINT, SIGTERM, SIGUSR1, SIGSEGV, SIGPROF].map { sigismember(&mask, $0) == 1 }
            blocked.withLock { $0 = claims }
        }
        thread.join()
        #expect(blocked.withLock { $0 } == [true, true, true, false, false])
        var after = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &after)
        for signal in Int32(1)..<32 { #expect(sigismember(&after, signal) == sigismember(&before, signal)) }
    }
}
