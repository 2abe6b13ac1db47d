/// What the command line asks for.
struct Options {
    /// What is to be done.
    enum Task {
        /// Measure, which is what people want.
        case measure
        /// Make one block and end.
        case start
        /// List all plugins and end.
        case list
        /// Mix so many players for a second and end.
        case players(Int)
        /// Run the counted work, under callgrind.
        case count
        /// Compare the profiles in a folder with a file of thresholds, or write that file.
        case thresholds(file: String, folder: String, isWriting: Bool)
    }

    private(set) var task = Task.measure
    /// The beginnings of the workloads' names; none means all.
    private(set) var names: [String] = []
    /// Whether it is a failure if the engine exceeds a limit.
    private(set) var isChecking = false
    private(set) var jsonPath: String?
    private(set) var pagePath: String?

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--check": isChecking = true
            case "--json": jsonPath = rest.popFirst()
            case "--html": pagePath = rest.popFirst()
            case "--start": task = .start
            case "--list": task = .list
            case "--players": task = .players(rest.popFirst().flatMap(Int.init) ?? 1)
            case "--count": task = .count
            case "--thresholds", "--write-thresholds":
                guard let file = rest.popFirst(), let folder = rest.popFirst() else { continue }
                task = .thresholds(file: file, folder: folder, isWriting: word == "--write-thresholds")
            default: names.append(word)
            }
        }
    }

    /// Whether a workload was asked for.
    func chooses(_ name: String) -> Bool {
        names.isEmpty || names.contains { name == $0 || name.hasPrefix($0 + "-") }
    }
}
