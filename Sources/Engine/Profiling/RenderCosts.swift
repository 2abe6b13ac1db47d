import AVFGraph

/// Whose a call in a plan is.
package struct ProfiledCall: Sendable, Equatable {
    /// What it is called in tables: the node's name, or what a wire does.
    package let name: String
    /// The node itself; nil for what lies on a wire.
    package let node: NodeID?
}

/// A unit of a plan, and the schedule's steps that it does.
struct ProfiledUnit {
    let number: UInt64
    let steps: Range<Int>
}

/// What one node, or one converter or delay on a wire, has cost.
package struct NodeCosts: Sendable {
    let unit: UInt64
    /// The node's name, or what a wire does.
    package let name: String
    /// The node; nil for what lies on a wire.
    package let node: NodeID?
    /// Calls so far.
    package private(set) var callCount = 0
    /// The time that they took.
    package private(set) var seconds = 0.0
    /// The longest of them.
    package private(set) var peakSeconds = 0.0
    /// Blocks that took longer than they last, most of it in this node.
    package internal(set) var overrunCount = 0
    /// Dropouts of the device that this node is to blame for.
    package internal(set) var dropoutCount = 0

    init(unit: UInt64, _ call: ProfiledCall?) {
        self.unit = unit
        name = call?.name ?? "a node that is gone"
        node = call?.node
    }

    mutating func add(nanoseconds: UInt64) {
        let elapsed = Double(nanoseconds) / 1e9
        callCount += 1
        seconds += elapsed
        peakSeconds = max(peakSeconds, elapsed)
    }
}

/// What rendering has cost while it was measured.
package struct RenderCosts: Sendable {
    /// A block that took longer than it lasts.
    package struct Overrun: Sendable {
        /// Where the block begins, in frames of the output.
        package let sampleTime: Int64
        /// The time that it took, as a share of its duration.
        package let load: Double
        /// The node that took most of it.
        package let slowestNode: NodeCosts?
        /// The time that this node took.
        package let slowestNodeSeconds: Double
    }

    /// Blocks so far.
    package private(set) var blockCount = 0
    /// Their frames.
    package private(set) var frameCount = 0
    /// The time that they took.
    package private(set) var seconds = 0.0
    /// The time that they last.
    package private(set) var durationSeconds = 0.0
    /// The largest share of its duration that a block took.
    package private(set) var peakLoad = 0.0
    /// Blocks that took longer than they last.
    package internal(set) var overrunCount = 0
    /// The newest of them.
    package internal(set) var overruns: [Overrun] = []
    /// Dropouts of the device.
    package internal(set) var dropoutCount = 0
    /// Those for which no block of this graph is to blame: the machine was busy otherwise.
    package internal(set) var foreignDropoutCount = 0
    /// Blocks that there was no room to remember.
    package internal(set) var missedBlockCount = 0
    /// Every node that was called, the most expensive first.
    package internal(set) var nodes: [NodeCosts] = []

    /// The time that blocks took, as a share of their duration.
    package var load: Double { durationSeconds > 0 ? seconds / durationSeconds : 0 }

    mutating func add(seconds: Double, duration: Double, frameCount: Int, load: Double) {
        blockCount += 1
        self.frameCount += frameCount
        self.seconds += seconds
        durationSeconds += duration
        peakLoad = max(peakLoad, load)
    }
}
