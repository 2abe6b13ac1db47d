import AVFRender

/// Puts the messages of a queue into its event bus.
package final class MIDIInputUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    /// Kept alive for its reader.
    private let queue: MIDIInputQueue
    private let reader: MIDIInputReader
    private let sampleRateHz: Double

    /// A unit of a node at a sample rate.
    package init(_ queue: MIDIInputQueue, sampleRateHz: Double) {
        self.queue = queue
        reader = queue.reader
        self.sampleRateHz = sampleRateHz
        super.init()
    }

    package override func process(_ block: RenderBlock) {
        reader.drain(into: block, sampleRateHz: sampleRateHz)
    }
}
