import CAVFALSA
import CAVFRealtime
import Glibc

/// Every call that is made into alsa-lib, so that a test can put a card that fails in its place.
///
/// The members are C functions: the I/O thread calls them without reference counting. A test's card hides
/// behind the PCM handle that its `open` returns.
package struct ALSACalls: Sendable {
    /// A PCM handle.
    package typealias PCM = OpaquePointer?
    /// A set of hardware or software parameters.
    package typealias Parameters = OpaquePointer?
    /// A list of hints about devices, ended by nil.
    package typealias Hints = UnsafeMutablePointer<UnsafeMutableRawPointer?>

    /// The samples of each channel, one after the other.
    package typealias PlanarSamples = UnsafeMutablePointer<UnsafeMutableRawPointer?>?

    // Opening and closing.
    package var open:
        @convention(c) (UnsafeMutablePointer<PCM>?, UnsafePointer<CChar>?, snd_pcm_stream_t, Int32) -> Int32 =
            snd_pcm_open
    package var close: @convention(c) (PCM) -> Int32 = snd_pcm_close

    // Hardware parameters.
    package var makeHardware: @convention(c) (UnsafeMutablePointer<Parameters>?) -> Int32 =
        snd_pcm_hw_params_malloc
    package var anyHardware: @convention(c) (PCM, Parameters) -> Int32 = snd_pcm_hw_params_any
    package var setAccess: @convention(c) (PCM, Parameters, snd_pcm_access_t) -> Int32 =
        snd_pcm_hw_params_set_access
    package var testFormat: @convention(c) (PCM, Parameters, snd_pcm_format_t) -> Int32 =
        snd_pcm_hw_params_test_format
    package var setFormat: @convention(c) (PCM, Parameters, snd_pcm_format_t) -> Int32 =
        snd_pcm_hw_params_set_format
    package var setChannelsNear: @convention(c) (PCM, Parameters, UnsafeMutablePointer<UInt32>?) -> Int32 =
        snd_pcm_hw_params_set_channels_near
    package var setRateNear:
        @convention(c) (PCM, Parameters, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<Int32>?) -> Int32 =
            snd_pcm_hw_params_set_rate_near
    package var setPeriodSizeNear:
        @convention(c) (PCM, Parameters, UnsafeMutablePointer<UInt>?, UnsafeMutablePointer<Int32>?) -> Int32 =
            snd_pcm_hw_params_set_period_size_near
    package var setBufferSizeNear: @convention(c) (PCM, Parameters, UnsafeMutablePointer<UInt>?) -> Int32 =
        snd_pcm_hw_params_set_buffer_size_near
    package var installHardware: @convention(c) (PCM, Parameters) -> Int32 = snd_pcm_hw_params
    package var grantedSizes:
        @convention(c) (PCM, UnsafeMutablePointer<UInt>?, UnsafeMutablePointer<UInt>?) -> Int32 =
            snd_pcm_get_params

    package var fewestChannels: @convention(c) (Parameters, UnsafeMutablePointer<UInt32>?) -> Int32 =
        snd_pcm_hw_params_get_channels_min
    package var mostChannels: @convention(c) (Parameters, UnsafeMutablePointer<UInt32>?) -> Int32 =
        snd_pcm_hw_params_get_channels_max
    package var testRate: @convention(c) (PCM, Parameters, UInt32, Int32) -> Int32 =
        snd_pcm_hw_params_test_rate

    // Software parameters.
    package var makeSoftware: @convention(c) (UnsafeMutablePointer<Parameters>?) -> Int32 =
        snd_pcm_sw_params_malloc
    package var currentSoftware: @convention(c) (PCM, Parameters) -> Int32 = snd_pcm_sw_params_current
    package var setStartThreshold: @convention(c) (PCM, Parameters, UInt) -> Int32 =
        snd_pcm_sw_params_set_start_threshold
    package var setAvailableMinimum: @convention(c) (PCM, Parameters, UInt) -> Int32 =
        snd_pcm_sw_params_set_avail_min
    package var installSoftware: @convention(c) (PCM, Parameters) -> Int32 = snd_pcm_sw_params

    // Running.
    package var type: @convention(c) (PCM) -> snd_pcm_type_t = snd_pcm_type
    package var state: @convention(c) (PCM) -> snd_pcm_state_t = snd_pcm_state
    package var prepare: @convention(c) (PCM) -> Int32 = snd_pcm_prepare
    package var resume: @convention(c) (PCM) -> Int32 = snd_pcm_resume
    package var drop: @convention(c) (PCM) -> Int32 = snd_pcm_drop
    package var updateRoom: @convention(c) (PCM) -> Int = snd_pcm_avail_update
    package var delay: @convention(c) (PCM, UnsafeMutablePointer<Int>?) -> Int32 = snd_pcm_delay
    package var start: @convention(c) (PCM) -> Int32 = snd_pcm_start
    package var write: @convention(c) (PCM, UnsafeRawPointer?, UInt) -> Int = snd_pcm_writei
    package var read: @convention(c) (PCM, UnsafeMutableRawPointer?, UInt) -> Int = snd_pcm_readi
    package var writeMapped: @convention(c) (PCM, UnsafeRawPointer?, UInt) -> Int = snd_pcm_mmap_writei
    package var readMapped: @convention(c) (PCM, UnsafeMutableRawPointer?, UInt) -> Int = snd_pcm_mmap_readi
    package var writePlanar: @convention(c) (PCM, PlanarSamples, UInt) -> Int = snd_pcm_writen
    package var readPlanar: @convention(c) (PCM, PlanarSamples, UInt) -> Int = snd_pcm_readn
    package var writePlanarMapped: @convention(c) (PCM, PlanarSamples, UInt) -> Int = snd_pcm_mmap_writen
    package var readPlanarMapped: @convention(c) (PCM, PlanarSamples, UInt) -> Int = snd_pcm_mmap_readn

    // Waiting. The handle says whose time it is, so that a test's card can have a clock of its own.
    package var countDescriptors: @convention(c) (PCM) -> Int32 = snd_pcm_poll_descriptors_count
    package var fillDescriptors: @convention(c) (PCM, UnsafeMutablePointer<pollfd>?, UInt32) -> Int32 =
        snd_pcm_poll_descriptors
    package var readEvents:
        @convention(c) (PCM, UnsafeMutablePointer<pollfd>?, UInt32, UnsafeMutablePointer<UInt16>?) -> Int32 =
            snd_pcm_poll_descriptors_revents
    /// Waits for a descriptor; the number of those that woke, or a negative error number.
    package var poll:
        @convention(c) (PCM, UnsafeMutablePointer<pollfd>?, UInt32, _ milliseconds: Int32) -> Int32 = {
            _, descriptors, count, milliseconds in
            let woken = Glibc.poll(descriptors, UInt(count), milliseconds)
            return woken < 0 ? -errno : woken
        }
    /// CLOCK_MONOTONIC in nanoseconds.
    package var hostTime: @convention(c) (PCM) -> UInt64 = { _ in avf_rt_host_time() }
    /// Waits for some nanoseconds.
    package var sleep: @convention(c) (PCM, _ nanoseconds: UInt64) -> Void = { _, nanoseconds in
        MonotonicClock.sleep(nanoseconds: nanoseconds)
    }

    // The list of devices.
    package var findHints:
        @convention(c) (Int32, UnsafePointer<CChar>?, UnsafeMutablePointer<Hints?>?) -> Int32 =
            snd_device_name_hint
    package var readHint:
        @convention(c) (UnsafeRawPointer?, UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>? =
            snd_device_name_get_hint
    package var freeHints: @convention(c) (Hints?) -> Int32 = snd_device_name_free_hint

    /// The calls of the real alsa-lib.
    package init() {}

    /// What alsa-lib calls an error.
    static func text(ofError code: Int32) -> String {
        snd_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
