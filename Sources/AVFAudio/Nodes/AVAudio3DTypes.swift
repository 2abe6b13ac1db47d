// Places and directions in space: metres, x to the right, y up, z towards the listener's back.

/// A place, in metres.
@frozen
public struct AVAudio3DPoint: Sendable, Equatable {
    /// To the right.
    public var x: Float
    /// Up.
    public var y: Float
    /// Towards the back.
    public var z: Float

    /// The origin.
    public init() { self.init(x: 0, y: 0, z: 0) }

    /// A place.
    public init(x: Float, y: Float, z: Float) {
        self.x = x
        self.y = y
        self.z = z
    }
}

/// A direction; its length has no meaning.
public typealias AVAudio3DVector = AVAudio3DPoint

/// A place.
public func AVAudioMake3DPoint(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DPoint {
    AVAudio3DPoint(x: x, y: y, z: z)
}

/// A direction.
public func AVAudioMake3DVector(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DVector {
    AVAudio3DVector(x: x, y: y, z: z)
}

/// How a head is turned, by two directions.
@frozen
public struct AVAudio3DVectorOrientation: Sendable, Equatable {
    /// Where the nose points.
    public var forward: AVAudio3DVector
    /// Where the top of the head points.
    public var up: AVAudio3DVector

    /// Two directions of no length, which are no orientation yet.
    public init() { self.init(forward: AVAudio3DVector(), up: AVAudio3DVector()) }

    /// An orientation.
    public init(forward: AVAudio3DVector, up: AVAudio3DVector) {
        self.forward = forward
        self.up = up
    }
}

/// How a head is turned, by angles in degrees: first by `yaw`, then by `pitch`, then by `roll`.
@frozen
public struct AVAudio3DAngularOrientation: Sendable, Equatable {
    /// From left to right, clockwise as seen from above, −180…180.
    public var yaw: Float
    /// Up, −180…180.
    public var pitch: Float
    /// To the right shoulder, −180…180.
    public var roll: Float

    /// Not turned.
    public init() { self.init(yaw: 0, pitch: 0, roll: 0) }

    /// An orientation.
    public init(yaw: Float, pitch: Float, roll: Float) {
        self.yaw = yaw
        self.pitch = pitch
        self.roll = roll
    }
}

/// An orientation by two directions.
public func AVAudioMake3DVectorOrientation(
    _ forward: AVAudio3DVector, _ up: AVAudio3DVector
) -> AVAudio3DVectorOrientation {
    AVAudio3DVectorOrientation(forward: forward, up: up)
}

/// An orientation by angles in degrees.
public func AVAudioMake3DAngularOrientation(
    _ yaw: Float, _ pitch: Float, _ roll: Float
) -> AVAudio3DAngularOrientation {
    AVAudio3DAngularOrientation(yaw: yaw, pitch: pitch, roll: roll)
}
