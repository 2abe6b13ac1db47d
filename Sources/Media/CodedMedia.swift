import CAVFShims

/// AAC and what else FFmpeg decodes and encodes.
package enum CodedMedia {
    /// Why FFmpeg cannot be used; nil when it can.
    package static var refusal: String? {
        avf_media_unavailable().map { String(cString: $0) }
    }
}
