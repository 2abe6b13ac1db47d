import AVFRender

/// Sends the events of each block to a queue.
package final class MIDIOutputUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    /// Kept alive for its writer.
    private let queue: MIDIOutputQueue
    private let writer: MIDIOutputWriter
    private let sampleRateHz: Double

    /// A unit of a node at a sample rate.
    package init(_ queue: MIDIOutputQueue, sampleRateHz: Double) {
        self.queue = queue
        writer = queue.writer
        self.sampleRateHz = sampleRateHz
        super.init()
    }

    package override func process(_ block: RenderBlock) { writer.send(block, sampleRateHz: sampleRateHz) }
}
