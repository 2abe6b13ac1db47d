import AVFEngine
import AVFGraph

extension AVAudioFormat {
    /// What a bus needs to know: rate and channels.
    ///
    /// Between nodes audio is always in the standard form.
    var busFormat: BusFormat { BusFormat(sampleRateHz: sampleRate, channelCount: Int(channelCount)) }

    /// The standard format of a bus; channels without an arrangement are discrete ones, in order.
    static func standard(_ format: BusFormat) -> AVAudioFormat {
        let channels = AVAudioChannelCount(clamping: format.channelCount)
        let description = AudioStreamBasicDescription(
            .pcmFormatFloat32, sampleRateHz: format.sampleRateHz, channelCount: channels, interleaved: false)
        let layout =
            channels > 2
            ? AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | channels) : nil
        return AVAudioFormat(checked: description, layout: layout)
    }

    /// A format of no rate and no channels: that of what does not exist.
    static var none: AVAudioFormat { .standard(BusFormat(sampleRateHz: 0, channelCount: 0)) }

    /// The format as a connection or tap takes it.
    ///
    /// - Throws: `EngineError.notSupported` for what is not linear PCM, `.graph` for an impossible rate or
    ///   count.
    func checkedBusFormat(of node: AVAudioNode, bus: AVAudioNodeBus) throws(EngineError) -> BusFormat {
        guard streamDescription.pointee.isLinearPCM else {
            throw .notSupported(
                node: node.core.name, reason: "cannot be connected as \(self): only linear PCM can")
        }
        guard busFormat.isValid else {
            throw .graph(.impossibleFormat(node: node.core.name, bus: bus, busFormat))
        }
        return busFormat
    }
}
