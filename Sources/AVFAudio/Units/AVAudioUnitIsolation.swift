import AVFEngine
import AVFPluginSandbox

/// Which plugins get a process of their own, and what they may do there. (Not in Apple's API.)
///
/// Whatever a plugin does in a process of its own, the program goes on: the node passes its input through, or
/// is silent if it has none, and `AVAudioUnitInvalidation` is posted with the reason.
public struct AVAudioUnitIsolation: Sendable, Equatable {
    /// Where plugins live whose maker gives no options: `loadInProcess`, `loadOutOfProcess`, or, with
    /// neither, in this process if they have passed `avf validate` and in one of their own otherwise,
    /// default.
    ///
    /// Without the program `avf-plugin-host`, neither means this process.
    public var options: AudioComponentInstantiationOptions = []
    /// The program `avf-plugin-host`; nil, the default, takes what `$AVF_PLUGIN_HOST` names, or looks beside
    /// this program, beside the library and in `libexec/avfaudio`.
    public var hostURL: URL?
    /// Bytes of address space that a plugin may use; 0, the default, means 4 GiB, `UInt64.max` no limit.
    public var memoryLimit: UInt64 = 0
    /// How often within a minute a lost plugin is started again, with its parameters; default 0, never.
    public var restartsPerMinute = 0
    /// Seconds that each instance of a plugin may take to start (a mono plugin has one for each channel),
    /// that it may take to answer, and its worker for one job before that is told; default 10.
    public var startTimeout: TimeInterval = 10
    /// Seconds that a live plugin may be late before its process is ended, default 1.
    public var hangTimeout: TimeInterval = 1
    /// Seconds that an offline render waits for one block of a plugin, default 10.
    public var offlineTimeout: TimeInterval = 10

    /// Whether each plugin keeps a process to itself; default false.
    ///
    /// Otherwise plugins that follow one another in a graph share one, which makes the chain faster. If one
    /// of them crashes, the others go on in a new process with the state that was last saved or restored.
    public var dedicatedProcess = false

    /// The default limits.
    public init() {}
}

extension PluginPlacement {
    /// The place that options ask for.
    init(_ options: AudioComponentInstantiationOptions) {
        if options.contains(.loadOutOfProcess) {
            self = .outOfProcess
        } else {
            self = options.contains(.loadInProcess) ? .inProcess : .automatic
        }
    }

    /// The options that ask for the place.
    fileprivate var options: AudioComponentInstantiationOptions {
        switch self {
        case .automatic: []
        case .inProcess: .loadInProcess
        case .outOfProcess: .loadOutOfProcess
        }
    }
}

extension AVAudioUnitIsolation {
    init(_ policy: PluginPolicy) {
        let limits = policy.isolation
        options = policy.placement.options
        hostURL = limits.programPath.map { URL(fileURLWithPath: $0) }
        memoryLimit =
            limits.memoryLimitBytes == IsolationOptions.defaultMemoryLimitBytes ? 0 : limits.memoryLimitBytes
        restartsPerMinute = limits.restartsPerMinute
        startTimeout = limits.startSeconds
        hangTimeout = limits.hangSeconds
        offlineTimeout = limits.offlineWaitSeconds
        dedicatedProcess = limits.dedicatedProcess
    }

    func apply(to policy: inout PluginPolicy) {
        policy.placement = PluginPlacement(options)
        policy.isolation.programPath = hostURL?.path
        policy.isolation.memoryLimitBytes =
            memoryLimit == 0 ? IsolationOptions.defaultMemoryLimitBytes : memoryLimit
        policy.isolation.restartsPerMinute = max(0, restartsPerMinute)
        policy.isolation.startSeconds = startTimeout
        policy.isolation.hangSeconds = hangTimeout
        policy.isolation.offlineWaitSeconds = offlineTimeout
        policy.isolation.dedicatedProcess = dedicatedProcess
    }
}
