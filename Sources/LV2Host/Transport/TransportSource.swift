import AVFRealtime
import AVFRender

/// Asks the program where the music is, once for each block, on the render thread.
package typealias TransportSource = CallbackSlot<TransportPosition>

extension CallbackSlot where Answer == TransportPosition {
    /// The position at the beginning of a block: what the program says for this unit, or, if it says nothing,
    /// what the plan's leader has said.
    ///
    /// Render thread; the program's own code.
    package func position(of block: RenderBlock) -> TransportPosition {
        isEmpty ? block.transport?.pointee ?? TransportPosition() : call() ?? TransportPosition()
    }
}
