import AVFRealtime
import AVFRender

/// A sampler in the box that the plan holds.
package typealias SamplerUnit = MailboxKernelUnit<SamplerKernel>

extension MailboxKernelUnit<SamplerKernel> {
    /// Gives a part other programs, or none; all parts unless one is named. [control]
    ///
    /// Notes that are struck from the next block on have the new ones. Those that sound go on with the old
    /// ones, which are kept until the last of them has ended. Of several programs, a program change
    /// chooses; until it does, it is what the channel has chosen last, or the first one.
    /// - Parameters:
    ///   - programs: What to play; nil for nothing.
    ///   - part: 0…15; a monotimbral sampler plays part 0. Others are ignored.
    package func setPrograms(_ programs: SamplerProgramSet?, part: Int? = nil) {
        mailbox.collect()
        for target in 0..<SamplerMailboxContents.partCount where part == nil || part == target {
            mailbox.offer(programs, part: target)
        }
    }

    /// Gives all parts one program. [control]
    package func setProgram(_ program: SamplerProgram) { setPrograms(SamplerProgramSet([program])) }
}
