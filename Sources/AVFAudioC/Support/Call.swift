import CAVFAudio

/// A handle as C code passes it; any bits at all.
typealias Handle = OpaquePointer?

/// Runs the body of a C function: errors become a status and the thread's detail.
func attempt(_ body: () throws -> Void) -> avf_status {
    do {
        try body()
        return avf_status(AVF_OK)
    } catch {
        return refuse(CallFailure(any: error))
    }
}

/// Keeps a failure's sentence for the thread and returns its status.
func refuse(_ failure: CallFailure) -> avf_status {
    ErrorDetail.store(failure.detail)
    return failure.status
}

/// Runs the body of a C function that gives something: `out` is cleared first, so that it holds nothing on
/// failure.
func give<Value>(
    _ out: UnsafeMutablePointer<Value>?, _ name: String, empty: Value, _ body: () throws -> Value
) -> avf_status {
    guard let out else { return refuse(.missing(name)) }
    out.pointee = empty
    return attempt { out.pointee = try body() }
}

/// The same for a handle: the object gets one, with a reference for the caller.
func giveHandle(
    _ out: UnsafeMutablePointer<OpaquePointer?>?, _ name: String, _ kind: HandleKind,
    _ body: () throws -> AnyObject
) -> avf_status {
    give(out, name, empty: nil) { try HandleTable.shared.handle(for: body(), kind) }
}

/// The same for a struct that may grow: no more than `size` bytes are written.
func giveStruct<Value: BitwiseCopyable>(
    _ out: UnsafeMutablePointer<Value>?, _ name: String, size: Int, _ body: () throws -> Value
) -> avf_status {
    guard let out else { return refuse(.missing(name)) }
    let known = MemoryLayout<Value>.size
    guard size > 0, size <= 65_536 else {
        return refuse(.badArgument("A size of \(UInt(bitPattern: size)) bytes is not that of '\(name)'."))
    }
    let raw = UnsafeMutableRawPointer(out)
    raw.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return attempt {
        var value = try body()
        withUnsafeBytes(of: &value) { bytes in
            guard let start = bytes.baseAddress else { return }
            raw.copyMemory(from: start, byteCount: min(size, known))
        }
    }
}

/// The same for a number that any thread may ask for: nothing is allocated or freed unless the call fails.
func giveFrom<Object, Value>(
    _ handle: Handle, _ type: HandleType<Object>, _ out: UnsafeMutablePointer<Value>?, _ name: String,
    empty: Value, _ body: (Object) -> Value
) -> avf_status {
    guard let out else { return refuse(.missing(name)) }
    let value = HandleTable.shared.withObject(handle, as: type, body)
    out.pointee = value ?? empty
    return value == nil ? refuse(.badHandle(type.name)) : avf_status(AVF_OK)
}

func retain<Object>(_ handle: Handle, as type: HandleType<Object>) -> avf_status {
    attempt { try HandleTable.shared.retain(handle, as: type) }
}

func release<Object>(_ handle: Handle, as type: HandleType<Object>) -> avf_status {
    guard handle != nil else { return avf_status(AVF_OK) }
    return attempt { try HandleTable.shared.release(handle, as: type) }
}

extension HandleType {
    /// The object that a handle of this type names.
    func object(_ handle: Handle) throws(CallFailure) -> Object {
        try HandleTable.shared.object(handle, as: self)
    }
}
