/// Channels of samples in memory of their own, with the array of pointers that the render side works on.
final class PlanarSignal {
    let channelCount: Int
    let frameCount: Int
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    init(_ channels: [[Float]]) {
        channelCount = channels.count
        frameCount = channels.first?.count ?? 0
        pointers = .allocate(capacity: max(1, channels.count))
        for (index, channel) in channels.enumerated() {
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: max(1, channel.count))
            memory.initialize(repeating: 0, count: max(1, channel.count))
            for (frame, sample) in channel.enumerated() { memory[frame] = sample }
            (pointers + index).initialize(to: memory)
        }
    }

    convenience init(channelCount: Int, frameCount: Int) {
        self.init([[Float]](repeating: [Float](repeating: .nan, count: frameCount), count: channelCount))
    }

    deinit {
        for channel in 0..<channelCount { pointers[channel].deallocate() }
        pointers.deallocate()
    }

    subscript(_ channel: Int) -> [Float] {
        (0..<frameCount).map { pointers[channel][$0] }
    }

    /// All channels from one frame on, borrowed for one call.
    func from<Result>(
        _ frame: Int, _ body: (UnsafeMutablePointer<UnsafeMutablePointer<Float>>) -> Result
    ) -> Result {
        for channel in 0..<channelCount { pointers[channel] += frame }
        defer { for channel in 0..<channelCount { pointers[channel] -= frame } }
        return body(pointers)
    }
}
