import CAVFShimsProcess

/// What signals are called.
package enum SignalName {
    /// The name that manuals use, such as "SIGSEGV".
    package static func of(_ number: Int32) -> String {
        avf_shim_signal_name(number).map { "SIG" + String(cString: $0) } ?? "signal \(number)"
    }
}
