import AVFPluginCatalog
import AVFRealtime
import AVFRender
import CAVFRealtime
import CAVFShimsProcess
import Glibc
import Synchronization

/// The one thread that starts plugins' processes, sees them end, and ends those that hang.
///
/// It lives as long as the program: a child asks the kernel to die with the thread that started it.
final class ProcessSupervisor: Sendable {
    static let shared = ProcessSupervisor()

    /// What is to be done next.
    ///
    /// No enum with the objects in its cases: its tag would be in the pointers' bits, and a leak checker that
    /// looks at a program's end would not know that they are held.
    private struct Job: Sendable {
        enum Kind { case launch, end, expectEnd }

        let kind: Kind
        var launch: Launch?
        var hostProcess: PluginHostProcess?
    }

    private let jobs = Mutex<[Job]>([])
    private let bell: Int32
    private let thread = Mutex<NamedThread?>(nil)

    private init() { bell = avf_shim_bell_new() }

    /// Runs the helper program.
    ///
    /// - Throws: `hostFailed` with the system's reason.
    func launch(
        path: String, _ room: ChannelSharedMemory, _ options: IsolationOptions
    ) throws(PluginError) -> PluginHostProcess {
        try startThread(path)
        let launch = Launch(path: path, room: room, options: options)
        add(Job(kind: .launch, launch: launch))
        return try launch.result()
    }

    /// Kills a process.
    func end(_ hostProcess: PluginHostProcess) { add(Job(kind: .end, hostProcess: hostProcess)) }

    /// Kills a process if it does not end by itself soon.
    func expectEnd(of hostProcess: PluginHostProcess) { add(Job(kind: .expectEnd, hostProcess: hostProcess)) }

    private func add(_ job: Job) {
        jobs.withLock { $0.append(job) }
        avf_shim_bell_ring(bell)
    }

    private func startThread(_ path: String) throws(PluginError) {
        let failure = thread.withLock { thread -> String? in
            guard thread == nil else { return nil }
            guard bell >= 0 else { return "there is no descriptor left" }
            do {
                thread = try NamedThread(.supervisor) { [self] in watch() }
                return nil
            } catch {
                return "\(error)"
            }
        }
        if let failure { throw .hostFailed(path: path, reason: failure) }
    }

    // MARK: - The thread

    /// How long a look at late plugins may be put off.
    private static let roundMilliseconds: Int32 = 100

    private func watch() {
        var wards: [Ward] = []
        while true {
            var entries = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
            entries += wards.map { pollfd(fd: $0.process.descriptor, events: Int16(POLLIN), revents: 0) }
            poll(&entries, nfds_t(entries.count), wards.isEmpty ? -1 : Self.roundMilliseconds)
            avf_shim_bell_hush(bell)
            for index in wards.indices.reversed() where entries[index + 1].revents != 0 {
                wards.remove(at: index).reap()
            }
            doJobs(&wards)
            let now = avf_rt_host_time()
            for ward in wards { ward.check(at: now) }
        }
    }

    private func doJobs(_ wards: inout [Ward]) {
        let taken = jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in taken {
            let ward = wards.first { $0.hostProcess === job.hostProcess }
            switch job.kind {
            case .launch: if let ward = job.launch?.run() { wards.append(ward) }
            case .end: ward?.kill()
            case .expectEnd: ward?.limit(ward?.hostProcess.endSeconds ?? 0)
            }
        }
    }
}

/// A process that is watched.
private final class Ward {
    var process: avf_shim_process
    let hostProcess: PluginHostProcess
    private var deadline: UInt64?
    private var isKilled = false

    init(_ process: avf_shim_process, _ hostProcess: PluginHostProcess) {
        self.process = process
        self.hostProcess = hostProcess
    }

    func kill() {
        guard !isKilled else { return }
        isKilled = true
        avf_shim_process_kill(&process)
    }

    /// Gives it so long to end.
    func limit(_ seconds: Double) { deadline = avf_rt_host_time() &+ UInt64(seconds * 1e9) }

    func check(at now: UInt64) {
        hostProcess.checkWorkers(at: now)
        if let deadline {
            guard now > deadline else { return }
            hostProcess.judge(.hung(seconds: hostProcess.endSeconds, .ending))
            kill()
        } else if let loss = hostProcess.overdue(at: now) {
            hostProcess.judge(loss)
            kill()
        }
    }

    func reap() { hostProcess.finish(avf_shim_process_reap(&process)) }
}

/// The start of a process, asked for by one thread and done by the supervisor's.
private final class Launch: Sendable {
    private let path: String
    private let room: ChannelSharedMemory
    private let options: IsolationOptions
    private let outcome = Mutex<Result<PluginHostProcess, PluginError>?>(nil)
    private let done = Semaphore()

    init(path: String, room: ChannelSharedMemory, options: IsolationOptions) {
        self.path = path
        self.room = room
        self.options = options
    }

    /// What became of it.
    func result() throws(PluginError) -> PluginHostProcess {
        done.wait()
        guard let outcome = outcome.withLock({ $0 }) else {
            throw .hostFailed(path: path, reason: "it was not started")
        }
        return try outcome.get()
    }

    /// Starts the process; on the supervisor's thread.
    func run() -> Ward? {
        defer { done.signal() }
        var ends: [Int32] = [-1, -1]
        var status = avf_shim_socket_pair(&ends)
        guard status == 0 else { return fail(status) }
        let socket = ControlSocket(descriptor: ends[0])
        defer { close(ends[1]) }
        var process = avf_shim_process()
        status = withArguments { avf_shim_process_start(path, $0, ends[1], room.descriptor, &process) }
        guard status == 0 else { return fail(status) }
        let hostProcess = PluginHostProcess(id: process.id, socket, room, options)
        outcome.withLock { $0 = .success(hostProcess) }
        return Ward(process, hostProcess)
    }

    private func fail(_ code: Int32) -> Ward? {
        outcome.withLock { $0 = .failure(.hostFailed(path: path, reason: SystemReason.text(code))) }
        return nil
    }

    private func withArguments(_ body: ([UnsafeMutablePointer<CChar>?]) -> Int32) -> Int32 {
        let texts = [HostProgram.name, String(ControlMessage.version), String(getpid())]
        let arguments = texts.map { strdup($0) }
        defer { arguments.forEach { free($0) } }
        return body(arguments + [nil])
    }
}

/// A counting semaphore.
final class Semaphore: @unchecked Sendable {
    // Proof: sem_t is made for several threads; the pointer never changes.
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func signal() { sem_post(semaphore) }

    func wait() { while sem_wait(semaphore) != 0 {} }
}
