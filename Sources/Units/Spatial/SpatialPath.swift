/// The ways in which a source can be rendered; while it changes from one to another, both are.
enum SpatialPath: Int, BitwiseCopyable {
    /// Gains for loudspeakers, two or more.
    case point
    /// A sphere: delays and shadows into two loudspeakers.
    case sphere
    /// Two delays and the shared filters.
    case basis
    /// Two delays and filters of its own, which move.
    case own
    /// Filters of its own with the delays in them, which stay as they are.
    case rest
    /// A sound field for two ears.
    case field
    /// Each channel by gains of its own into loudspeakers.
    case channels
    /// Each channel into the sound field.
    case channelField

    static var count: Int { @_noLocks get { 8 } }

    /// A bit.
    var mask: UInt32 { @_noLocks get { 1 << UInt32(rawValue) } }
}

/// How much of each path there is, in steps of a cell.
struct SpatialLevels: BitwiseCopyable {
    private var levels: (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0, 0, 0, 0)

    @_noLocks
    init() {}

    subscript(_ path: SpatialPath) -> Int32 {
        @_noLocks get {
            switch path {
            case .point: levels.0
            case .sphere: levels.1
            case .basis: levels.2
            case .own: levels.3
            case .rest: levels.4
            case .field: levels.5
            case .channels: levels.6
            case .channelField: levels.7
            }
        }
        @_noLocks set {
            switch path {
            case .point: levels.0 = newValue
            case .sphere: levels.1 = newValue
            case .basis: levels.2 = newValue
            case .own: levels.3 = newValue
            case .rest: levels.4 = newValue
            case .field: levels.5 = newValue
            case .channels: levels.6 = newValue
            case .channelField: levels.7 = newValue
            }
        }
    }

    /// Goes one step towards the wanted paths, or all the way.
    @_noLocks
    mutating func approach(_ wanted: UInt32, full: Int32, jumps: Bool) {
        for number in 0..<SpatialPath.count {
            guard let path = SpatialPath(rawValue: number) else { continue }
            let goal = wanted & path.mask != 0 ? full : 0
            let level = self[path]
            guard level != goal else { continue }
            self[path] = jumps ? goal : level &+ (goal > level ? 1 : -1)
        }
    }

    /// Whether the wanted paths are all there, and no others.
    @_noLocks
    func areReached(_ wanted: UInt32, full: Int32) -> Bool {
        for number in 0..<SpatialPath.count {
            guard let path = SpatialPath(rawValue: number) else { continue }
            if self[path] != (wanted & path.mask != 0 ? full : 0) { return false }
        }
        return true
    }
}
