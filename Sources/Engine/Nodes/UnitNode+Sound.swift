import AVFMedia
import AVFRender
import AVFUnits

extension UnitNode {
    /// The file whose sound the unit works with; nil for none. [any]
    package var soundPath: String? { currentSound.flatMap { $0.path.isEmpty ? nil : $0.path } }

    /// Gives the unit the sound of a file, such as a convolution its impulse response. [control]
    ///
    /// The file is read as a whole, now. While the unit runs, the change fades in.
    /// - Throws: `EngineError.notSupported` for a unit that works with no file, `EngineError.media` for a
    ///   file that cannot be read, `EngineError.sound` for one that does not fit. Nothing has changed then.
    package func loadSound(at path: String) throws(EngineError) {
        guard let spec = descriptor.sound else { throw noSound }
        let sound: UnitSound
        do { sound = try UnitSound(path: path, mostSeconds: spec.mostSeconds) } catch let error as MediaError
        {
            throw .media(error)
        } catch let error as UnitSoundError {
            throw .sound(node: name, error)
        } catch {
            throw noSound
        }
        try use(sound)
    }

    /// Gives a wavetable its cycles, each with as many samples as the others. [control]
    ///
    /// No state holds them.
    /// - Throws: `EngineError.notSupported` for a unit that plays no cycles, `EngineError.sound` for cycles
    ///   that it cannot play. Nothing has changed then.
    package func setCycles(_ cycles: [[Float]]) throws(EngineError) {
        try checkPlaysCycles()
        let sound = UnitSound(path: "", sampleRateHz: 48_000, channels: cycles)
        do { _ = try WavetableKernel.cycles(of: sound) } catch { throw .sound(node: name, error) }
        try use(sound)
    }

    /// The same with cycles that lie one behind the other; no more of them is read than can be played.
    package func setCycles(
        _ samples: UnsafePointer<Float>, length: Int, count: Int
    ) throws(EngineError) {
        try checkPlaysCycles()
        guard max(1, length) <= WavetableKernel.mostSamples / max(1, count) else {
            throw .sound(node: name, .cycles(path: "", frameCount: length, channelCount: count))
        }
        try setCycles(
            (0..<count).map { Array(UnsafeBufferPointer(start: samples + $0 * length, count: length)) })
    }

    private func checkPlaysCycles() throws(EngineError) {
        guard descriptor.component.subtype == WavetableKernel.subtype, plugin == nil else {
            throw .notSupported(node: name, reason: "plays no cycles")
        }
    }

    /// Takes the unit's sound away. [control]
    ///
    /// - Throws: `EngineError.notSupported` for a unit that works with no file.
    package func removeSound() throws(EngineError) {
        guard descriptor.sound != nil else { throw noSound }
        try use(nil)
    }

    private var noSound: EngineError { .notSupported(node: name, reason: "works with no sound file") }

    private func use(_ sound: UnitSound?) throws(EngineError) {
        let unit = currentUnit
        try give(sound, to: unit)
        currentSound = sound
        // Made anew in the meantime, for another format.
        if let newer = currentUnit, newer !== unit { try give(sound, to: newer) }
    }

    /// Hands a sound to a unit that works with one.
    func give(_ sound: UnitSound?, to unit: RenderUnit?) throws(EngineError) {
        do { try unit?.use(sound) } catch { throw .sound(node: name, error) }
    }

    /// The state with the sound's path, of a unit that has one.
    func addSound(to state: UnitState) -> UnitState {
        guard let spec = descriptor.sound, let path = soundPath else { return state }
        var state = state
        state.files = [UnitState.File(name: spec.name, path: path, contents: nil)]
        return state
    }

    /// Loads the sound that a state names, or takes it away; gives its path if it cannot be had.
    func restoreSound(of state: UnitState) throws(EngineError) -> [String] {
        guard let spec = descriptor.sound else { return state.files.map(\.path) }
        guard let file = state.files.first(where: { $0.name == spec.name }) else {
            try removeSound()
            return []
        }
        do { try loadSound(at: file.path) } catch { return [file.path] }
        return []
    }
}

extension UnitSound {
    /// All of a file.
    ///
    /// - Throws: `MediaError`, also for a file of which a part is missing, and `UnitSoundError` for a file
    ///   that is empty or too long, before it is read.
    init(path: String, mostSeconds: Double) throws {
        let reader = try AudioFileReader(path: path)
        let rateHz = reader.format.sampleRateHz
        guard reader.frameCount > 0 else { throw UnitSoundError.empty(path: path) }
        guard Double(reader.frameCount) <= mostSeconds * rateHz else {
            throw UnitSoundError.tooLong(
                path: path, seconds: Double(reader.frameCount) / rateHz, mostSeconds: mostSeconds)
        }
        let segment = try SegmentReader(reader: reader)
        let memory = SampleBuffer(channelCount: segment.channelCount, frameCapacity: reader.frameCount)
        var frameCount = 0
        while true {
            let count = try segment.read(
                into: memory.channels, offset: frameCount, frameCount: reader.frameCount - frameCount)
            guard count > 0 else { break }
            frameCount += count
        }
        if let error = segment.incompleteness { throw error }
        self.init(
            path: path, sampleRateHz: rateHz,
            channels: (0..<segment.channelCount).map {
                Array(UnsafeBufferPointer(start: memory.channels[$0], count: frameCount))
            })
    }
}
