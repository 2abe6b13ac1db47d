import AVFRender
import AVFUnits
import CAVFLV2
import CAVFSounds
import Synchronization

/// The file whose sound, or whose programs, a plugin works with: asked for in messages, read by a host's
/// worker, kept in states.
final class PluginSound {
    /// A path that was loaded once, and the one before it.
    ///
    /// They stay until the end, because the render thread may be reading the newest one.
    private struct Loaded {
        let path: UnsafeMutablePointer<CChar>
        let byteCount: Int
        var older: UnsafeMutablePointer<Loaded>?
    }

    let urids: PluginURIDs
    private let unit: RenderUnit
    private let mostSeconds: Double
    private let bank: PluginBank?
    /// What the channels of a sampler have chosen; nil for other units.
    let programs: PluginPrograms?
    private let schedule: UnsafeMutablePointer<LV2_Worker_Schedule>?
    private let newest = Atomic<UnsafeMutableRawPointer?>(nil)
    private let isUntold = Atomic<Bool>(false)
    /// What the host has connected.
    var control: UnsafePointer<LV2_Atom_Sequence>?
    var notify: UnsafeMutablePointer<LV2_Atom_Sequence>?

    /// Nil for a unit that works with no file, and for a host without numbers for URIs.
    init?(
        _ unit: RenderUnit, _ descriptor: UnitDescriptor,
        features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
    ) {
        guard descriptor.sound != nil || descriptor.playsBanks,
            let map = PluginVocabulary.feature(PluginVocabulary.map, in: features, as: LV2_URID_Map.self)
        else { return nil }
        self.unit = unit
        mostSeconds = descriptor.sound?.mostSeconds ?? 0
        bank = descriptor.playsBanks ? PluginBank(unit) : nil
        programs = descriptor.playsBanks ? PluginPrograms() : nil
        urids = PluginURIDs(map.pointee, descriptor)
        schedule = PluginVocabulary.feature(
            PluginVocabulary.schedule, in: features, as: LV2_Worker_Schedule.self)
    }

    deinit {
        var next = newest.load(ordering: .relaxed)?.assumingMemoryBound(to: Loaded.self)
        while let loaded = next {
            next = loaded.pointee.older
            loaded.pointee.path.deallocate()
            loaded.deallocate()
        }
    }

    // MARK: - Loading

    /// The path of the sound, without its final zero; nil for none. [any]
    var path: UnsafeBufferPointer<CChar>? {
        guard let loaded = newest.load(ordering: .acquiring)?.assumingMemoryBound(to: Loaded.self),
            loaded.pointee.byteCount > 0
        else { return nil }
        return UnsafeBufferPointer(start: loaded.pointee.path, count: loaded.pointee.byteCount)
    }

    /// Reads a file and gives the unit its sound or its programs; an empty path takes them away. [control]
    ///
    /// False for a file that cannot be used: nothing has changed then.
    func load(_ bytes: UnsafeBufferPointer<CChar>) -> Bool {
        let path = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        _ = UnsafeMutableBufferPointer(start: path, count: bytes.count).initialize(from: bytes)
        (path + bytes.count).initialize(to: 0)
        guard bytes.isEmpty ? useNothing() : use(fileAt: path) else {
            path.deallocate()
            // The host shows what it has asked for.
            tellAgain()
            return false
        }
        let loaded = UnsafeMutablePointer<Loaded>.allocate(capacity: 1)
        loaded.initialize(to: Loaded(path: path, byteCount: bytes.count, older: nil))
        // A host may restore a state while its worker loads: none of the two may be lost.
        let older = newest.exchange(UnsafeMutableRawPointer(loaded), ordering: .acquiringAndReleasing)
        loaded.pointee.older = older?.assumingMemoryBound(to: Loaded.self)
        isUntold.store(true, ordering: .releasing)
        return true
    }

    private func useNothing() -> Bool {
        guard let bank else { return use(nil) }
        bank.close()
        return true
    }

    private func use(fileAt path: UnsafePointer<CChar>) -> Bool {
        if let bank, let programs {
            return bank.open(String(cString: path), programs)
        }
        var sound = avf_sound()
        guard avf_sound_read(path, mostSeconds, &sound) == AVF_SOUND_READ, let samples = sound.samples else {
            return false
        }
        defer { avf_sound_free(&sound) }
        let frameCount = sound.frameCount
        let channels = (0..<Int(sound.channelCount)).map {
            Array(UnsafeBufferPointer(start: samples + $0 * frameCount, count: frameCount))
        }
        return use(UnitSound(path: "", sampleRateHz: sound.sampleRateHz, channels: channels))
    }

    private func use(_ sound: UnitSound?) -> Bool {
        do throws(UnitSoundError) {
            try unit.use(sound)
            return true
        } catch { return false }
    }

    // MARK: - Messages

    /// Asks the host's worker for a file; a host without one can only restore states.
    ///
    /// Render thread.
    func request(_ path: UnsafeRawPointer, byteCount: Int) {
        guard let schedule, let ask = schedule.pointee.schedule_work else { return }
        _ = ask(schedule.pointee.handle, UInt32(byteCount), path)
    }

    /// Asks the host's worker for a program.
    ///
    /// Render thread.
    func request(program number: Int32) {
        guard let schedule, let ask = schedule.pointee.schedule_work else { return }
        var order = ProgramOrder(number)
        _ = ask(schedule.pointee.handle, UInt32(MemoryLayout<ProgramOrder>.size), &order)
    }

    /// Does what was asked of the worker: loads a program, or a file.
    func work(_ data: UnsafeRawPointer, byteCount: Int) -> Bool {
        if let bank, byteCount == MemoryLayout<ProgramOrder>.size,
            let number = data.loadUnaligned(as: ProgramOrder.self).number
        {
            return bank.load(Int(number))
        }
        return load(PluginExtensions.text(data, byteCount: byteCount))
    }

    /// Takes the programs of a state, a number for each channel and the channel that chose last, and has the
    /// unit told.
    func restorePrograms(_ numbers: UnsafeBufferPointer<Int32>) {
        guard let programs else { return }
        for channel in 0..<PluginPrograms.channelCount {
            programs[channel] = channel < numbers.count ? numbers[channel] : PluginPrograms.none
        }
        programs.lastChannel =
            numbers.count > PluginPrograms.channelCount ? Int(numbers[PluginPrograms.channelCount]) : 0
        programs.sendAgain()
    }

    /// Whether the host must be told the path, once for each change.
    ///
    /// Render thread.
    func takeNews() -> Bool { isUntold.exchange(false, ordering: .acquiring) }

    /// Tells the host the path in this block.
    func tellAgain() { isUntold.store(true, ordering: .releasing) }
}

/// What a worker is told that shall load a program; no path is like it, because it begins with a zero.
private struct ProgramOrder: BitwiseCopyable {
    private static let mark: UInt32 = 0x5052_4700
    private let mark: UInt32
    private let value: Int32

    init(_ number: Int32) { (mark, value) = (Self.mark, number) }

    /// The program's number; nil if it is something else.
    var number: Int32? { mark == Self.mark ? value : nil }
}
