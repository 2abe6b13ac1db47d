import AVFPluginCatalog
import AVFRender
import CAVFShimsLV2

/// Writes `time:Position` objects, on the render thread.
struct TimeMessage: BitwiseCopyable {
    /// Bytes that the longest message needs.
    private static let capacity = 8 + 10 * 24

    private let body: UnsafeMutableRawPointer
    private let object = avf_shim_urid_map(nil, LV2.time + "Position")
    private let frame = avf_shim_urid_map(nil, LV2.time + "frame")
    private let speed = avf_shim_urid_map(nil, LV2.time + "speed")
    private let bar = avf_shim_urid_map(nil, LV2.time + "bar")
    private let barBeat = avf_shim_urid_map(nil, LV2.time + "barBeat")
    private let beat = avf_shim_urid_map(nil, LV2.time + "beat")
    private let beatUnit = avf_shim_urid_map(nil, LV2.time + "beatUnit")
    private let beatsPerBar = avf_shim_urid_map(nil, LV2.time + "beatsPerBar")
    private let beatsPerMinute = avf_shim_urid_map(nil, LV2.time + "beatsPerMinute")
    private let framesPerSecond = avf_shim_urid_map(nil, LV2.time + "framesPerSecond")
    private let int = avf_shim_urid_map(nil, LV2.atom + "Int")
    private let long = avf_shim_urid_map(nil, LV2.atom + "Long")
    private let float = avf_shim_urid_map(nil, LV2.atom + "Float")
    private let double = avf_shim_urid_map(nil, LV2.atom + "Double")

    init() {
        body = .allocate(byteCount: Self.capacity, alignment: 8)
        body.initializeMemory(as: UInt8.self, repeating: 0, count: Self.capacity)
    }

    func deallocate() { body.deallocate() }

    /// The object's body for a position, and its length.
    ///
    /// LV2 counts beats of the meter where the position counts quarter notes.
    @_noLocks
    func write(_ position: TransportPosition, sampleRateHz: Double) -> (body: UnsafeRawPointer, count: UInt32)
    {
        body.storeBytes(of: 0, as: UInt32.self)
        body.storeBytes(of: object, toByteOffset: 4, as: UInt32.self)
        var at = 8
        put(speed, position.isMoving ? 1 : 0, &at)
        put(framesPerSecond, Float(sampleRateHz), &at)
        if position.frame >= 0 { putLong(frame, position.frame, &at) }
        let beats = TransportBeats(position)
        if position.tempo > 0 { put(beatsPerMinute, Float(beats.perMinute), &at) }
        guard position.numerator > 0 else { return (UnsafeRawPointer(body), UInt32(at)) }
        put(beatsPerBar, Float(position.numerator), &at)
        body.storeBytes(of: position.denominator, toByteOffset: head(beatUnit, int, 4, at), as: Int32.self)
        at &+= 24
        guard !position.beat.isNaN else { return (UnsafeRawPointer(body), UInt32(at)) }
        putLong(bar, beats.bar, &at)
        put(barBeat, Float(beats.inBar), &at)
        body.storeBytes(of: beats.all, toByteOffset: head(beat, double, 8, at), as: Double.self)
        return (UnsafeRawPointer(body), UInt32(at &+ 24))
    }

    /// Writes the head of a property; gives where its value goes.
    @_noLocks
    private func head(_ key: UInt32, _ type: UInt32, _ size: UInt32, _ at: Int) -> Int {
        body.storeBytes(of: key, toByteOffset: at, as: UInt32.self)
        body.storeBytes(of: 0, toByteOffset: at &+ 4, as: UInt32.self)
        body.storeBytes(of: size, toByteOffset: at &+ 8, as: UInt32.self)
        body.storeBytes(of: type, toByteOffset: at &+ 12, as: UInt32.self)
        body.storeBytes(of: 0, toByteOffset: at &+ 16, as: UInt64.self)
        return at &+ 16
    }

    @_noLocks
    private func put(_ key: UInt32, _ value: Float, _ at: inout Int) {
        body.storeBytes(of: value, toByteOffset: head(key, float, 4, at), as: Float.self)
        at &+= 24
    }

    @_noLocks
    private func putLong(_ key: UInt32, _ value: Int64, _ at: inout Int) {
        body.storeBytes(of: value, toByteOffset: head(key, long, 8, at), as: Int64.self)
        at &+= 24
    }
}

/// A position in beats of its meter.
struct TransportBeats: BitwiseCopyable {
    let perMinute: Double
    /// Since the beginning.
    let all: Double
    /// Since the present bar's beginning.
    let inBar: Double
    /// Bars before the present one, as if all had the same length.
    let bar: Int64

    @_noLocks
    init(_ position: TransportPosition) {
        let perQuarter = Double(position.denominator) / 4
        perMinute = position.tempo * perQuarter
        all = position.beat * perQuarter
        inBar = (position.beat - position.downbeat) * perQuarter
        let bars = position.barLength > 0 ? position.downbeat / position.barLength : 0
        bar = bars > -1e15 && bars < 1e15 ? (bars < 0 ? 0 &- Int64(0.5 - bars) : Int64(bars + 0.5)) : 0
    }
}
