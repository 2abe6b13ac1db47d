import AVFDevices
import AVFEngine

extension AVAudioEngine {
    /// The devices that there are now, the default one first. [control]
    ///
    /// (Not in Apple's API.)
    public static var devices: [AVAudioDevice] { SystemBackend().devices().map(AVAudioDevice.init) }

    /// The name of the device that the engine opens when it is prepared or started, as in `devices` or as
    /// ALSA takes it; nil, the default, for the default device. [control]
    ///
    /// Refused while the engine is not stopped. What the device refuses is thrown by `start()`. When the
    /// device goes away while the engine runs, the default device takes its place, or a timer until there
    /// is one. (Not in Apple's API.)
    public final var outputDevice: String? {
        get { core.deviceRequest.deviceName }
        set {
            core.reportingErrors { () throws(EngineError) in
                var request = core.deviceRequest
                request.deviceName = newValue
                try core.setDevice(request)
            }
        }
    }

    /// The name of the device that feeds the input node; nil, the default, for the default device. [control]
    ///
    /// It need not be the output's: their clocks are kept together. Refused while the engine is not stopped.
    /// What the device refuses is thrown by `start()`. (Not in Apple's API.)
    public final var inputDevice: String? {
        get { core.inputDeviceName }
        set {
            core.reportingErrors { () throws(EngineError) in try core.setInputDevice(newValue) }
        }
    }

    /// The names of devices that play the same as the output device, beside it; none by default. [control]
    ///
    /// Their clocks, rates and channels may be others: the difference is resampled away. Sixteen at the most.
    /// Refused while the engine is not stopped. What a device refuses is thrown by `start()`; one that goes
    /// away later is awaited, and the others go on. (Not in Apple's API.)
    public final var furtherOutputDevices: [String] {
        get { core.furtherOutputNames }
        set {
            core.reportingErrors { () throws(EngineError) in try core.setFurtherOutputs(newValue) }
        }
    }
}
