import AVFMedia
import Glibc

// Uses Media and nothing else of the package, so that a test can see which libraries come along.
let path = CommandLine.arguments.dropFirst().first ?? ""
do {
    print(try AudioFileReader(path: path).frameCount)
} catch {
    print(error.description)
    exit(1)
}
