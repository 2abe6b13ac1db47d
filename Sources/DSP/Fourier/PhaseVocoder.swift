import CAVFDSP

/// A frame of the input that a phase vocoder lays into its output.
package struct VocoderFrame {
    /// The input frame in its middle.
    package var place: Int
    /// Output frames until the middle of the next one.
    package var hopFrameCount: Int
    /// Output frames for each input frame, as far as what lies beside the middle moves with that.
    package var stretch: Float
    /// What is no tone follows its louder neighbours, so that what belongs together stays so.
    package var isCoherent: Bool
    /// How many times higher the output is played, if its formants shall stay; 1 if they may move.
    package var formantPitch: Float
    /// Nothing is to be changed: as soon as the phases allow it, the input is copied.
    package var isPlain: Bool

    /// A frame.
    @_noLocks
    package init(
        place: Int, hopFrameCount: Int, stretch: Float, isCoherent: Bool, formantPitch: Float, isPlain: Bool
    ) {
        self.place = place
        self.hopFrameCount = hopFrameCount
        self.stretch = stretch
        self.isCoherent = isCoherent
        self.formantPitch = formantPitch
        self.isPlain = isPlain
    }
}

/// Lays frames of its input over each other at other distances than they were taken from, with phases that
/// fit.
///
/// J. Flanagan and R. Golden, "Phase Vocoder", 1966; what is done about the phases is told in `vocoder.c`.
/// The caller chooses the frames; frames that change nothing, in a row, give the input back to the bit.
package struct PhaseVocoder: ~Copyable {
    /// Samples of a frame.
    package let size: Int
    /// Frames are so far apart at the most.
    package let longestHopFrameCount: Int
    private let channelCount: Int
    private let binCount: Int
    /// Bins on either side that make one formant with a bin, twice: 120 Hz, a zero for harmonics twice as far
    /// apart.
    private let formantHalfWidth: Int

    private var transform: RealFFT
    private let window: UnsafeMutablePointer<Float>
    private let weight: UnsafeMutablePointer<Float>
    private let windowed: UnsafeMutablePointer<Float>
    private let work: UnsafeMutablePointer<Float>
    private let frame: SpectrumRows
    private let before: SpectrumRows
    private let output: SpectrumRows

    /// Sums of the frames so far, and of their windows, from the first output frame that is not finished.
    private let sums: ChannelRows
    private let weights: UnsafeMutablePointer<Float>
    private let history: ChannelRows
    private let historyCapacity: Int
    /// The input frame at the start of the history.
    private var historyStart = 0
    private var filledFrameCount = 0

    private var isPlain = true
    private var plainOffset = 0
    /// Output frames, from the first one that is not finished, that frames with other phases reach.
    private var turnedFrameCount = 0
    private var unfinishedStart = 0
    private var lastHopFrameCount = 0

    /// Frames of about 85 ms, laid over each other three times at the least. [control]
    package init(sampleRateHz: Double, channelCount: Int) {
        var size = 256
        while Double(size) < 0.064 * sampleRateHz, size < 16_384 { size *= 2 }
        self.size = size
        self.channelCount = max(0, channelCount)
        longestHopFrameCount = size / 3 + 1
        transform = RealFFT(minimumSize: size)
        binCount = transform.binCount
        formantHalfWidth = Int(120 * Double(size) / sampleRateHz + 0.5)
        (window, weight) = (.allocate(capacity: size), .allocate(capacity: size))
        for (index, value) in Window.hann(size).enumerated() {
            (window + index).initialize(to: value)
            (weight + index).initialize(to: value * value)
        }
        windowed = .allocate(capacity: size)
        work = .allocate(capacity: 8 * binCount)
        frame = SpectrumRows(channelCount: self.channelCount, binCount: binCount)
        before = SpectrumRows(channelCount: self.channelCount, binCount: binCount)
        output = SpectrumRows(channelCount: self.channelCount, binCount: binCount)
        sums = ChannelRows(channelCount: self.channelCount, frameCount: size)
        weights = .allocate(capacity: size)
        historyCapacity = 2 * size + 4 * longestHopFrameCount + 2048
        history = ChannelRows(channelCount: self.channelCount, frameCount: historyCapacity)
        reset()
    }

    deinit {
        window.deallocate()
        weight.deallocate()
        windowed.deallocate()
        work.deallocate()
        weights.deallocate()
    }

    /// Input frames before `place` that a frame looks at.
    package var pastFrameCount: Int { @_noLocks get { size / 2 + 4 * longestHopFrameCount } }

    /// Goes back to the beginning of both streams, before which there was silence.
    ///
    /// The first frame's middle is half a frame before the output's frame 0.
    @_noLocks
    package mutating func reset() {
        historyStart = -pastFrameCount - size
        filledFrameCount = -historyStart
        for channel in 0..<channelCount {
            avf_dsp_clear(history[channel], filledFrameCount)
            avf_dsp_clear(sums[channel], size)
        }
        avf_dsp_clear(weights, size)
        (isPlain, plainOffset, turnedFrameCount) = (true, 0, 0)
        (unfinishedStart, lastHopFrameCount) = (-size, 0)
    }

    /// The input frame behind the last one that was taken in.
    package var inputEnd: Int { @_noLocks get { historyStart + filledFrameCount } }

    /// Takes in input from frame `first` on until the frame is there; returns the first frame that is not
    /// taken.
    @_noLocks
    package mutating func take(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, from first: Int, available: Int,
        until place: Int
    ) -> Int {
        var next = first
        while inputEnd < place + size / 2, next < available {
            dropPast(before: place - pastFrameCount)
            let missing = min(available - next, place + size / 2 - inputEnd)
            let count = min(missing, historyCapacity - filledFrameCount)
            for channel in 0..<channelCount {
                avf_dsp_copy(history[channel] + filledFrameCount, input[channel] + next, count)
            }
            filledFrameCount += count
            next += count
        }
        return next
    }

    /// Lays a frame over what is there, and finishes the output that no later frame reaches: `hopFrameCount`
    /// frames at `destination` of each channel, the first of which lies half a frame before the frame's
    /// middle.
    @_noLocks
    package mutating func lay(
        _ frame: VocoderFrame, into channels: UnsafePointer<UnsafeMutablePointer<Float>>, at destination: Int
    ) {
        let middle = unfinishedStart + size / 2
        if frame.isPlain, isPlain, frame.place - middle == plainOffset {
            layPlain(frame.place)
        } else if frame.isPlain, isPlain {
            // The same pace, but from another place: not a copy, before the older frames are through.
            turnedFrameCount = size
            plainOffset = frame.place - middle
            layPlain(frame.place)
        } else {
            turn(frame)
        }
        finish(frame.hopFrameCount, channels, destination)
    }

    @_noLocks
    private mutating func layPlain(_ place: Int) {
        for channel in 0..<channelCount {
            avf_dsp_multiply(windowed, history[channel] + start(of: place), weight, size)
            avf_dsp_add(sums[channel], windowed, size)
        }
        avf_dsp_add(weights, weight, size)
    }

    @_noLocks
    private mutating func turn(_ next: VocoderFrame) {
        // A frame that was laid as it is has the phases of the input.
        let hop = lastHopFrameCount > 0 ? lastHopFrameCount : next.hopFrameCount
        if isPlain { analyze(unfinishedStart + size / 2 + plainOffset - hop, output.spectra) }
        analyze(next.place, frame.spectra)
        analyze(next.place - hop, before.spectra)
        // Half a turn in half a second: a tone is off by a hertz meanwhile, which is inaudible.
        let relaxation = next.isPlain ? Float(next.hopFrameCount) / Float(size) * 0.55 : 0
        let rest = avf_dsp_vocoder_turn(
            frame.spectra, before.spectra, output.spectra, channelCount, binCount,
            avf_dsp_vocoder_manner(
                stretch: next.stretch, isCoherent: next.isCoherent, relaxation: relaxation), work)
        let heard = shaped(next.formantPitch)
        for channel in 0..<channelCount {
            transform.inverse(real: heard.real[channel], imaginary: heard.imaginary[channel], into: windowed)
            avf_dsp_multiply(windowed, windowed, window, size)
            avf_dsp_add(sums[channel], windowed, size)
        }
        avf_dsp_add(weights, weight, size)
        turnedFrameCount = size
        plainOffset = next.place - (unfinishedStart + size / 2)
        isPlain = next.isPlain && rest == 0
    }

    /// The frame that is put out, with its formants kept for a pitch; `output` stays for the next frame's
    /// phases.
    @_noLocks
    private func shaped(_ formantPitch: Float) -> avf_dsp_spectra {
        guard formantPitch != 1 else { return output.spectra }
        avf_dsp_vocoder_keep_formants(
            output.spectra, before.spectra, channelCount, binCount, formantPitch, formantHalfWidth, work)
        return before.spectra
    }

    @_noLocks
    private mutating func analyze(_ place: Int, _ rows: avf_dsp_spectra) {
        for channel in 0..<channelCount {
            avf_dsp_multiply(windowed, history[channel] + start(of: place), window, size)
            transform.forward(windowed, real: rows.real[channel], imaginary: rows.imaginary[channel])
        }
    }

    /// Where in the history a frame begins; held within it, whatever the caller asks for.
    @_noLocks
    private func start(of place: Int) -> Int {
        min(max(0, place - size / 2 - historyStart), max(0, filledFrameCount - size))
    }

    @_noLocks
    private mutating func finish(
        _ count: Int, _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ destination: Int
    ) {
        let turned = min(max(0, turnedFrameCount), count)
        for channel in 0..<channelCount {
            let target = channels[channel] + destination
            avf_dsp_vocoder_level(target, sums[channel], weights, turned)
            let place = start(of: unfinishedStart + plainOffset + size / 2)
            avf_dsp_copy(target + turned, history[channel] + place + turned, count - turned)
            shift(sums[channel], by: count)
        }
        shift(weights, by: count)
        turnedFrameCount -= count
        unfinishedStart += count
        lastHopFrameCount = count
    }

    @_noLocks
    private func shift(_ memory: UnsafeMutablePointer<Float>, by count: Int) {
        avf_dsp_copy(memory, memory + count, size - count)
        avf_dsp_clear(memory + size - count, count)
    }

    /// Forgets input before a frame.
    @_noLocks
    private mutating func dropPast(before place: Int) {
        let past = min(max(0, place - historyStart), filledFrameCount)
        // Rarely, because what is kept moves.
        guard past >= historyCapacity / 4 || filledFrameCount == historyCapacity else { return }
        for channel in 0..<channelCount {
            avf_dsp_copy(history[channel], history[channel] + past, filledFrameCount - past)
        }
        historyStart += past
        filledFrameCount -= past
    }
}
