/// A native unit that its owner hands things to, such as a sampler's programs, and that hands them back.
///
/// Both go by a mailbox whose type only the kernel knows: memory that is made for two sides, of which
/// neither waits.
package protocol MailboxKernel: Kernel, ~Copyable {
    /// Where the mailbox is.
    associatedtype Mailbox: BitwiseCopyable & Sendable
    /// An empty mailbox.
    ///
    /// Control thread.
    static func makeMailbox() -> Mailbox
    /// Frees a mailbox with what is in it.
    ///
    /// Control thread, when no block will be made any more.
    static func discard(_ mailbox: Mailbox)
    /// Does for the mailbox what must not be done while rendering, such as to free what was handed back.
    ///
    /// Control thread.
    static func service(_ mailbox: Mailbox)
    /// Tells the kernel its mailbox, which outlives every block, but not the kernel.
    ///
    /// Control thread, before the first block.
    mutating func connect(_ mailbox: Mailbox)
}

/// A kernel with a mailbox in the box that the plan holds.
package final class MailboxKernelUnit<K: MailboxKernel & ~Copyable>: KernelUnit<K>, @unchecked Sendable {
    // Proof: see RenderUnit; the mailbox's type says who may do what.
    /// The mailbox; valid as long as the unit.
    package let mailbox = K.makeMailbox()

    /// A kernel for the configuration, driven by the given targets, and its mailbox.
    package override init(
        _ configuration: UnitConfiguration, parameters: ParameterBlock, latencyFrames: Int = 0,
        takesMessages: Bool = false
    ) {
        super.init(configuration, parameters: parameters)
        kernel.pointee.connect(mailbox)
    }

    deinit { K.discard(mailbox) }

    package override var needsService: Bool { true }

    package override func service() { K.service(mailbox) }
}

extension UnitEntry {
    /// The entry of a unit with a mailbox.
    package init<K: MailboxKernel & ~Copyable>(_ kernel: K.Type) {
        self.init(kernel) { MailboxKernelUnit<K>($0, parameters: $1) }
    }
}
