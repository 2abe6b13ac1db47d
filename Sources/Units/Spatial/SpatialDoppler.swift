import AVFSpatial
import CAVFDSP

/// Lets a source be heard as late as its sound travels: the pitch of one that moves follows.
///
/// A pointer moves through the sound that is on its way. It follows the way's length as a critically damped
/// spring of 3 Hz does, so that places which are told 30 times a second or more are one movement, at paces
/// from 0.5 to 2. Where the length jumps, two pointers are cross-faded within 20 ms.
struct SpatialDoppler: BitwiseCopyable {
    /// Who reads the sound: as it comes, or some time after it.
    private struct Reader: BitwiseCopyable {
        var isDirect = true
        var pace = avf_dsp_pace(position: 0, rate: 1 << 32, rateStep: 0, reach: SpatialDelayMemory.reach)

        @_noLocks
        init() {}
    }

    private var way = SpatialWay()
    private var old = Reader()
    private var new = Reader()
    /// Frames in the memory.
    private var end = 0
    private var goalFrames = 0.0
    private var mostFrames = 0.0
    /// Frames of delay for each frame that passes.
    private var slope = 0.0
    private var fadeCellCount: Int32 = 0
    private var fullCellCount: Int32 = 1
    private var hasJumped = false
    /// Whether what is written fades in, because the memory begins with it.
    private var opensMemory = false

    private static var springHz: Double { @_noLocks get { 3 } }

    @_noLocks
    init() {}

    /// Whether sound is heard in any other way than as it comes.
    var isOpen: Bool { @_noLocks get { !new.isDirect || fadeCellCount > 0 } }

    /// Whether it changes between ways of hearing.
    var isFading: Bool { @_noLocks get { fadeCellCount > 0 } }

    /// Cells after which nothing is on its way any more.
    var memoryCellCount: Int {
        @_noLocks get { isOpen ? (Int(mostFrames) &+ 2048) / SpatialContext.cellFrameCount : 0 }
    }

    /// Forgets everything.
    @_noLocks
    mutating func reset() { self = SpatialDoppler() }

    // MARK: - Cells

    /// Ends the last cell.
    @_noLocks
    mutating func begin(_ memory: borrowing SpatialDelayMemory) {
        guard isOpen, let rooms = memory.rooms else { return }
        rewind(rooms.line, memory)
        guard fadeCellCount > 0 else { return }
        fadeCellCount &-= 1
        if fadeCellCount == 0 { opensMemory = false }
    }

    /// Takes where both are; with no factor the sound is heard as it comes.
    @_noLocks
    mutating func aim(
        factor: Double, source: Vector3, _ memory: borrowing SpatialDelayMemory,
        _ context: UnsafePointer<SpatialContext>, jumps: Bool
    ) {
        guard factor > 0, let rooms = memory.rooms else { return leave(context, jumps: jumps) }
        let rate = context.pointee.sampleRateHz
        mostFrames = SpatialDelayMemory.longestSeconds * rate
        way.aim(
            source: source, listener: context.pointee.settings.listener.position,
            framesPerMetre: factor * rate / SphericalHead.speedOfSound, mostFrames: mostFrames)
        guard new.isDirect, fadeCellCount == 0 else { return }
        goalFrames = Double(SpatialDelayMemory.leastFrames) + way.begin(rooms.places, memory.placeCount)
        end = memory.keptFrameCount
        avf_dsp_clear(rooms.line, end)
        opensMemory = !jumps
        jump(context, fades: !jumps)
    }

    @_noLocks
    private mutating func leave(_ context: UnsafePointer<SpatialContext>, jumps: Bool) {
        guard !new.isDirect, fadeCellCount == 0 else { return }
        old = new
        old.pace.rateStep = 0
        new = Reader()
        fullCellCount = context.pointee.fadeCellCount
        fadeCellCount = jumps ? 0 : fullCellCount
    }

    /// Goes over to a pointer at the goal.
    @_noLocks
    private mutating func jump(_ context: UnsafePointer<SpatialContext>, fades: Bool) {
        old = new
        old.pace.rateStep = 0
        new.isDirect = false
        new.pace.position = UInt64((Double(end) - goalFrames) * 0x1p32)
        new.pace.rate = 1 << 32
        new.pace.rateStep = 0
        (slope, hasJumped) = (0, false)
        fullCellCount = context.pointee.fadeCellCount
        fadeCellCount = fades ? fullCellCount : 0
    }

    /// Goes on to the next cell.
    @_noLocks
    mutating func move(_ memory: borrowing SpatialDelayMemory, _ context: UnsafePointer<SpatialContext>) {
        guard !new.isDirect, let rooms = memory.rooms else { return }
        let goal = Double(SpatialDelayMemory.leastFrames) + way.next(rooms.places)
        let jumpFrames = SpatialWay.jumpMetres / SphericalHead.speedOfSound * context.pointee.sampleRateHz
        hasJumped = hasJumped || abs(goal - goalFrames) > jumpFrames
        goalFrames = goal
        if hasJumped, fadeCellCount == 0 { jump(context, fades: true) }
        follow(sampleRateHz: context.pointee.sampleRateHz)
    }

    /// One step of the spring; the pace moves along a straight line to what it asks for.
    @_noLocks
    private mutating func follow(sampleRateHz: Double) {
        let cell = Double(SpatialContext.cellFrameCount)
        let delay = Double(end) - Double(new.pace.position) * 0x1p-32
        let stiffness = 2 * Double.pi * Self.springHz / sampleRateHz
        slope += stiffness * (stiffness * (goalFrames - delay) - 2 * slope) * cell
        if abs(goalFrames - delay) < 0.001, abs(slope) < 1e-7 { slope = 0 }
        // What is looked at must be within what is known.
        let least = (Double(SpatialDelayMemory.leastFrames) - delay) / cell
        let most = (mostFrames + 1024 - delay) / cell
        slope = max(max(-1, least), min(min(0.5, most), slope))
        let rate = UInt64((1 - min(0.5, slope)) * 0x1p32 + 0.5)
        new.pace.rateStep = (Int64(rate) &- Int64(new.pace.rate)) / Int64(SpatialContext.cellFrameCount)
        if new.pace.rateStep == 0 { new.pace.rate = rate }
    }

    /// Moves what is still on its way to the start of the memory, when its end is near.
    @_noLocks
    private mutating func rewind(
        _ line: UnsafeMutablePointer<Float>, _ memory: borrowing SpatialDelayMemory
    ) {
        guard end &+ SpatialContext.cellFrameCount > memory.frameCapacity else { return }
        let way = end &- memory.keptFrameCount
        var done = 0
        while done < memory.keptFrameCount {
            let piece = min(way, memory.keptFrameCount &- done)
            avf_dsp_copy(line + done, line + done + way, piece)
            done &+= piece
        }
        end &-= way
        new.pace.position = Self.moved(new.pace.position, by: way)
        old.pace.position = Self.moved(old.pace.position, by: way)
    }

    @_noLocks
    private static func moved(_ position: UInt64, by way: Int) -> UInt64 {
        let distance = UInt64(way) << 32
        return position > distance ? position &- distance : 0
    }

    // MARK: - Sound

    /// Takes frames of the cell, and puts what is heard into their place.
    @_noLocks
    mutating func run(
        _ block: UnsafeMutablePointer<Float>, _ memory: borrowing SpatialDelayMemory, _ cellFrame: Int,
        _ frameCount: Int
    ) {
        guard isOpen, let rooms = memory.rooms else { return }
        avf_dsp_copy(rooms.line + end, block, frameCount)
        if opensMemory { fade(rooms.line + end, cellFrame, frameCount) }
        end &+= frameCount
        read(&new, rooms, block, into: rooms.first, frameCount)
        guard fadeCellCount > 0 else { return avf_dsp_copy(block, rooms.first, frameCount) }
        read(&old, rooms, block, into: rooms.second, frameCount)
        for frame in 0..<frameCount {
            let (from, to) = (rooms.second[frame], rooms.first[frame])
            block[frame] = from + share(cellFrame &+ frame) * (to - from)
        }
    }

    /// How far a frame of the cell is on the way from the old pointer to the new one: 3t² − 2t³.
    @_noLocks
    private func share(_ cellFrame: Int) -> Float {
        let cell = Float(SpatialContext.cellFrameCount)
        let t =
            (Float(fullCellCount &- fadeCellCount) * cell + Float(cellFrame)) / (Float(fullCellCount) * cell)
        return t * t * (3 - 2 * t)
    }

    @_noLocks
    private func fade(_ block: UnsafeMutablePointer<Float>, _ cellFrame: Int, _ frameCount: Int) {
        for frame in 0..<frameCount { block[frame] *= share(cellFrame &+ frame) }
    }

    @_noLocks
    private func read(
        _ reader: inout Reader, _ rooms: SpatialDelayRooms, _ block: UnsafePointer<Float>,
        into output: UnsafeMutablePointer<Float>, _ frameCount: Int
    ) {
        guard !reader.isDirect else { return avf_dsp_copy(output, block, frameCount) }
        var made = 0
        if reader.pace.position >> 32 >= UInt64(SpatialDelayMemory.leastFrames) {
            var (from, to) = (rooms.line, output)
            made = avf_dsp_varispeed(&reader.pace, &from, end, &to, 1, 0, frameCount, rooms.weights)
        }
        if made < frameCount { avf_dsp_clear(output + made, frameCount &- made) }
    }
}
