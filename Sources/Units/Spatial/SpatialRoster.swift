import AVFRealtime
import AVFRender

/// The sources of a plan, and of them those that have anything to do in a block.
struct SpatialRoster: ~Copyable {
    private let all: OwnedBuffer<UnsafeMutablePointer<SpatialSourceState>>
    private let present: OwnedBuffer<UnsafeMutablePointer<SpatialSourceState>>
    private let buses: OwnedBuffer<Int32>

    /// The sources of the input buses, in their order.
    init(_ sources: [SpatialSource]) {
        all = OwnedBuffer(count: sources.count) { sources[$0].state }
        present = OwnedBuffer(count: sources.count) { sources[$0].state }
        buses = OwnedBuffer(repeating: 0, count: sources.count)
    }

    /// All sources.
    var sources: UnsafePointer<UnsafeMutablePointer<SpatialSourceState>> {
        @_noLocks get { UnsafePointer(all.pointer) }
    }

    var sourceCount: Int { @_noLocks get { all.count } }

    /// Those that `gather` has found.
    var awake: UnsafePointer<UnsafeMutablePointer<SpatialSourceState>> {
        @_noLocks get { UnsafePointer(present.pointer) }
    }

    /// The input bus of each of them.
    var inputs: UnsafePointer<Int32> { @_noLocks get { UnsafePointer(buses.pointer) } }

    /// Finds the sources that remember anything, or are about to sound; returns how many there are.
    ///
    /// The others would do nothing in this block, cell by cell.
    @_noLocks
    func gather(_ block: RenderBlock) -> Int {
        var count = 0
        for source in 0..<min(all.count, block.inputCount) {
            let state = all.pointer[source]
            guard
                state.pointee.isAwake
                    || !SpatialSourceState.isSilent(block.inputs[source], 0, block.frameCount)
            else { continue }
            present.pointer[count] = state
            buses.pointer[count] = Int32(truncatingIfNeeded: source)
            count &+= 1
        }
        return count
    }
}
