import CAVFDSP

/// Second-order sections in series for any number of channels, in double precision.
///
/// A new set of coefficients is reached along straight lines over `transitionFrameCount` frames; a section
/// fades in from and out to "hand on", and one that is off is skipped to the bit. Output and transitions
/// depend only on how many frames have passed, never on how blocks are cut.
///
/// Transposed direct form II. In double precision its rounding noise stays below that of the float output
/// even for 20 Hz at 192 kHz, where single precision loses half its digits.
package struct BiquadCascade: ~Copyable {
    /// Frames from one set of coefficients to the next.
    package static var transitionFrameCount: Int { @_noLocks get { 256 } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let sections: UnsafeMutablePointer<BiquadTransition>
    /// Sections of the cascade.
    package let sectionCount: Int
    /// Channels of the signal.
    package let channelCount: Int

    private let groups: UnsafeMutablePointer<BiquadGroup>
    private let groupCount: Int
    private var movingCount = 0
    private var hasStarted = false

    /// A cascade whose sections are all off. [control]
    package init(sectionCount: Int, channelCount: Int) {
        self.sectionCount = max(0, sectionCount)
        self.channelCount = max(0, channelCount)
        let channels = self.channelCount
        groupCount = (self.sectionCount + BiquadGroup.laneCount - 1) / BiquadGroup.laneCount
        sections = .allocate(capacity: max(1, self.sectionCount))
        sections.initialize(repeating: BiquadTransition(), count: self.sectionCount)
        groups = .allocate(capacity: max(1, groupCount))
        for group in 0..<groupCount {
            (groups + group).initialize(to: BiquadGroup(channelCount: channels))
        }
    }

    deinit {
        for group in 0..<groupCount { groups[group].deallocate() }
        groups.deallocate()
        sections.deallocate()
    }

    /// Gives a section new coefficients, or turns it on or off.
    ///
    /// At once before the first frame after `init` or `reset`, else over the coming frames. Repeating what is
    /// already set changes nothing.
    @_noLocks
    package mutating func set(_ section: Int, _ coefficients: BiquadCoefficients, isActive: Bool) {
        assert(0 <= section && section < sectionCount)
        let wasMoving = sections[section].isMoving
        let wasRunning = sections[section].isRunning
        let target = isActive ? coefficients : .identity
        guard sections[section].head(for: target, isActive: isActive, atOnce: !hasStarted) else { return }
        movingCount += (sections[section].isMoving ? 1 : 0) - (wasMoving ? 1 : 0)
        if !wasRunning { clearStates(of: section) }
        load(section)
    }

    /// Forgets the past of the signal and completes every transition.
    @_noLocks
    package mutating func reset() {
        hasStarted = false
        movingCount = 0
        for section in 0..<sectionCount {
            sections[section].complete()
            clearStates(of: section)
            load(section)
        }
    }

    /// Filters a block; input and output may be the same channels, but may not overlap otherwise.
    @_noLocks
    package mutating func process(
        input: UnsafePointer<UnsafeMutablePointer<Float>>, output: UnsafePointer<UnsafeMutablePointer<Float>>,
        frameCount: Int
    ) {
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, framesUntilSettling)
            runGroups(input, output, first: done, count: count)
            advance(count)
            done += count
        }
        if frameCount > 0 { hasStarted = true }
    }

    /// Frames until the first transition completes.
    private var framesUntilSettling: Int {
        @_noLocks get {
            guard movingCount > 0 else { return .max }
            var least = Int.max
            for section in 0..<sectionCount where sections[section].isMoving {
                least = min(least, sections[section].remainingFrameCount)
            }
            return least
        }
    }

    @_noLocks
    private func runGroups(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>,
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, first: Int, count: Int
    ) {
        var source = input
        for group in 0..<groupCount where groups[group].activeLaneCount > 0 {
            groups[group].run(source, output, channelCount, first: first, count: count)
            source = output
        }
        guard source == input, input != output else { return }
        for channel in 0..<channelCount {
            avf_dsp_copy(output[channel] + first, input[channel] + first, count)
        }
    }

    @_noLocks
    private mutating func advance(_ count: Int) {
        guard movingCount > 0 else { return }
        for section in 0..<sectionCount where sections[section].isMoving {
            sections[section].advance(count)
            if !sections[section].isMoving { movingCount -= 1 }
            load(section)
        }
    }

    /// Copies what a section's lane needs to know into its group.
    @_noLocks
    private func load(_ section: Int) {
        let (group, lane) = section.quotientAndRemainder(dividingBy: BiquadGroup.laneCount)
        groups[group].load(sections[section], lane: lane)
    }

    @_noLocks
    private func clearStates(of section: Int) {
        let (group, lane) = section.quotientAndRemainder(dividingBy: BiquadGroup.laneCount)
        groups[group].clearStates(lane: lane, channelCount: channelCount)
    }
}
