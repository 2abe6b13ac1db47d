/// What a stream without a device does with a period.
enum NullTransfer: Sendable {
    /// Renders it.
    case playback(DeviceRendering)
    /// Hands silence over.
    case capture(DeviceCapturing)
}

/// What the null device's thread does: render a period, wait until it would have been heard, go on.
///
/// Captured silence is handed over when it would have been captured.
struct NullLoop: Sendable {
    let format: DeviceStreamFormat
    let transfer: NullTransfer
    let buffer: PlanarBuffer
    let status: DeviceStreamStatus

    func run() {
        var pacer = PeriodPacer(format: format)
        while !status.stopIsRequested {
            let deadline = pacer.nextDeadline()
            switch transfer {
            case .playback(let rendering):
                buffer.render(
                    rendering, frameCount: format.periodFrameCount, hostTimeNanoseconds: deadline)
                pacer.wait(untilNanoseconds: deadline, status: status)
            case .capture(let capturing):
                pacer.wait(untilNanoseconds: deadline, status: status)
                guard !status.stopIsRequested else { return }
                buffer.clear()
                buffer.capture(
                    capturing, frameCount: format.periodFrameCount,
                    hostTimeNanoseconds: deadline - format.nanoseconds(ofFrames: format.periodFrameCount))
            }
        }
    }
}
