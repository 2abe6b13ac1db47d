/// The rooms of AVAudioUnitReverb; each says in how many seconds its lows and its highs fall by 60 dB.
public enum AVAudioUnitReverbPreset: Int, Sendable {
    /// A furnished room: 0.45 s, highs 0.2 s.
    case smallRoom = 0
    /// A living room: 0.7 s, highs 0.28 s.
    case mediumRoom = 1
    /// A classroom: 1 s, highs 0.35 s.
    case largeRoom = 2
    /// A hall for chamber music: 1.8 s, highs 0.5 s.
    case mediumHall = 3
    /// A concert hall: 2.8 s, highs 0.6 s.
    case largeHall = 4
    /// A steel plate, dense and bright from the start: 2 s, highs 1.4 s.
    case plate = 5
    /// A tiled chamber: 1.1 s, highs 0.6 s.
    case mediumChamber = 6
    /// A large tiled chamber: 1.6 s, highs 0.8 s.
    case largeChamber = 7
    /// A cathedral: 5.5 s, highs 0.9 s.
    case cathedral = 8
    /// A larger and darker room: 1.25 s, highs 0.3 s.
    case largeRoom2 = 9
    /// A darker hall: 2.1 s, highs 0.45 s.
    case mediumHall2 = 10
    /// A brighter, shorter hall: 1.5 s, highs 0.8 s.
    case mediumHall3 = 11
    /// A larger and darker concert hall: 3.4 s, highs 0.5 s.
    case largeHall2 = 12
}
