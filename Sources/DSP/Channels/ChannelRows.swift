import CAVFDSP

/// Equally long rows of samples, one for each channel.
package struct ChannelRows: ~Copyable {
    /// A pointer to each row.
    package let rows: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let channelCount: Int

    /// Rows of zeroes. [control]
    package init(channelCount: Int, frameCount: Int) {
        self.channelCount = channelCount
        rows = .allocate(capacity: max(1, channelCount))
        for channel in 0..<channelCount {
            let row = UnsafeMutablePointer<Float>.allocate(capacity: max(1, frameCount))
            row.initialize(repeating: 0, count: max(1, frameCount))
            (rows + channel).initialize(to: row)
        }
    }

    deinit {
        for channel in 0..<channelCount { rows[channel].deallocate() }
        rows.deallocate()
    }

    /// The row of a channel.
    package subscript(_ channel: Int) -> UnsafeMutablePointer<Float> { @_noLocks get { rows[channel] } }
}

/// A spectrum for each channel.
struct SpectrumRows: ~Copyable {
    let real: ChannelRows
    let imaginary: ChannelRows

    init(channelCount: Int, binCount: Int) {
        real = ChannelRows(channelCount: channelCount, frameCount: binCount)
        imaginary = ChannelRows(channelCount: channelCount, frameCount: binCount)
    }

    /// The view of the C loops.
    var spectra: avf_dsp_spectra {
        @_noLocks get { avf_dsp_spectra(real: real.rows, imaginary: imaginary.rows) }
    }
}
