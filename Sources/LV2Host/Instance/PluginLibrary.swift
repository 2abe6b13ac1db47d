import AVFPluginCatalog
import CAVFLilv
import Glibc
import Synchronization

/// A plugin's descriptor in its shared object, which stays loaded for ever: plugins leave threads inside.
enum PluginLibrary {
    /// Handles of `dlopen` by path, as numbers, because a pointer is not Sendable.
    private static let loaded = Mutex<[String: UInt]>([:])

    /// The descriptor of a plugin.
    ///
    /// - Throws: `missingBinary`, `brokenBinary` with the loader's reason, or `notInBinary`.
    static func descriptor(of plugin: PluginSummary) throws(PluginError) -> UnsafePointer<LV2_Descriptor> {
        let library = try open(plugin)
        guard let descriptor = find(plugin, in: library) else {
            throw .notInBinary(uri: plugin.uri, path: plugin.binary)
        }
        guard descriptor.pointee.connect_port != nil, descriptor.pointee.run != nil,
            descriptor.pointee.instantiate != nil
        else {
            let reason = "its descriptor lacks instantiate, connect_port or run"
            throw .brokenBinary(uri: plugin.uri, path: plugin.binary, reason: reason)
        }
        return descriptor
    }

    private static func open(_ plugin: PluginSummary) throws(PluginError) -> UnsafeMutableRawPointer {
        if let known = loaded.withLock({ $0[plugin.binary] }),
            let library = UnsafeMutableRawPointer(bitPattern: known)
        {
            return library
        }
        var status = stat()
        guard stat(plugin.binary, &status) == 0 else {
            throw .missingBinary(uri: plugin.uri, path: plugin.binary)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .brokenBinary(uri: plugin.uri, path: plugin.binary, reason: "it is not a regular file")
        }
        let (library, reason) = load(plugin.binary)
        guard let library else { throw .brokenBinary(uri: plugin.uri, path: plugin.binary, reason: reason) }
        loaded.withLock { $0[plugin.binary] = UInt(bitPattern: library) }
        return library
    }

    private static func load(_ path: String) -> (UnsafeMutableRawPointer?, String) {
        if let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) { return (library, "") }
        let reason = dlerror().map { String(cString: $0) } ?? "the loader gives no reason"
        // Some plugins use FFTW and forgot to link it.
        guard reason.contains("undefined symbol: fftwf_"),
            dlopen("libfftw3f.so.3", RTLD_NOW | RTLD_GLOBAL) != nil
        else { return (nil, reason) }
        return (dlopen(path, RTLD_NOW | RTLD_LOCAL), reason)
    }

    private static func find(
        _ plugin: PluginSummary, in library: UnsafeMutableRawPointer
    ) -> UnsafePointer<LV2_Descriptor>? {
        if let symbol = dlsym(library, "lv2_descriptor") {
            let function = unsafeBitCast(symbol, to: DescriptorFunction.self)  // Proof: LV2 fixes its type.
            return first(plugin.uri) { function($0) }
        }
        guard let symbol = dlsym(library, "lv2_lib_descriptor") else { return nil }
        let function = unsafeBitCast(symbol, to: LibraryFunction.self)  // Proof: LV2 fixes its type.
        var noFeatures: UnsafePointer<LV2_Feature>?
        guard let whole = function(plugin.bundle + "/", &noFeatures), let get = whole.pointee.get_plugin
        else {
            return nil
        }
        return first(plugin.uri) { get(whole.pointee.handle, $0) }
    }

    private typealias DescriptorFunction = @convention(c) (UInt32) -> UnsafePointer<LV2_Descriptor>?
    private typealias LibraryFunction =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafePointer<UnsafePointer<LV2_Feature>?>?
        ) -> UnsafePointer<LV2_Lib_Descriptor>?

    private static func first(
        _ uri: String, _ descriptor: (UInt32) -> UnsafePointer<LV2_Descriptor>?
    ) -> UnsafePointer<LV2_Descriptor>? {
        var index: UInt32 = 0
        // A library that never says "no more" is cut off; real ones hold a few hundred.
        while index < 100_000, let candidate = descriptor(index) {
            if let text = candidate.pointee.URI, strcmp(text, uri) == 0 { return candidate }
            index += 1
        }
        return nil
    }
}
