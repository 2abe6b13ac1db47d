/// Room for one chunk of a conversion, planar, in double precision.
final class ConversionScratch {
    /// For each input channel.
    let loaded: [UnsafeMutablePointer<Double>]
    /// For each output channel.
    let routed: [UnsafeMutablePointer<Double>]
    /// For each channel whose rate is converted.
    let converted: [UnsafeMutablePointer<Double>]

    init(inputChannelCount: Int, outputChannelCount: Int, rateChannelCount: Int, frameCount: Int) {
        let memory = { (count: Int) in
            (0..<count).map { _ in UnsafeMutablePointer<Double>.allocate(capacity: frameCount) }
        }
        loaded = memory(inputChannelCount)
        routed = memory(outputChannelCount)
        converted = memory(rateChannelCount)
    }

    deinit {
        for memory in loaded + routed + converted { memory.deallocate() }
    }
}
