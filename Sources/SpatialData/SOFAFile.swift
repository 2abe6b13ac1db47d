import AVFSpatial
import CAVFShimsSOFA
import Glibc

/// Measured heads in files: AES69, "AES standard for file exchange - Spatial acoustic data file format".
package enum SOFAFile {
    /// The largest file that is read.
    package static let mostBytes = 512 << 20
    /// The file that Debian's libmysofa1 brings along: the MIT's measurement of a KEMAR.
    package static let defaultPath = "/usr/share/libmysofa/default.sofa"

    /// The measurement in a file. [control]
    ///
    /// The library that parses it has had faults with files made to harm it: it runs in a process of its own.
    /// - Throws: `SOFAError` for what is no set of head-related impulse responses.
    package static func measurement(at path: String) throws(SOFAError) -> HRTFMeasurement {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= mostBytes else {
            throw .unreadable(path: path)
        }
        if let reason = avf_shim_sofa_unavailable() { throw .unavailable(reason: String(cString: reason)) }
        var file = avf_shim_sofa_file()
        let code = avf_shim_sofa_open(path, &file)
        guard code != AVF_SHIM_SOFA_CRASHED else { throw .crashed(path: path) }
        guard code != AVF_SHIM_SOFA_NO_MEMORY else {
            throw .unavailable(reason: "there is no memory or no process for the reader")
        }
        guard code == 0 else { throw .damaged(path: path, code: Int(code)) }
        defer { avf_shim_sofa_close(&file) }
        return try measurement(file, path)
    }

    private static func measurement(
        _ file: avf_shim_sofa_file, _ path: String
    ) throws(SOFAError) -> HRTFMeasurement {
        let name = withUnsafeBytes(of: file.convention) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard name == "SimpleFreeFieldHRIR" else { throw .convention(path: path, name: name) }
        guard file.receiverCount == 2 else {
            throw .receivers(path: path, count: Int(file.receiverCount))
        }
        let (count, frameCount) = (Int(file.measurementCount), Int(file.sampleCount))
        guard count <= HRTFMeasurement.mostDirections, frameCount <= HRTFMeasurement.mostFrames,
            file.positionCount >= 3 * count, file.responseCount >= 2 * count * frameCount,
            let positions = file.positions, let responses = file.responses
        else { throw .sizes(path: path) }
        let places = (0..<count).map { place in
            position(positions + 3 * place, isSpherical: file.positionsAreSpherical)
        }
        do throws(HRTFError) {
            return try HRTFMeasurement(
                positions: places,
                responses: Array(UnsafeBufferPointer(start: responses, count: 2 * count * frameCount)),
                frameCount: frameCount, delays: delays(file, count), sampleRateHz: file.sampleRate)
        } catch {
            throw .measurement(path: path, error)
        }
    }

    /// Degrees, counter-clockwise, and metres; or metres along the axes.
    private static func position(_ values: UnsafePointer<Float>, isSpherical: Bool) -> Vector3 {
        let (a, b, c) = (Double(values[0]), Double(values[1]), Double(values[2]))
        guard isSpherical else { return Vector3(a, b, c) }
        let unit = HeadDirection(azimuthDegrees: -a, elevationDegrees: b).unit
        return unit.scaled(by: c)
    }

    /// Tables of other sizes count as none.
    private static func delays(_ file: avf_shim_sofa_file, _ count: Int) -> [Double] {
        guard let delays = file.delays, file.delayCount == 2 || file.delayCount == 2 * count else {
            return []
        }
        return UnsafeBufferPointer(start: delays, count: Int(file.delayCount)).map { Double($0) }
    }
}
