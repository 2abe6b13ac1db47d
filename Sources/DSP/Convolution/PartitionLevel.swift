import CAVFDSP

/// The part of an impulse response that is convolved in blocks of one size, as products of spectra.
///
/// Overlap-add with the spectra of past blocks kept: each block is transformed once, multiplied with every
/// partition, and its sum transformed back. W. Gardner, "Efficient Convolution without Input-Output Delay",
/// 1995.
///
/// A patient level begins when a block is there and is done when the next one is: so its partitions begin two
/// blocks into the response, and its work is cut into small pieces, of which each call does its share.
struct PartitionLevel: ~Copyable {
    /// Frames that come and go at a time.
    static var stepFrameCount: Int { @_noLocks get { Int(AVF_DSP_CONVOLVE_TAPS) } }
    private static var stripBinCount: Int { @_noLocks get { Int(AVF_DSP_STRIP_BINS) } }

    private let size: Int
    private let isPatient: Bool
    private let channelCount: Int
    private let stripCount: Int
    /// Partitions, and blocks that are remembered.
    private let spectrumCount: Int
    private var transform: RealFFT
    /// Blocks that are filled, and those that are worked on: each is followed by as much silence.
    private let blocks: ChannelRows
    /// What is heard now, and what is being made.
    private let outputs: ChannelRows
    private let overlaps: ChannelRows
    private let time: UnsafeMutablePointer<Float>
    private let real: UnsafeMutablePointer<Float>
    private let imaginary: UnsafeMutablePointer<Float>
    /// The spectra of each channel's past blocks, strip by strip, the newest at `newest`.
    private let spectra: ChannelRows
    /// The partitions of each path, output by output, each strip by strip; nil where there is no path.
    private let partitions: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>

    private var newest = 0
    private var knownCount = 0
    private var filling = 0
    private var making = 0
    private var filledFrameCount = 0
    private var schedule: WorkShare

    /// The level for `partitionCount` partitions of paths from `firstTap` on. [control]
    init(
        size: Int, isPatient: Bool, paths: [ConvolutionPath], channelCount: Int, firstTap: Int,
        partitionCount: Int
    ) {
        self.size = size
        self.isPatient = isPatient
        self.channelCount = channelCount
        spectrumCount = partitionCount
        stripCount = size / Self.stripBinCount
        transform = RealFFT(minimumSize: 2 * size)
        blocks = ChannelRows(channelCount: 2 * channelCount, frameCount: 2 * size)
        outputs = ChannelRows(channelCount: 2 * channelCount, frameCount: size)
        overlaps = ChannelRows(channelCount: channelCount, frameCount: size)
        time = .allocate(capacity: 2 * size)
        real = .allocate(capacity: size + 1)
        imaginary = .allocate(capacity: size + 1)
        time.initialize(repeating: 0, count: 2 * size)
        spectra = ChannelRows(channelCount: channelCount, frameCount: 2 * size * partitionCount)
        partitions = .allocate(capacity: max(1, channelCount * channelCount))
        partitions.initialize(repeating: nil, count: max(1, channelCount * channelCount))
        schedule = WorkShare(
            channelCount: channelCount, pathCount: paths.count, partCount: transform.partCount,
            stripCount: stripCount, spectrumCount: partitionCount, size: size)
        for path in paths { partitions[path.output * channelCount + path.input] = take(path, firstTap) }
    }

    deinit {
        time.deallocate()
        real.deallocate()
        imaginary.deallocate()
        for path in 0..<channelCount * channelCount { partitions[path]?.deallocate() }
        partitions.deallocate()
    }

    private mutating func take(_ path: ConvolutionPath, _ firstTap: Int) -> UnsafeMutablePointer<Float> {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * size * spectrumCount)
        for partition in 0..<spectrumCount {
            let first = firstTap + partition * size
            for index in 0..<2 * size {
                let tap = first + index
                time[index] = index < size && tap < path.taps.count ? path.taps[tap] : 0
            }
            transform.forward(time, real: real, imaginary: imaginary)
            keep(in: memory, at: partition)
        }
        return memory
    }

    // MARK: - Stream

    /// What is added to the output: `stepFrameCount` frames.
    @_noLocks
    func ready(_ channel: Int) -> UnsafeMutablePointer<Float> {
        outputs[(1 - making) * channelCount + channel] + filledFrameCount
    }

    /// Takes in the next `stepFrameCount` frames of each channel, from `offset` on, and goes on working.
    @_noLocks
    mutating func step(_ input: borrowing ChannelRows, offset: Int) {
        for channel in 0..<channelCount {
            let block = blocks[filling * channelCount + channel]
            avf_dsp_copy(block + filledFrameCount, input[channel] + offset, Self.stepFrameCount)
        }
        filledFrameCount += Self.stepFrameCount
        let isBlock = filledFrameCount == size
        if isBlock {
            filledFrameCount = 0
            filling = 1 - filling
            newest = newest == 0 ? spectrumCount - 1 : newest - 1
            knownCount = min(knownCount + 1, spectrumCount)
            if isPatient { making = 1 - making }
            schedule.beginAnew()
        }
        work(isPatient ? schedule.target(stepCount: size / Self.stepFrameCount) : .max)
        if isBlock, !isPatient { making = 1 - making }
    }

    /// Forgets what was heard.
    @_noLocks
    mutating func reset() {
        (newest, knownCount, filledFrameCount) = (0, 0, 0)
        schedule.standStill()
        for channel in 0..<channelCount {
            avf_dsp_clear(overlaps[channel], size)
            avf_dsp_clear(outputs[channel], size)
            avf_dsp_clear(outputs[channelCount + channel], size)
        }
    }

    // MARK: - Work

    @_noLocks
    private mutating func work(_ target: Int) {
        while let piece = schedule.next(before: target) {
            if piece.isInput {
                transformInput(piece.channel, part: piece.index)
            } else if piece.index < stripCount {
                multiply(piece.channel, strip: piece.index)
            } else {
                transformOutput(piece.channel, part: piece.index - stripCount)
            }
        }
    }

    @_noLocks
    private mutating func transformInput(_ channel: Int, part: Int) {
        if part < transform.partCount {
            let block = blocks[(1 - filling) * channelCount + channel]
            transform.forward(block, real: real, imaginary: imaginary, part: part)
        } else {
            keep(in: spectra[channel], at: newest)
        }
    }

    /// Strips of the spectrum to where their like are; the highest bin takes the place of the lowest one's
    /// zero.
    @_noLocks
    private func keep(in memory: UnsafeMutablePointer<Float>, at place: Int) {
        imaginary[0] = real[size]
        let count = Self.stripBinCount
        for strip in 0..<stripCount {
            let target = memory + 2 * count * (strip * spectrumCount + place)
            avf_dsp_copy(target, real + strip * count, count)
            avf_dsp_copy(target + count, imaginary + strip * count, count)
        }
    }

    @_noLocks
    private func multiply(_ output: Int, strip: Int) {
        let first = strip * Self.stripBinCount
        avf_dsp_clear(real + first, Self.stripBinCount)
        avf_dsp_clear(imaginary + first, Self.stripBinCount)
        for input in 0..<channelCount {
            guard let response = partitions[output * channelCount + input] else { continue }
            let start = 2 * first * spectrumCount
            let untilWrap = min(knownCount, spectrumCount - newest)
            let past = spectra[input] + start
            let stride = 2 * Self.stripBinCount
            accumulate(first, past + stride * newest, response + start, untilWrap)
            accumulate(first, past, response + start + stride * untilWrap, knownCount - untilWrap)
        }
    }

    @_noLocks
    private func accumulate(
        _ first: Int, _ x: UnsafePointer<Float>, _ h: UnsafePointer<Float>, _ count: Int
    ) {
        if first == 0 {
            avf_dsp_accumulate_first_strip(real, imaginary, x, h, count)
        } else {
            avf_dsp_accumulate_strip(real + first, imaginary + first, x, h, count)
        }
    }

    @_noLocks
    private mutating func transformOutput(_ channel: Int, part: Int) {
        if part == 0 {
            real[size] = imaginary[0]
            imaginary[0] = 0
            imaginary[size] = 0
        }
        transform.inverse(real: real, imaginary: imaginary, into: time, part: part)
        guard part == transform.partCount - 1 else { return }
        let output = outputs[making * channelCount + channel]
        avf_dsp_copy(output, time, size)
        avf_dsp_add(output, overlaps[channel], size)
        avf_dsp_copy(overlaps[channel], time + size, size)
    }
}
