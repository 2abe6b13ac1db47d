import CAVFALSA
import CAVFShimsALSA
import Glibc

/// What one sound card says of itself: plugs put in and pulled, and that the card is gone.
///
/// `@unchecked Sendable`: used by one thread, except that it is made on another.
package final class ALSAControlSource: DeviceChangeSource, @unchecked Sendable {
    package private(set) var descriptor: Int32
    private let control: OpaquePointer

    /// One source for each card that there is now.
    package static func all() -> [ALSAControlSource] {
        var sources: [ALSAControlSource] = []
        var card: Int32 = -1
        while snd_card_next(&card) >= 0, card >= 0 {
            if let source = ALSAControlSource(name: "hw:\(card)") { sources.append(source) }
        }
        return sources
    }

    /// Listens to the card of that name; nil when it cannot be listened to.
    package init?(name: String) {
        avf_shim_alsa_silence_thread()
        defer { avf_shim_alsa_unsilence_thread() }
        var made: OpaquePointer?
        guard snd_ctl_open(&made, name, Int32(SND_CTL_NONBLOCK)) >= 0, let made else { return nil }
        var polled = pollfd()
        let listens =
            snd_ctl_subscribe_events(made, 1) >= 0 && snd_ctl_poll_descriptors(made, &polled, 1) == 1
        control = made
        descriptor = listens ? polled.fd : -1
        guard listens else {
            snd_ctl_close(made)
            return nil
        }
    }

    deinit { snd_ctl_close(control) }

    package func takeChange() -> Bool {
        var made: OpaquePointer?
        guard snd_ctl_event_malloc(&made) >= 0, let event = made else { return false }
        defer { snd_ctl_event_free(event) }
        var isChange = false
        while true {
            let code = snd_ctl_read(control, event)
            guard code > 0 else {
                // A card that is gone stays readable for ever.
                if code < 0, code != -EAGAIN, code != -EINTR { descriptor = -1 }
                return isChange || descriptor < 0
            }
            isChange = true
        }
    }
}
