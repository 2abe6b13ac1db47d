/// The graph's end: what arrives here is heard, or handed to the program that renders.
///
/// Its output format is the device's, or that of manual rendering; what arrives is converted to it.
open class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {
    // Sendable: see AVAudioNode.
}
