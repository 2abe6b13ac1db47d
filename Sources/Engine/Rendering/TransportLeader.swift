import AVFLV2Host
import AVFRender

/// Leads the transport of an engine's plans with what the program says.
// `package`, because for an internal class the compiler warns of the initialiser that it makes up.
package final class TransportLeader: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    /// Whom it asks.
    let source = TransportSource()

    /// A leader that knows nothing yet.
    init() { super.init() }

    package override func transport(at sampleTime: Int64, frameCount: Int) -> TransportPosition {
        source.call() ?? TransportPosition()
    }
}
