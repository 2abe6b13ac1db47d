/// What a recorded change of a parameter is.
public enum AUParameterAutomationEventType: UInt32, Sendable {
    /// A new value.
    case value = 0
    /// The user takes hold of the control.
    case touch = 1
    /// The user lets go of the control.
    case release = 2
}

/// A change of a parameter with its time and kind.
@frozen
public struct AUParameterAutomationEvent: Sendable {
    /// When, in host time; 0 if unknown.
    public var hostTime: UInt64
    /// Which parameter.
    public var address: AUParameterAddress
    /// The value.
    public var value: AUValue
    /// What kind of change.
    public var eventType: AUParameterAutomationEventType
    /// Nothing.
    public var reserved: UInt64

    /// An event of zeroes.
    public init() { self.init(hostTime: 0, address: 0, value: 0, eventType: .value, reserved: 0) }

    /// An event.
    public init(
        hostTime: UInt64, address: AUParameterAddress, value: AUValue,
        eventType: AUParameterAutomationEventType, reserved: UInt64
    ) {
        self.hostTime = hostTime
        self.address = address
        self.value = value
        self.eventType = eventType
        self.reserved = reserved
    }
}

/// A change of a parameter with its time.
@frozen
public struct AURecordedParameterEvent: Sendable {
    /// When, in host time; 0 if unknown.
    public var hostTime: UInt64
    /// Which parameter.
    public var address: AUParameterAddress
    /// The value.
    public var value: AUValue

    /// An event of zeroes.
    public init() { self.init(hostTime: 0, address: 0, value: 0) }

    /// An event.
    public init(hostTime: UInt64, address: AUParameterAddress, value: AUValue) {
        self.hostTime = hostTime
        self.address = address
        self.value = value
    }
}

/// Is told of changes to be recorded, one or more at a time.
public typealias AUParameterRecordingObserver =
    @Sendable (Int, UnsafePointer<AURecordedParameterEvent>) -> Void

/// Is told of changes to be recorded with their kinds, one or more at a time.
public typealias AUParameterAutomationObserver =
    @Sendable (Int, UnsafePointer<AUParameterAutomationEvent>) -> Void

/// Is told by a tree that a parameter was given a value.
public typealias AUImplementorValueObserver = @Sendable (AUParameter, AUValue) -> Void

/// Is asked by a tree for a parameter's value.
public typealias AUImplementorValueProvider = @Sendable (AUParameter) -> AUValue

/// Is asked for a value as text; nil stands for the present value.
public typealias AUImplementorStringFromValueCallback =
    @Sendable (AUParameter, UnsafePointer<AUValue>?) -> String

/// Is asked for the value that a text means.
public typealias AUImplementorValueFromStringCallback = @Sendable (AUParameter, String) -> AUValue

/// Is asked for a name of at most that many characters.
public typealias AUImplementorDisplayNameWithLengthCallback = @Sendable (AUParameterNode, Int) -> String
