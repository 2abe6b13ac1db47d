// avf_base.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CAVFAudio

@c @implementation
public func avf_status_string(_ status: avf_status) -> UnsafePointer<CChar>? {
    StringPool.string(sentence(Int(status)))
}

@c @implementation
public func avf_last_error_detail() -> UnsafePointer<CChar>? { ErrorDetail.current }

@c @implementation
public func avf_version() -> UInt32 {
    UInt32(AVF_VERSION_MAJOR << 16 | AVF_VERSION_MINOR << 8 | AVF_VERSION_PATCH)
}

@c @implementation
public func avf_version_string() -> UnsafePointer<CChar>? {
    StringPool.string("\(AVF_VERSION_MAJOR).\(AVF_VERSION_MINOR).\(AVF_VERSION_PATCH)")
}

@c @implementation
public func avf_abi_version() -> UInt32 { UInt32(AVF_ABI_VERSION) }

private func sentence(_ status: Int) -> String {
    switch status {
    case AVF_OK: "success"
    case AVF_ERROR_BAD_HANDLE: "not a live handle of the right type"
    case AVF_ERROR_BAD_ARGUMENT: "an argument is NULL, not a number, not UTF-8 or out of range"
    case AVF_ERROR_OUT_OF_MEMORY: "out of memory"
    case AVF_ERROR_TOO_MANY: "too many handles or references"
    case AVF_ERROR_NO_THREAD: "the system has no thread left"
    case AVF_ERROR_NOT_SUPPORTED: "the node cannot do that"
    case -60 ... -20: graphSentence(status)
    case -100 ... -61: fileOrDeviceSentence(status)
    case AVF_ERROR_OTHER: "an error without a code of its own"
    default: "unknown status \(status)"
    }
}

private func graphSentence(_ status: Int) -> String {
    switch status {
    case AVF_ERROR_WRONG_STATE: "not possible in the engine's state"
    case AVF_ERROR_BUSY: "another thread is rendering"
    case AVF_ERROR_NOT_ATTACHED: "the node is not attached to this engine"
    case AVF_ERROR_OTHER_ENGINE: "the node is attached to another engine"
    case AVF_ERROR_NO_SUCH_BUS: "the node has no such bus"
    case AVF_ERROR_NOT_CONNECTED: "nothing is connected there"
    case AVF_ERROR_CYCLE: "the connection would close a cycle"
    case AVF_ERROR_BAD_FORMAT: "impossible, unsupported or mismatched format"
    case AVF_ERROR_EXISTS: "there is one already"
    case AVF_ERROR_NO_SUCH_UNIT: "there is no such unit"
    case AVF_ERROR_BROKEN_UNIT: "the plugin cannot be used"
    case AVF_ERROR_NO_SUCH_PARAMETER: "the unit has no such parameter, named value or preset"
    case AVF_ERROR_BAD_STATE: "the bytes are no state of this unit"
    case AVF_ERROR_FILE_NOT_FOUND: "there is no such file"
    default: "unknown status \(status)"
    }
}

private func fileOrDeviceSentence(_ status: Int) -> String {
    switch status {
    case AVF_ERROR_FILE_ACCESS: "the file may not be opened, or is not a file"
    case AVF_ERROR_FILE_FORMAT: "not an audio format that can be read or written so"
    case AVF_ERROR_FILE_DAMAGED: "the file is damaged or ends too early"
    case AVF_ERROR_FILE_WRITE: "the file could not be written"
    case AVF_ERROR_FILE_CLOSED: "the file is closed"
    case AVF_ERROR_DEVICE: "the device cannot be used so"
    case AVF_ERROR_DEVICE_LOST: "the device went away"
    default: "unknown status \(status)"
    }
}
