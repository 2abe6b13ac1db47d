import CAVFALSA
import CAVFShimsALSA
import Glibc

/// The devices of ALSA: cards, and whatever the user's `asound.conf` makes of them (PipeWire, PulseAudio, …).
///
/// Names are those users write: `default`, `hw:1,0`, `plughw:…`, `null`, `file:out.raw,raw`. `null` and
/// `file:` have no clock, so their periods are paced by CLOCK_MONOTONIC; under another name or wrapped in
/// another plugin (`plug:null`) they show it soon, and are paced from then on.
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

    /// What a device can do; it is opened and closed for that.
    ///
    /// - Throws: `DeviceError.cannotOpen`, also when another program has the card for itself, and
    ///   `.cannotConfigure`.
    package func capabilities(
        ofDevice name: String?, _ direction: DeviceDirection
    ) throws(DeviceError) -> DeviceCapabilities {
        avf_shim_alsa_silence_thread()
        defer { avf_shim_alsa_unsilence_thread() }
        let request = DeviceStreamRequest(deviceName: name)
        let pcm = try openPCM(
            request, direction == .capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK)
        defer { _ = calls.close(pcm) }
        return try ALSACapabilities(calls: calls, pcm: pcm, deviceName: request.shownName).read()
    }

    /// Opens a device for playback and agrees on a format.
    ///
    /// - Throws: `DeviceError.badRequest`; `.cannotOpen` with ALSA's reason; `.cannotConfigure` with the
    ///   setting the device refuses.
    package func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream {
        try open(request, SND_PCM_STREAM_PLAYBACK) { pcm, agreement, status, hasClock in
            ALSAPlaybackLoop(
                calls, pcm: pcm, agreement, rendering: rendering, status: status, hasClock: hasClock)
        }
    }

    /// Opens a device for capture and agrees on a format.
    ///
    /// - Throws: as `openPlayback` does.
    package func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream {
        try open(request, SND_PCM_STREAM_CAPTURE) { pcm, agreement, status, hasClock in
            ALSACaptureLoop(
                calls, pcm: pcm, agreement, capturing: capturing, status: status, hasClock: hasClock)
        }
    }

    private func open(
        _ request: DeviceStreamRequest, _ direction: snd_pcm_stream_t,
        makeLoop: (OpaquePointer, ALSAAgreement, DeviceStreamStatus, Bool) -> any ALSALoop
    ) throws(DeviceError) -> ALSAStream {
        try request.validate()
        avf_shim_alsa_silence_thread()
        defer { avf_shim_alsa_unsilence_thread() }
        let pcm = try openPCM(request, direction)
        do {
            let isCapture = direction == SND_PCM_STREAM_CAPTURE
            let agreement = try ALSANegotiation(
                calls: calls, pcm: pcm, request: request, isCapture: isCapture
            ).settle()
            return ALSAStream(calls, pcm: pcm, format: agreement.format, priority: request.priority) {
                makeLoop(pcm, agreement, $0, $1)
            }
        } catch {
            _ = calls.close(pcm)
            throw error
        }
    }

    // Non-blocking: a busy card answers at once, and no transfer keeps the I/O thread from stopping.
    private func openPCM(
        _ request: DeviceStreamRequest, _ direction: snd_pcm_stream_t
    ) throws(DeviceError) -> OpaquePointer {
        var pcm: OpaquePointer?
        let code = calls.open(&pcm, request.shownName, direction, SND_PCM_NONBLOCK)
        guard code >= 0, let pcm else {
            throw .cannotOpen(
                device: request.shownName, code: -code, cause: ALSACalls.text(ofError: code))
        }
        return pcm
    }
}
