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
