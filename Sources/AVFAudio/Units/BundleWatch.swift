import AVFPluginCatalog
import Synchronization

/// Tells when something below the folders of a search path has changed, a moment after the last change.
final class BundleWatch: @unchecked Sendable {
    // Proof: the source is set once, before anybody else knows the watch; what changes is atomic.
    /// An installer writes many files; it is waited for.
    private static let quietMilliseconds = 200

    private let descriptor: Int32
    private let searchPath: SearchPath
    private let onChange: @Sendable () -> Void
    private let queue = DispatchQueue(label: "avf-bundle-watch")
    private let source: any DispatchSourceRead
    /// Counts changes, so that only the last one's wait ends in a call.
    private let changeCount = Atomic<Int>(0)

    /// Watches until it is released; nil where the system has no watches left.
    init?(_ searchPath: SearchPath, onChange: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        self.searchPath = searchPath
        self.onChange = onChange
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        addWatches()
        source.setEventHandler { [weak self] in self?.noticeChange() }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }

    /// Watches are per folder, so each bundle has its own; a folder that is not there yet is awaited in its
    /// parent.
    private func addWatches() {
        let mask = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE
        for folder in searchPath.folders {
            let parent = (folder as NSString).deletingLastPathComponent
            let isThere = FileManager.default.fileExists(atPath: folder)
            inotify_add_watch(descriptor, isThere ? folder : parent, UInt32(mask))
        }
        for bundle in searchPath.bundles() { inotify_add_watch(descriptor, bundle, UInt32(mask)) }
    }

    private func noticeChange() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        let count = changeCount.wrappingAdd(1, ordering: .relaxed).newValue
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.quietMilliseconds)) { [weak self] in
            guard let self, changeCount.load(ordering: .relaxed) == count else { return }
            addWatches()
            onChange()
        }
    }
}
