/// What a bank says about one sample, before anything of it is read.
package struct Sample: Equatable, Sendable {
    /// What a sample is beside others; only editors need it, since pairs are two zones.
    package enum Role: Sendable {
        case mono, left, right, linked
    }

    /// The name in the bank, or the path of its file.
    package let name: String
    /// The rate in Hz; nil where only decoding tells.
    package var rateHz: Double?
    /// Frames; nil where only decoding tells.
    package var frameCount: Int?
    /// The loop in frames from the sample's start, which may lie outside it; nil without one.
    package var loop: Range<Int>?
    /// The key that sounds at the sample's own pitch, 0 to 127.
    package var rootKey: UInt8 = 60
    /// What is added to the pitch of every note, in cents.
    package var tuningCents: Double = 0
    /// What the sample is beside others.
    package var role: Role = .mono
    /// The other half of a pair; nil without one.
    package var linkIndex: Int?
}
