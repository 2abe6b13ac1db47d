import AVFDevices
import AVFUnits

/// Where the frames of a capturing device come into the graph: keeps its place while devices come and go.
///
/// `@unchecked Sendable`: the input changes while no block is rendered; else only the thread that renders
/// looks at it.
final class InputPort: FrameSource, @unchecked Sendable {
    private var input: LiveInput?

    /// Takes another input; the former one is given back. [control, while no block is rendered]
    func exchange(_ next: LiveInput?) -> LiveInput? {
        defer { input = next }
        return input
    }

    /// Reads what belongs to the block that is rendered next. [render]
    func beginBlock(frameCount: Int) { input?.beginBlock(frameCount: frameCount) }

    /// Gives captured frames; silence while there are too few. [render]
    func fill(_ request: FrameRequest) -> FrameAnswer {
        let isFilled =
            input?.take(
                into: request.channels, channelCount: request.channelCount, frameCount: request.frameCount)
            ?? false
        return isFilled ? .filled : .silent
    }
}
