/// What the null device's thread does: render a period, wait until it would have been heard, go on.
struct NullLoop: Sendable {
    let format: DeviceStreamFormat
    let rendering: DeviceRendering
    let buffer: PlanarBuffer
    let status: DeviceStreamStatus

    func run() {
        var pacer = PeriodPacer(format: format)
        while !status.stopIsRequested {
            let deadline = pacer.nextDeadline()
            buffer.render(
                rendering, frameCount: format.periodFrameCount, hostTimeNanoseconds: deadline)
            pacer.wait(untilNanoseconds: deadline, status: status)
        }
    }
}
