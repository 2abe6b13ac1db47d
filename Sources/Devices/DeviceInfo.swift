/// A device as a list shows it.
package struct DeviceInfo: Equatable, Sendable {
    /// What opens it: the name that goes into a request (`default`, `hw:CARD=PCH,DEV=0`, …).
    package let name: String
    /// What it is, in words; may have several lines.
    package let summary: String
    /// Whether it plays.
    package let canPlay: Bool
    /// Whether it records.
    package let canCapture: Bool

    /// Describes a device.
    package init(name: String, summary: String, canPlay: Bool, canCapture: Bool) {
        self.name = name
        self.summary = summary
        self.canPlay = canPlay
        self.canCapture = canCapture
    }
}
