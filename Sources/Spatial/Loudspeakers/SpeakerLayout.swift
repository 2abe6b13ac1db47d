/// Where the loudspeakers of an output stand, in the order of its channels.
///
/// Azimuths as in ITU-R BS.775-3; those that it leaves open are spread evenly. Orders of channels as in
/// CoreAudioTypes' layout tags.
package struct SpeakerLayout: Sendable, Equatable {
    /// A loudspeaker's direction in degrees; azimuths are clockwise.
    package struct Speaker: Sendable, Equatable {
        package let azimuthDegrees: Double
        package let elevationDegrees: Double
        /// Whether only low frequencies are sent there, which no panner does.
        package let isLowFrequency: Bool

        /// A loudspeaker.
        package init(_ azimuthDegrees: Double, _ elevationDegrees: Double = 0, isLowFrequency: Bool = false) {
            self.azimuthDegrees = azimuthDegrees
            self.elevationDegrees = elevationDegrees
            self.isLowFrequency = isLowFrequency
        }

        var unit: Vector3 {
            HeadDirection(azimuthDegrees: azimuthDegrees, elevationDegrees: elevationDegrees).unit
        }
    }

    /// The loudspeakers.
    package let speakers: [Speaker]

    /// A layout of its own: at most 32 loudspeakers are kept; one whose angles are not finite stands in
    /// front.
    package init(_ speakers: [Speaker]) {
        self.speakers = speakers.prefix(Self.mostSpeakers).map { speaker in
            speaker.azimuthDegrees.isFinite && speaker.elevationDegrees.isFinite
                ? speaker : Speaker(0, 0, isLowFrequency: speaker.isLowFrequency)
        }
    }

    /// A layout in the plane of the ears.
    package init(azimuthsDegrees: [Double]) { self.init(azimuthsDegrees.map { Speaker($0) }) }

    /// The most channels of an output.
    package static let mostSpeakers = 32

    /// L R.
    package static let stereo = SpeakerLayout(azimuthsDegrees: [-30, 30])
    /// L R Ls Rs.
    package static let quadraphonic = SpeakerLayout(azimuthsDegrees: [-45, 45, -135, 135])
    /// L R Ls Rs C.
    package static let audioUnit5_0 = SpeakerLayout(azimuthsDegrees: [-30, 30, -110, 110, 0])
    /// L R Ls Rs C Cs.
    package static let audioUnit6_0 = SpeakerLayout(azimuthsDegrees: [-30, 30, -110, 110, 0, 180])
    /// L R Ls Rs C Rls Rrs.
    package static let audioUnit7_0 = SpeakerLayout(azimuthsDegrees: [-30, 30, -90, 90, 0, -150, 150])
    /// L R Ls Rs C Lc Rc.
    package static let audioUnit7_0Front = SpeakerLayout(azimuthsDegrees: [-30, 30, -110, 110, 0, -15, 15])
    /// L R Ls Rs C Cs Lside Rside.
    package static let octagonal = SpeakerLayout(azimuthsDegrees: [-45, 45, -135, 135, 0, 180, -90, 90])

    /// The layout of one of CoreAudioTypes' tags that AVAudioEnvironmentNode can render to; nil for others.
    package init?(layoutTag: UInt32) {
        switch layoutTag {
        case 101 << 16 | 2, 102 << 16 | 2: self = .stereo
        case 108 << 16 | 4: self = .quadraphonic
        case 118 << 16 | 5: self = .audioUnit5_0
        case 139 << 16 | 6: self = .audioUnit6_0
        case 140 << 16 | 7: self = .audioUnit7_0
        case 148 << 16 | 7: self = .audioUnit7_0Front
        case 111 << 16 | 8: self = .octagonal
        default: return nil
        }
    }

    /// Where the channels of a bed of so many channels are thought to stand, in the order of WAVE and SMPTE:
    /// mono, stereo, L R C, quadraphony, 5.0, 5.1, 6.1, 7.1; others evenly around.
    package static func bed(channelCount: Int) -> SpeakerLayout {
        let low = Speaker(0, 0, isLowFrequency: true)
        let front = [Speaker(-30), Speaker(30), Speaker(0)]
        switch channelCount {
        case ...1: return SpeakerLayout([Speaker(0)])
        case 2: return .stereo
        case 3: return SpeakerLayout(front)
        case 4: return SpeakerLayout(azimuthsDegrees: [-45, 45, -135, 135])
        case 5: return SpeakerLayout(front + [Speaker(-110), Speaker(110)])
        case 6: return SpeakerLayout(front + [low, Speaker(-110), Speaker(110)])
        case 7: return SpeakerLayout(front + [low, Speaker(180), Speaker(-90), Speaker(90)])
        case 8:
            return SpeakerLayout(front + [low, Speaker(-150), Speaker(150), Speaker(-90), Speaker(90)])
        default:
            let step = 360 / Double(min(channelCount, mostSpeakers))
            return SpeakerLayout(
                azimuthsDegrees: (0..<min(channelCount, mostSpeakers)).map { Double($0) * step })
        }
    }
}
