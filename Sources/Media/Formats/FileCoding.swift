/// What turns the bytes of a file into samples.
protocol FileDecoder: AnyObject {
    var bytes: FileBytes { get }
    /// Whether a frame sounds the same however it was reached.
    var seeksExactly: Bool { get }
    /// The decoder's words for what went wrong last; nil when nothing did.
    var errorText: String? { get }

    // Each reads up to `frameCount` interleaved frames and returns how many came: none at the end.
    func read(_ samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int
    func read(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) -> Int
    func read(_ samples: UnsafeMutablePointer<Int16>, frameCount: Int) -> Int
    func read(_ samples: UnsafeMutablePointer<Int32>, frameCount: Int) -> Int

    /// Makes a frame the next; false when the decoder cannot get there.
    func seek(toFrame frame: Int) -> Bool
    func close() -> Bool
}

/// What turns samples into the bytes of a file.
protocol FileEncoder: AnyObject {
    var bytes: FileBytes { get }
    /// The encoder's words for what went wrong last; nil when nothing did.
    var errorText: String? { get }

    // Each takes interleaved frames and returns how many were taken: fewer after a failure.
    func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Int
    func write(_ samples: UnsafePointer<Double>, frameCount: Int) -> Int
    func write(_ samples: UnsafePointer<Int16>, frameCount: Int) -> Int
    func write(_ samples: UnsafePointer<Int32>, frameCount: Int) -> Int

    /// Completes the file; false when that failed.
    func close() -> Bool
}
