/// What is costly to design and the same for all converters of a ratio and a quality; never changes.
class SharedDesign: @unchecked Sendable {  // Proof: subclasses only have constants.
    /// What is shared, and for what.
    struct Key: Equatable {
        /// The form of the weights.
        enum Form { case groups, rows, spectrum }

        let form: Form
        let ratio: RateRatio
        let quality: ResamplerQuality
        let phase: ResamplerPhase
    }

    let key: Key

    init(_ key: Key) { self.key = key }

    /// Of its weights.
    var byteCount: Int { 0 }
}
