extension CMTime: Codable {
    private enum CodingKeys: String, CodingKey {
        case value, timescale, flags, epoch
    }

    /// Reads a time that `encode(to:)` has written.
    ///
    /// - Throws: `DecodingError` if a part is missing, does not fit, or makes a number without a scale.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            value: try container.decode(CMTimeValue.self, forKey: .value),
            timescale: try container.decode(CMTimeScale.self, forKey: .timescale),
            flags: CMTimeFlags(rawValue: try container.decode(UInt32.self, forKey: .flags)),
            epoch: try container.decode(CMTimeEpoch.self, forKey: .epoch))
        guard !isNumeric || timescale > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .timescale, in: container, debugDescription: "a time of \(value)/\(timescale) seconds"
            )
        }
    }

    /// Writes the four parts under their names.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(value, forKey: .value)
        try container.encode(timescale, forKey: .timescale)
        try container.encode(flags.rawValue, forKey: .flags)
        try container.encode(epoch, forKey: .epoch)
    }
}
