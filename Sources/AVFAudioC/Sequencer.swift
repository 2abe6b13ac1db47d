// avf_sequencer.h documents these functions: the sequencer, its song as a whole, and how it is played.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFMedia
import AVFSequencing
public import CAVFAudio

@c @implementation
public func avf_sequencer_create(
    _ engine: OpaquePointer?, _ sequencer: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(sequencer, "sequencer", .sequencer) {
        guard engine != nil else { return OpenSequencer(Sequencer(), nil) }
        let engine = try HandleType.engine.object(engine)
        return OpenSequencer(try Sequencer(engine: engine), engine)
    }
}

@c @implementation
public func avf_sequencer_retain(_ sequencer: OpaquePointer?) -> avf_status {
    retain(sequencer, as: .sequencer)
}

@c @implementation
public func avf_sequencer_release(_ sequencer: OpaquePointer?) -> avf_status {
    release(sequencer, as: .sequencer)
}

// MARK: - Files

@c @implementation
public func avf_sequencer_load_file(
    _ sequencer: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ splitsChannels: Bool
) -> avf_status {
    attempt {
        let open = try HandleType.sequencer.object(sequencer)
        open.use(
            try Sequencer.file(MediaSource(path: text(path, "path"))), splitsChannels: splitsChannels)
    }
}

@c @implementation
public func avf_sequencer_load_memory(
    _ sequencer: OpaquePointer?, _ data: UnsafeRawPointer?, _ size: Int, _ splitsChannels: Bool
) -> avf_status {
    attempt {
        let open = try HandleType.sequencer.object(sequencer)
        open.use(try Sequencer.file(memory(data, size)), splitsChannels: splitsChannels)
    }
}

/// A copy of a MIDI file that the program has in memory.
func memory(_ data: UnsafeRawPointer?, _ size: Int) throws(CallFailure) -> MediaSource {
    guard let data else { throw .missing("data") }
    guard (1...Sequencer.fileByteLimit).contains(size) else {
        throw .badArgument("A file of \(UInt(bitPattern: size)) bytes is not in 1...2^28.")
    }
    let bytes = UnsafeRawBufferPointer(start: data, count: size)
    return MediaSource(MemorySource([UInt8](bytes)), name: "memory")
}

@c @implementation
public func avf_sequencer_get_repair(
    _ sequencer: OpaquePointer?, _ index: UInt32, _ repair: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> avf_status {
    giveFrom(sequencer, .sequencer, repair, "repair", empty: nil) { open in
        let repairs = open.repairs
        return repairs.indices.contains(Int(index)) ? StringPool.string(repairs[Int(index)]) : nil
    }
}

@c @implementation
public func avf_sequencer_write_file(
    _ sequencer: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ ticksPerQuarter: UInt32
) -> avf_status {
    attempt {
        let open = try HandleType.sequencer.object(sequencer)
        try open.core.write(to: text(path, "path"), ticksPerQuarter: Int(ticksPerQuarter))
    }
}

@c @implementation
public func avf_sequencer_reverse(_ sequencer: OpaquePointer?) -> avf_status {
    attempt { try HandleType.sequencer.object(sequencer).edit { $0.reverse() } }
}

// MARK: - Playing

@c @implementation
public func avf_sequencer_prepare(_ sequencer: OpaquePointer?) -> avf_status {
    attempt { try HandleType.sequencer.object(sequencer).core.prepare() }
}

@c @implementation
public func avf_sequencer_start(_ sequencer: OpaquePointer?) -> avf_status {
    attempt {
        let core = try HandleType.sequencer.object(sequencer).core
        try core.prepareEngine()
        core.start()
    }
}

@c @implementation
public func avf_sequencer_stop(_ sequencer: OpaquePointer?) -> avf_status {
    attempt { try HandleType.sequencer.object(sequencer).core.stop() }
}

@c @implementation
public func avf_sequencer_get_playing(
    _ sequencer: OpaquePointer?, _ isPlaying: UnsafeMutablePointer<Bool>?
) -> avf_status {
    give(isPlaying, "is_playing", empty: false) {
        try HandleType.sequencer.object(sequencer).core.isPlaying
    }
}

@c @implementation
public func avf_sequencer_set_rate(_ sequencer: OpaquePointer?, _ rate: Double) -> avf_status {
    attempt {
        let core = try HandleType.sequencer.object(sequencer).core
        guard rate > 0, rate.isFinite else { throw CallFailure.badArgument("\(rate) is no rate.") }
        core.rate = rate
    }
}

@c @implementation
public func avf_sequencer_get_rate(
    _ sequencer: OpaquePointer?, _ rate: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(rate, "rate", empty: 0) { try HandleType.sequencer.object(sequencer).core.rate }
}

@c @implementation
public func avf_sequencer_set_position(_ sequencer: OpaquePointer?, _ beat: Double) -> avf_status {
    attempt {
        let core = try HandleType.sequencer.object(sequencer).core
        guard beat >= 0, beat.isFinite else { throw CallFailure.badArgument("\(beat) is no position.") }
        core.position = beat
    }
}

@c @implementation
public func avf_sequencer_get_position(
    _ sequencer: OpaquePointer?, _ beat: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(beat, "beat", empty: 0) { try HandleType.sequencer.object(sequencer).core.position }
}

@c @implementation
public func avf_sequencer_get_length(
    _ sequencer: OpaquePointer?, _ beats: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(beats, "beats", empty: 0) { try HandleType.sequencer.object(sequencer).core.sequence.length }
}

// MARK: - Time

@c @implementation
public func avf_sequencer_get_seconds(
    _ sequencer: OpaquePointer?, _ beat: Double, _ seconds: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(seconds, "seconds", empty: 0) {
        try HandleType.sequencer.object(sequencer).core.sequence.tempoMap.seconds(ofBeat: beat)
    }
}

@c @implementation
public func avf_sequencer_get_beat(
    _ sequencer: OpaquePointer?, _ seconds: Double, _ beat: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(beat, "beat", empty: 0) {
        try HandleType.sequencer.object(sequencer).core.sequence.tempoMap.beat(ofSeconds: seconds)
    }
}

@c @implementation
public func avf_sequencer_get_host_time(
    _ sequencer: OpaquePointer?, _ beat: Double, _ hostTime: UnsafeMutablePointer<UInt64>?
) -> avf_status {
    give(hostTime, "host_time", empty: 0) {
        try HandleType.sequencer.object(sequencer).core.hostTime(ofBeat: beat)
    }
}

@c @implementation
public func avf_sequencer_get_beat_at_host_time(
    _ sequencer: OpaquePointer?, _ hostTime: UInt64, _ beat: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(beat, "beat", empty: 0) {
        try HandleType.sequencer.object(sequencer).core.beat(atHostTime: hostTime)
    }
}

// MARK: - Reports

@c @implementation
public func avf_sequencer_set_callback(
    _ sequencer: OpaquePointer?, _ callback: avf_sequencer_callback?, _ userdata: UnsafeMutableRawPointer?,
    _ destroy: avf_destroy?
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return attempt {
        let core = try HandleType.sequencer.object(sequencer).core
        guard let callback else { return core.setListener(nil) }
        core.setListener { [weak core] report, bytes in
            guard let core, let kind = report.kind.code else { return }
            let beat = core.sequence.timeBase.beat(ofUnit: report.unit)
            bytes.withUnsafeBufferPointer { bytes in
                var told = avf_sequencer_report(
                    kind: kind, track: UInt32(clamping: report.track), meta_type: UInt32(report.metaType),
                    beat: beat, sample_time: report.sampleTime, data: bytes.baseAddress,
                    data_size: bytes.count)
                CallbackScope.run {
                    callback(&told, MemoryLayout<avf_sequencer_report>.size, context.userdata)
                }
            }
        }
    }
}

extension SequencerReport.Kind {
    fileprivate var code: UInt32? {
        switch self {
        case .user: UInt32(AVF_SEQUENCER_USER)
        case .meta: UInt32(AVF_SEQUENCER_META)
        case .ended: UInt32(AVF_SEQUENCER_END)
        case .preset: nil
        }
    }
}
