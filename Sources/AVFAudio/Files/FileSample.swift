import AVFMedia

/// A type of sample that files are read and written in.
protocol FileSample: BitwiseCopyable {
    static func read(
        _ reader: AudioFileReader, into samples: UnsafeMutablePointer<Self>, frameCount: Int
    ) throws(MediaError) -> Int

    static func write(
        _ writer: AudioFileWriter, from samples: UnsafePointer<Self>, frameCount: Int
    ) throws(MediaError)
}

extension Float: FileSample {
    static func read(
        _ reader: AudioFileReader, into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(MediaError) -> Int {
        try reader.readInterleaved(into: samples, frameCount: frameCount)
    }

    static func write(
        _ writer: AudioFileWriter, from samples: UnsafePointer<Float>, frameCount: Int
    ) throws(MediaError) {
        try writer.writeInterleaved(samples, frameCount: frameCount)
    }
}

extension Double: FileSample {
    static func read(
        _ reader: AudioFileReader, into samples: UnsafeMutablePointer<Double>, frameCount: Int
    ) throws(MediaError) -> Int {
        try reader.readInterleaved(into: samples, frameCount: frameCount)
    }

    static func write(
        _ writer: AudioFileWriter, from samples: UnsafePointer<Double>, frameCount: Int
    ) throws(MediaError) {
        try writer.writeInterleaved(samples, frameCount: frameCount)
    }
}

extension Int16: FileSample {
    static func read(
        _ reader: AudioFileReader, into samples: UnsafeMutablePointer<Int16>, frameCount: Int
    ) throws(MediaError) -> Int {
        try reader.readInterleaved(into: samples, frameCount: frameCount)
    }

    static func write(
        _ writer: AudioFileWriter, from samples: UnsafePointer<Int16>, frameCount: Int
    ) throws(MediaError) {
        try writer.writeInterleaved(samples, frameCount: frameCount)
    }
}

extension Int32: FileSample {
    static func read(
        _ reader: AudioFileReader, into samples: UnsafeMutablePointer<Int32>, frameCount: Int
    ) throws(MediaError) -> Int {
        try reader.readInterleaved(into: samples, frameCount: frameCount)
    }

    static func write(
        _ writer: AudioFileWriter, from samples: UnsafePointer<Int32>, frameCount: Int
    ) throws(MediaError) {
        try writer.writeInterleaved(samples, frameCount: frameCount)
    }
}
