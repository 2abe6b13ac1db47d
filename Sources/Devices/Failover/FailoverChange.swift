/// What became of the device of a stream that goes on without one.
package enum FailoverChange: Equatable, Sendable {
    /// The device is gone; time is kept by a timer until another one is there.
    case lost(DeviceError)
    /// A device plays again, in this format of its own.
    case found(DeviceStreamFormat)
}
