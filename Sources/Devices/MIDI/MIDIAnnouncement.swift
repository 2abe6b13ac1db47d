/// What happened to the ports of the system.
package enum MIDIAnnouncement: Equatable, Sendable {
    /// There is a new port.
    case appeared(MIDIPortInfo)
    /// A port is gone; what it had sounding at an input of ours was ended.
    case gone(MIDIPortInfo)
    /// A port has another name, or its client has, or it has other sides.
    case changed(from: MIDIPortInfo, to: MIDIPortInfo)
    /// Messages did not come through as they were sent.
    case lost(MIDILoss)
}

/// Messages that did not come through as they were sent.
package enum MIDILoss: Equatable, Sendable {
    /// The system had no room for what arrived: so many times since the last report.
    ///
    /// What sounded at our inputs was ended, because its end may be among the lost messages.
    case overrun(count: Int)
    /// The system did not take a message of ours.
    case refused(port: String, code: Int32, cause: String)
    /// What a port has given could not be understood, or not all of it.
    case damaged(port: MIDIPortAddress, MIDIDamage)
}

/// Hears of announcements, on the client's own thread; must not call back into the client.
package typealias MIDIAnnouncementHandler = @Sendable (MIDIAnnouncement) -> Void
