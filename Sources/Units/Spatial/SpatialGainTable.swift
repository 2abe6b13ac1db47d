import AVFRealtime
import CAVFDSP

/// All gains of a source: for each path, for the reverb, and for the middle of the head.
struct SpatialGainTable: ~Copyable {
    /// For each channel its gains for loudspeakers, and then for each those for the sound field.
    private let channels: OwnedBuffer<SpatialGains>
    private let channelCount: Int
    /// The filters at rest at full level, left and right.
    let restTaps: UnsafeMutablePointer<Float>

    var point: SpatialGains
    var sphereLeft: SpatialGains
    var sphereRight: SpatialGains
    var basisLeft: SpatialGains
    var basisRight: SpatialGains
    var ownLeft: SpatialGains
    var ownRight: SpatialGains
    var restLeft: SpatialGains
    var restRight: SpatialGains
    var field: SpatialGains
    var send: SpatialGains
    var head: SpatialGains

    /// Shared filters that there may be.
    private static var basisCount: Int { 32 }

    static func floatCount(_ shape: SpatialSourceShape) -> Int {
        let lanes = (5 + shape.channelCount) * shape.speakerLaneCount + (1 + shape.channelCount) * 16
        let filters = 2 * (basisCount + shape.tapCount + shape.restTapCount)
        return SpatialGains.floatCount(lanes + filters) + 2 * shape.restTapCount
    }

    init(_ memory: UnsafeMutablePointer<Float>, _ shape: SpatialSourceShape) {
        var next = memory
        func take(_ capacity: Int) -> SpatialGains {
            defer { next += SpatialGains.floatCount(capacity) }
            return SpatialGains(next, capacity: capacity)
        }
        (basisLeft, basisRight) = (take(Self.basisCount), take(Self.basisCount))
        (ownLeft, ownRight) = (take(shape.tapCount), take(shape.tapCount))
        (restLeft, restRight) = (take(shape.restTapCount), take(shape.restTapCount))
        point = take(shape.speakerLaneCount)
        (sphereLeft, sphereRight) = (take(shape.speakerLaneCount), take(shape.speakerLaneCount))
        (send, head) = (take(shape.speakerLaneCount), take(shape.speakerLaneCount))
        field = take(16)
        channelCount = shape.channelCount
        channels = OwnedBuffer(count: 2 * shape.channelCount) {
            take($0 < shape.channelCount ? shape.speakerLaneCount : 16)
        }
        restTaps = next
    }

    /// A channel's gains for loudspeakers.
    @_noLocks
    func channel(_ channel: Int) -> UnsafeMutablePointer<SpatialGains> { channels.pointer + channel }

    /// A channel's gains for the sound field.
    @_noLocks
    func channelField(_ channel: Int) -> UnsafeMutablePointer<SpatialGains> {
        channels.pointer + (channelCount &+ channel)
    }

    /// Ends the lines of the last cell.
    @_noLocks
    mutating func begin() {
        point.begin()
        sphereLeft.begin()
        sphereRight.begin()
        basisLeft.begin()
        basisRight.begin()
        ownLeft.begin()
        ownRight.begin()
        restLeft.begin()
        restRight.begin()
        field.begin()
        send.begin()
        head.begin()
        for place in 0..<2 &* channelCount { channels.pointer[place].begin() }
    }

    /// Closes everything at once.
    @_noLocks
    mutating func close() {
        point.close()
        sphereLeft.close()
        sphereRight.close()
        basisLeft.close()
        basisRight.close()
        ownLeft.close()
        ownRight.close()
        restLeft.close()
        restRight.close()
        field.close()
        send.close()
        head.close()
        for place in 0..<2 &* channelCount { channels.pointer[place].close() }
    }
}
