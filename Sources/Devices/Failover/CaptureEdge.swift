import AVFRealtime
import CAVFDSP

/// What one capturing device's thread gets as its context: it hands on what was promised, whatever the
/// device's rate, channels and periods are.
///
/// `@unchecked Sendable`: set up before the device starts; then used by its thread only.
final class CaptureEdge: @unchecked Sendable {
    private let target: DeviceCapturing
    private let converter = LazyCell<CaptureConverter>()

    /// An edge in front of who captures.
    init(_ target: DeviceCapturing) { self.target = target }

    /// Gets ready for an open device; false if it cannot be converted from.
    func configure(_ device: DeviceStreamFormat, promised: DeviceStreamFormat) -> Bool {
        guard EdgeConverter.converts(device, to: promised) else { return false }
        _ = converter.pointer { CaptureConverter(device: device, promised: promised) }
        return true
    }

    /// Promised frames by which what is handed on is late.
    var latencyFrameCount: Int { converter.pointer?.pointee.latencyFrameCount ?? 0 }

    var capturing: DeviceCapturing {
        DeviceCapturing(context: Unmanaged.passUnretained(self).toOpaque()) {
            context, channels, channelCount, frameCount, hostTime in
            guard let context else { return }
            Unmanaged<CaptureEdge>.fromOpaque(context)._withUnsafeGuaranteedRef {
                $0.take(channels, channelCount, Int(frameCount), hostTime)
            }
        }
    }

    private func take(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ channelCount: Int32, _ frameCount: Int,
        _ hostTime: UInt64
    ) {
        guard let converter = converter.pointer, frameCount > 0 else { return }
        guard !converter.pointee.isIdentity else {
            return target.callback(target.context, channels, channelCount, Int32(frameCount), hostTime)
        }
        converter.pointee.convert(channels, frameCount: frameCount, hostTimeNanoseconds: hostTime, to: target)
    }
}
