extension FixedWidthInteger {
    /// The integer nearest to a number: the limits for numbers beyond them, 0 for what is not a number.
    package init(nearestTo value: Double) {
        guard !value.isNaN else {
            self = 0
            return
        }
        let rounded = value.rounded()
        if let exact = Self(exactly: rounded) {
            self = exact
        } else {
            self = rounded < 0 ? .min : .max
        }
    }
}
