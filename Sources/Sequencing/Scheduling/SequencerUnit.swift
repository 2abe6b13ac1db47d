import AVFRealtime
import AVFRender

/// Plays a sequencer's song into its event buses, one for each destination, and can lead the transport.
///
/// It has no audio. Where it is put into a plan, its events come on their frames of that domain.
package final class SequencerUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    /// Kept alive for its snapshots.
    private let link: SequencerLink
    private let scheduler: OwnedCell<Scheduler>

    /// A unit that plays what a link holds, at a sample rate.
    ///
    /// It takes the requests from now on: where a unit was before, it begins with the newest ones.
    package init(_ link: SequencerLink, sampleRateHz: Double) {
        self.link = link
        scheduler = OwnedCell(
            Scheduler(
                link.slot, reports: link.reportWriter, sampleRateHz: sampleRateHz, busCount: link.busCount))
        super.init()
        link.beginUnit()
    }

    package override func transport(at sampleTime: Int64, frameCount: Int) -> TransportPosition {
        scheduler.pointer.pointee.begin(at: sampleTime)
        return scheduler.pointer.pointee.transport()
    }

    package override func process(_ block: RenderBlock) { scheduler.pointer.pointee.process(block) }
}
