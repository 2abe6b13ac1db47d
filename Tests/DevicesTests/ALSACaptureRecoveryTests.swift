import AVFDevices
import Glibc
import Testing

@Suite struct ALSACaptureRecoveryTests {
    @Test(arguments: [
        (EINTR, 1, ALSARecovery.Step.again), (EINTR, 5, .again), (EINTR, 6, .giveUp),
        (EAGAIN, 1, .again), (EAGAIN, 3, .again), (EAGAIN, 4, .pause), (EAGAIN, 500, .pause),
        (EAGAIN, 501, .giveUp),
        (EPIPE, 1, .restart), (EPIPE, 5, .restart), (EPIPE, 6, .giveUp),
        (EBADFD, 1, .restart), (EBADFD, 6, .giveUp),
        (ESTRPIPE, 1, .resume), (ESTRPIPE, 6, .giveUp),
        (EIO, 1, .again), (EIO, 2, .restart), (EIO, 6, .giveUp),
        (ETIMEDOUT, 2, .again), (ETIMEDOUT, 3, .giveUp),
        (ENODEV, 1, .giveUp), (EINVAL, 1, .giveUp), (ENOSYS, 1, .giveUp),
    ])
    func `each error has its answer`(code: Int32, failureCount: Int, step: ALSARecovery.Step) {
        #expect(ALSACaptureRecovery.step(after: -code, failureCount: failureCount) == step)
    }

    @Test func `a card with long periods is given more waits`() {
        #expect(ALSACaptureRecovery.step(after: -ETIMEDOUT, failureCount: 9, timeoutLimit: 10) == .again)
        #expect(ALSACaptureRecovery.step(after: -ETIMEDOUT, failureCount: 10, timeoutLimit: 10) == .giveUp)
    }
}
