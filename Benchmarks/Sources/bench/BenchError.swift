/// Why something could not be measured.
enum BenchError: Error, CustomStringConvertible {
    case noSuchWorkload([String])
    case noSuchPlugin(String)
    case noSuchUnit(String)
    case noBuffer
    case missing(String)

    var description: String {
        switch self {
        case .noSuchWorkload(let names): "No workload is called \(names.joined(separator: ", "))."
        case .noSuchPlugin(let uri): "The LV2 plugin \(uri) is not installed."
        case .noSuchUnit(let name): "There is no unit \(name)."
        case .noBuffer: "A buffer could not be made."
        case .missing(let name): "\(name) is not installed."
        }
    }
}
