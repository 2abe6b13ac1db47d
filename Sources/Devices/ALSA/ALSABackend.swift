import CAVFALSA
import CAVFShimsALSA
import Glibc

/// The devices of ALSA: cards, and whatever the user's `asound.conf` makes of them (PipeWire, PulseAudio, …).
///
/// Names are those users write: `default`, `hw:1,0`, `plughw:…`, `null`, `file:out.raw,raw`. `null` and
/// `file:` have no clock, so their periods are paced by CLOCK_MONOTONIC; under another name or wrapped in
/// another plugin (`plug:null`) they show it soon, and are paced from then on. A card that has no interleaved
/// access needs the `plughw:` form of its name.
package struct ALSABackend: DeviceBackend {
    private let calls: ALSACalls

    /// Makes the backend; nothing is opened.
    package init(calls: ALSACalls = ALSACalls()) { self.calls = calls }

    /// The devices ALSA knows for playback or capture, `default` first; empty when it knows none.
    package func devices() -> [DeviceInfo] {
        avf_shim_alsa_silence_thread()
        defer { avf_shim_alsa_unsilence_thread() }
        let list = ALSADeviceList(calls: calls).read()
        return list.filter { $0.name == "default" } + list.filter { $0.name != "default" }
    }

    /// Opens a device and agrees on a format.
    ///
    /// - Throws: `DeviceError.badRequest`; `.cannotOpen` with ALSA's reason; `.cannotConfigure` with the
    ///   setting the device refuses.
    package func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream {
        try request.validate()
        avf_shim_alsa_silence_thread()
        defer { avf_shim_alsa_unsilence_thread() }
        let pcm = try open(request)
        do {
            let negotiation = ALSANegotiation(calls: calls, pcm: pcm, request: request)
            let (format, sampleFormat) = try negotiation.settle()
            return ALSAStream(
                calls, pcm: pcm, format: format, sampleFormat: sampleFormat, priority: request.priority,
                rendering: rendering)
        } catch {
            _ = calls.close(pcm)
            throw error
        }
    }

    // Non-blocking: a busy card answers at once, and no write keeps the I/O thread from stopping.
    private func open(_ request: DeviceStreamRequest) throws(DeviceError) -> OpaquePointer {
        var pcm: OpaquePointer?
        let code = calls.open(&pcm, request.shownName, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
        guard code >= 0, let pcm else {
            throw .cannotOpen(
                device: request.shownName, code: -code, cause: ALSACalls.text(ofError: code))
        }
        return pcm
    }
}
