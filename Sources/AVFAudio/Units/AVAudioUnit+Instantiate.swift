import AVFEngine
import AVFRender

extension AVAudioUnit {
    /// Makes a unit from a component, on another thread, and hands it to the handler there.
    ///
    /// The node is of the class that fits the component's type: `AVAudioUnitEffect`, `AVAudioUnitGenerator`,
    /// `AVAudioUnitMIDIInstrument`, `AVAudioUnitTimeEffect` or `AVAudioUnit`. With `loadOutOfProcess` a
    /// plugin gets a process of its own, with `loadInProcess` it lives in this one; with neither,
    /// `AVAudioUnit.isolation` decides.
    public class func instantiate(
        with audioComponentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping @Sendable (AVAudioUnit?, (any Error)?) -> Void
    ) {
        DispatchQueue.global().async {
            do {
                completionHandler(try make(audioComponentDescription, options), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Makes a unit from a component, on another thread.
    ///
    /// - Throws: An `NSError` with the code −3000 if there is no such component, −10875 if it does not start.
    public class func instantiate(
        with audioComponentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = []
    ) async throws -> AVAudioUnit {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try make(audioComponentDescription, options) })
            }
        }
    }

    private static func make(
        _ component: AudioComponentDescription, _ options: AudioComponentInstantiationOptions
    ) throws -> AVAudioUnit {
        if let registration = SubclassRegistry.registration(for: component) {
            let unit = try registration.makeUnit(options)
            try AVFAudioError.throwing { () throws(EngineError) in try unit.node.tryOut() }
            let face = unit.node.face
            face.ownUnit.withLock { $0 = unit }
            return face
        }
        return try AVFAudioError.throwing { () throws(EngineError) in
            let unit = try UnitLibrary.shared.makeNode(
                component: ComponentDescription(component), placement: PluginPlacement(options))
            try unit.tryOut()
            return unit.face
        }
    }
}

extension UnitNode {
    /// Starts the unit once, so that what is wrong with it is known now and not when the engine starts.
    func tryOut() throws(EngineError) {
        try probe(sampleRateHz: 48_000, channelCount: 2, maximumFrameCount: 512)
    }

    /// The node that programs see, of the class that fits the unit's type.
    fileprivate var face: AVAudioUnit {
        switch descriptor.component.type {
        case kAudioUnitType_Effect, kAudioUnitType_MusicEffect, kAudioUnitType_Panner: AVAudioUnitEffect(self)
        case kAudioUnitType_Generator: AVAudioUnitGenerator(self)
        case kAudioUnitType_MusicDevice: AVAudioUnitMIDIInstrument(self)
        case kAudioUnitType_FormatConverter: AVAudioUnitTimeEffect(self)
        default: AVAudioUnit(self)
        }
    }
}
