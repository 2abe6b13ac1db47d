import AVFGraph
import CAVFAudio

/// The text of a C string.
///
/// - Throws: `CallFailure` for NULL and for what is not UTF-8.
func text(_ string: UnsafePointer<CChar>?, _ name: String) throws(CallFailure) -> String {
    guard let string else { throw .missing(name) }
    guard let text = String(validatingCString: string) else {
        throw .badArgument("The argument '\(name)' is not UTF-8.")
    }
    return text
}

/// The format behind a pointer; nil for NULL.
///
/// - Throws: `CallFailure` if no audio can have it.
func optionalFormat(_ format: UnsafePointer<avf_format>?) throws(CallFailure) -> BusFormat? {
    guard let format = format?.pointee else { return nil }
    let bus = BusFormat(
        sampleRateHz: format.sample_rate_hz, channelCount: Int(format.channel_count))
    guard bus.isValid else {
        throw CallFailure(
            AVF_ERROR_BAD_FORMAT, "No audio has \(bus.channelCount) channels at \(bus.sampleRateHz) Hz.")
    }
    return bus
}

/// The format behind a pointer.
///
/// - Throws: `CallFailure` for NULL and if no audio can have it.
func format(_ format: UnsafePointer<avf_format>?) throws(CallFailure) -> BusFormat {
    guard let format = try optionalFormat(format) else { throw .missing("format") }
    return format
}

/// Planar memory of the program: every channel's pointer is there.
///
/// - Throws: `CallFailure` for NULL and for another number of channels than `expected`.
func planar<Sample>(
    _ channels: UnsafePointer<Sample?>?, _ channelCount: UInt32, expected: Int
) throws(CallFailure) -> UnsafePointer<Sample> {
    guard let channels else { throw .missing("channels") }
    try checkChannelCount(channelCount, expected: expected)
    for channel in 0..<expected where channels[channel] == nil { throw .missing("channels[\(channel)]") }
    // An optional pointer that is not nil has the bits of the pointer.
    return UnsafeRawPointer(channels).assumingMemoryBound(to: Sample.self)
}

func checkChannelCount(_ channelCount: UInt32, expected: Int) throws(CallFailure) {
    guard Int(channelCount) == expected else {
        throw .badArgument("The memory has \(channelCount) channels, but \(expected) are needed.")
    }
}

/// A number that is one.
///
/// - Throws: `CallFailure` for NaN.
func number(_ value: Float, _ name: String) throws(CallFailure) -> Float {
    guard !value.isNaN else { throw .badArgument("The argument '\(name)' is not a number.") }
    return value
}

extension avf_format {
    init(_ format: BusFormat) {
        self.init(
            sample_rate_hz: format.sampleRateHz,
            channel_count: UInt32(clamping: format.channelCount))
    }
}

/// An element of a list.
///
/// - Throws: `CallFailure` behind the end.
func element<Element>(_ index: Int, of list: [Element], _ name: String) throws(CallFailure) -> Element {
    guard list.indices.contains(index) else {
        throw .badArgument("There is no \(name) \(index): the list has \(list.count).")
    }
    return list[index]
}

/// A struct that may grow, as far as the caller's has it; what is beyond is as in `usual`.
///
/// - Throws: `CallFailure` for NULL and for a size that is none.
func known<Value: BitwiseCopyable>(
    _ value: UnsafePointer<Value>?, size: Int, _ name: String, _ usual: Value
) throws(CallFailure) -> Value {
    guard let value else { throw .missing(name) }
    guard size > 0, size <= 65_536 else {
        throw .badArgument("A size of \(UInt(bitPattern: size)) bytes is not that of '\(name)'.")
    }
    var known = usual
    withUnsafeMutableBytes(of: &known) { bytes in
        bytes.copyMemory(from: UnsafeRawBufferPointer(start: value, count: min(size, bytes.count)))
    }
    return known
}
