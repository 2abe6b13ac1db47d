import AVFEngine
import AVFLV2Host
import AVFRender

extension AUAudioUnit {
    /// Gives the node who asks the program's blocks.
    func passTransportOn() {
        let (context, state) = settings.withLock { ($0.musicalContext, $0.transportState) }
        node.transportProvider = TransportPosition.provider(context, state)
    }
}

extension TransportPosition {
    /// Who asks the program's blocks; nil without any.
    static func provider(
        _ context: AUHostMusicalContextBlock?, _ state: AUHostTransportStateBlock?
    ) -> TransportSource.Callback? {
        guard context != nil || state != nil else { return nil }
        return { TransportPosition(context, state) }
    }

    /// What the blocks say now.
    ///
    /// Without a block about the transport, time goes on.
    fileprivate init(_ context: AUHostMusicalContextBlock?, _ state: AUHostTransportStateBlock?) {
        self.init()
        if let context { take(context) }
        isMoving = isKnown
        if let state { take(state) }
    }

    private mutating func take(_ block: AUHostMusicalContextBlock) {
        var (tempo, numerator, beat, downbeat) = (0.0, 0.0, Double.nan, 0.0)
        var (denominator, offset) = (4, 0)
        guard block(&tempo, &numerator, &denominator, &beat, &offset, &downbeat) else { return }
        isKnown = true
        self.tempo = tempo.isFinite ? max(0, tempo) : 0
        self.numerator = numerator.isFinite ? max(0, numerator) : 0
        self.denominator = Int32(clamping: max(1, denominator))
        self.beat = beat.isFinite ? beat : .nan
        self.downbeat = downbeat.isFinite ? downbeat : 0
    }

    private mutating func take(_ block: AUHostTransportStateBlock) {
        var flags = AUHostTransportStateFlags()
        var (frame, cycleStart, cycleEnd) = (-1.0, 0.0, 0.0)
        guard block(&flags, &frame, &cycleStart, &cycleEnd) else { return }
        isKnown = true
        isMoving = flags.contains(.moving)
        self.frame = Int64(exactly: frame.rounded()) ?? -1
    }
}
