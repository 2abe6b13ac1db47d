/// Something that becomes readable when devices may have come or gone.
///
/// Used by one thread, except that it is made on another.
package protocol DeviceChangeSource: AnyObject, Sendable {
    /// What to wait for; −1 when there is nothing (any more).
    var descriptor: Int32 { get }

    /// Reads what has come; whether it was about sound devices.
    func takeChange() -> Bool
}
