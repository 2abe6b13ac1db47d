import AVFDevices
import Glibc
import Testing

@Suite struct ALSARecoveryTests {
    @Test(arguments: [
        (EINTR, 1, ALSARecovery.Step.again), (EINTR, 5, .again),
        (EAGAIN, 1, .pause), (EAGAIN, 5, .pause),
        (EPIPE, 1, .restart), (EPIPE, 5, .restart),
        (EBADFD, 1, .restart),
        (ESTRPIPE, 1, .resume), (ESTRPIPE, 5, .resume),
        (EIO, 1, .again), (EIO, 2, .restart), (EIO, 5, .restart),
        (ETIMEDOUT, 1, .again), (ETIMEDOUT, 4, .again), (ETIMEDOUT, 5, .giveUp),
        (ENODEV, 1, .giveUp), (EINVAL, 1, .giveUp), (ENOSYS, 1, .giveUp),
    ])
    func `each error has its answer`(code: Int32, failureCount: Int, step: ALSARecovery.Step) {
        #expect(ALSARecovery.step(after: -code, failureCount: failureCount) == step)
    }

    @Test(arguments: [EINTR, EAGAIN, EPIPE, EBADFD, ESTRPIPE, EIO, ETIMEDOUT, ENODEV])
    func `nothing is answered more than five times in a row`(code: Int32) {
        #expect(ALSARecovery.step(after: -code, failureCount: 6) == .giveUp)
    }

    @Test func `a card with long periods is given more waits`() {
        #expect(ALSARecovery.step(after: -ETIMEDOUT, failureCount: 19, timeoutLimit: 20) == .again)
        #expect(ALSARecovery.step(after: -ETIMEDOUT, failureCount: 20, timeoutLimit: 20) == .giveUp)
    }

    @Test func `pauses double from ten milliseconds and never keep stop waiting for 200`() {
        let pauses = (0..<8).map { ALSARecovery.pauseNanoseconds(attempt: $0) / 1_000_000 }
        #expect(pauses == [10, 20, 40, 80, 160, 160, 160, 160])
    }
}
