import AVFRender
import AVFUnits
import Synchronization

/// The volume, pan and place of one input of a node that mixes, in the user's terms.
package class MixerInput: @unchecked Sendable {  // Proof: everything that changes is behind a Mutex.
    private let state: Mutex<MixingState>

    /// An input that begins with what its source says.
    init(_ mixing: MixingState = MixingState()) { state = Mutex(mixing) }

    /// Everything that the source says about this input. [any]
    package var mixing: MixingState { state.withLock { $0 } }

    /// Linear gain, 0…1. [any]
    package var volume: Float {
        get { mixing.volume }
        set { change { $0.volume = newValue } }
    }

    /// −1 left … 1 right. [any]
    package var pan: Float {
        get { mixing.pan }
        set { change { $0.pan = newValue } }
    }

    /// Where the source is, for nodes that render space. [any]
    package var placement: SpatialPlacement {
        get { mixing.placement }
        set { change { $0.placement = newValue } }
    }

    private func change(_ change: (inout MixingState) -> Void) {
        state.withLock { change(&$0) }
        mixingDidChange()
    }

    /// The pace at which the input takes what feeds it; nil for one that never takes it at another than its
    /// node's.
    var inputPace: InputPace? { nil }

    /// Begins to take what feeds the input at a pace of its own; `continues` if that has sounded before.
    func beginPace(continues: Bool) {}

    /// What changes the pace, on the wire into the input.
    func paceBridge(channelCount: Int, sampleRateHz: Double) -> DomainBridge? { nil }

    /// Tells the render side; for subclasses.
    func mixingDidChange() {}

    /// Begins in silence; before any plan has the input.
    func fadeIn() {}
}

/// An input of a mixer.
final class MixerStripInput: MixerInput, @unchecked Sendable {  // Proof: see MixerInput.
    let strip = MixerStrip()

    override init(_ mixing: MixingState = MixingState()) {
        super.init(mixing)
        mixingDidChange()
    }

    override func mixingDidChange() {
        let mixing = mixing
        strip.volume = mixing.volume
        strip.setSides(PanLaw(pan: mixing.pan))
    }

    override func fadeIn() { strip.fadeIn() }
}
