import CAVFSndFile

/// The speaker for which a channel of a file is meant.
package enum SpeakerPosition: Int32, CaseIterable, Sendable {
    case mono = 1
    case left, right, center
    case frontLeft, frontRight, frontCenter
    case rearCenter, rearLeft, rearRight
    case lowFrequency
    case frontLeftOfCenter, frontRightOfCenter
    case sideLeft, sideRight
    case topCenter, topFrontLeft, topFrontRight, topFrontCenter
    case topRearLeft, topRearRight, topRearCenter
    case ambisonicW, ambisonicX, ambisonicY, ambisonicZ
}
