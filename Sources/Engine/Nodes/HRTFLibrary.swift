import AVFSpatial
import AVFSpatialData
import Synchronization

/// Whose ears an environment renders with.
package enum HRTFChoice: Sendable, Equatable {
    /// The measurement that the system has installed, or a rigid sphere without one.
    case standard
    /// A rigid sphere with two ears.
    case sphericalHead
    /// A measurement of the program's.
    case measured(MeasuredHead)

    package static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.standard, .standard), (.sphericalHead, .sphericalHead): true
        case (.measured(let a), .measured(let b)): a === b
        default: false
        }
    }
}

/// A measurement that was read from a file.
package final class MeasuredHead: Sendable {
    /// Where it was read.
    package let path: String
    let measurement: HRTFMeasurement
    private let sets = Mutex<[Double: HRTFSet]>([:])

    /// Reads a SOFA file. [control]
    ///
    /// - Throws: `EngineError.hrtf` for what is no set of head-related impulse responses.
    package init(path: String) throws(EngineError) {
        self.path = path
        do throws(SOFAError) {
            measurement = try SOFAFile.measurement(at: path)
        } catch {
            throw .hrtf("\(error)")
        }
    }

    /// The set for a rate; only the last one is kept.
    func set(sampleRateHz: Double) throws(HRTFError) -> HRTFSet {
        try sets.withLock { sets throws(HRTFError) in
            if let set = sets[sampleRateHz] { return set }
            let set = try HRTFSet(measurement, HRTFSettings(sampleRateHz: sampleRateHz))
            sets = [sampleRateHz: set]
            return set
        }
    }
}

/// The sets of transfer functions that all environments share.
///
/// Whoever asks first prepares a set, which takes some tenths of a second; who asks meanwhile waits.
enum HRTFLibrary {
    private struct Sets {
        var standard: [Double: HRTFSet] = [:]
        var spheres: [Double: HRTFSet] = [:]
    }

    /// Rates for which sets are kept.
    private static let mostRates = 4
    private static let sets = Mutex(Sets())
    /// The set of a choice for a rate. [control]
    ///
    /// - Throws: `EngineError.hrtf` if the measurement cannot be prepared.
    static func set(_ choice: HRTFChoice, sampleRateHz: Double) throws(EngineError) -> HRTFSet? {
        switch choice {
        case .standard: return standard(sampleRateHz)
        case .sphericalHead: return sphere(sampleRateHz)
        case .measured(let head):
            do throws(HRTFError) {
                return try head.set(sampleRateHz: sampleRateHz)
            } catch {
                throw .hrtf("“\(head.path)”: \(error)")
            }
        }
    }

    private static func standard(_ rate: Double) -> HRTFSet? {
        if let set = sets.withLock({ $0.standard[rate] }) { return set }
        guard let measurement = try? SOFAFile.measurement(at: SOFAFile.defaultPath) else {
            return sphere(rate)
        }
        return sets.withLock { sets in
            if let set = sets.standard[rate] { return set }
            let set = try? HRTFSet(measurement, HRTFSettings(sampleRateHz: rate))
            keep(set, rate, in: &sets.standard)
            return set
        }
    }

    private static func sphere(_ rate: Double) -> HRTFSet? {
        sets.withLock { sets in
            if let set = sets.spheres[rate] { return set }
            let set = HRTFSet.spherical(HRTFSettings(sampleRateHz: rate))
            keep(set, rate, in: &sets.spheres)
            return set
        }
    }

    private static func keep(_ set: HRTFSet?, _ rate: Double, in sets: inout [Double: HRTFSet]) {
        if sets.count >= mostRates { sets = [:] }
        sets[rate] = set
    }
}
