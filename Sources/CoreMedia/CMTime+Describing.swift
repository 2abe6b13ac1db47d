import Foundation

extension CMTime: CustomStringConvertible {
    /// The time as `CMTimeShow` prints it: `{5/2 = 2.500}`, `{3/1 = 3.000, rounded}`, `{INDEFINITE}`.
    public var description: String {
        switch kind {
        case .invalid: return "{INVALID}"
        case .indefinite: return "{INDEFINITE}"
        case .positiveInfinity: return "{+INFINITY}"
        case .negativeInfinity: return "{-INFINITY}"
        case .numeric: break
        }
        let fraction = "\(value)/\(timescale) = " + String(format: "%.3f", seconds)
        return "{" + fraction + (epoch == 0 ? "" : ", epoch \(epoch)") + (hasBeenRounded ? ", rounded" : "")
            + "}"
    }
}

extension CMTimeRange: CustomStringConvertible {
    /// Start and duration, each as a time's description.
    public var description: String { "{\(start), \(duration)}" }
}

extension CMTimeMapping: CustomStringConvertible {
    /// Source and target, each as a range's description.
    public var description: String { "{\(source), \(target)}" }
}

/// Prints a time to standard error.
public func CMTimeShow(_ time: CMTime) { show(time) }

/// Prints a time range to standard error.
public func CMTimeRangeShow(_ range: CMTimeRange) { show(range) }

/// Prints a mapping to standard error.
public func CMTimeMappingShow(_ mapping: CMTimeMapping) { show(mapping) }

private func show(_ value: some CustomStringConvertible) {
    FileHandle.standardError.write(Data((value.description + "\n").utf8))
}
