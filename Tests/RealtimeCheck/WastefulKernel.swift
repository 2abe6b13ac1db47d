import AVFRender

/// Takes fresh memory for every block, and so allocates while it renders: what no kernel may do.
///
/// Its `process` lacks the `@_noLocks` that would have made this a compile error.
struct WastefulKernel: Kernel, ~Copyable {
    static let symbol = "wasteful"
    static let name = "Wasteful"
    static let summary = "Allocates in the render block."
    static let kind = UnitKind.effect
    static let subtype = fourCharacterCode("bad!")

    enum Parameter: Int, CaseIterable, Sendable { case unused }

    static func spec(_ parameter: Parameter) -> ParameterSpec {
        ParameterSpec("Unused", 0...1, default: 0, .generic, "Does nothing.")
    }

    init(_ configuration: UnitConfiguration) {}

    mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        let copy = UnsafeMutablePointer<Float>.allocate(capacity: block.frameCount)
        defer { copy.deallocate() }
        for channel in 0..<block.output.channelCount {
            copy.initialize(from: block.input[channel], count: block.frameCount)
            block.output[channel].update(from: copy, count: block.frameCount)
        }
    }

    mutating func reset() {}
}
