import AVFConsole
import Glibc

/// The top of this repository.
struct RepositoryRoot {
    private let path: String

    init(_ path: String) { self.path = path }

    /// Refuses a folder that is something else.
    func check() throws(Failure) {
        guard access(path + "/Package.swift", R_OK) == 0, access(path + "/Sources/Units", R_OK) == 0 else {
            throw Failure(
                .noInput,
                "“\(path)” is not the top of the repository: there is no Package.swift with "
                    + "Sources/Units beside it.")
        }
    }
}
