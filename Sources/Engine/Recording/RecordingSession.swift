import AVFDevices
import AVFMedia
import AVFRealtime
import Glibc
import Synchronization

/// The open device and the open file of one recording.
///
/// `@unchecked Sendable`: the threads are set before the session is shared.
final class RecordingSession: @unchecked Sendable {
    let line: RecordingLine
    let stream: any DeviceStream
    let file: Mutex<RecordingFile>
    let wakeup = Semaphore()
    var thread: HelperThread?
    /// Brings the file to the disk; nil where a test writes.
    var sync: FileSync?
    private let path: String

    /// Opens the device and makes the file; with an error nothing stays open, and no new file is there.
    init(
        _ backend: any DeviceBackend, _ request: DeviceStreamRequest, path: String, format: AudioFileFormat,
        encoder: EncoderSettings, byteLimit: Int?
    ) throws(EngineError) {
        let relay = CaptureRelay()
        let stream: any DeviceStream
        do { stream = try backend.openCapture(request, capturing: relay.capturing) } catch {
            throw .device(error)
        }
        // A stream that awaits its device is good for one that was there.
        if case .lost(let error)? = stream.nextChange() {
            stream.close()
            throw .device(error)
        }
        let writer: AudioFileWriter
        do {
            writer = try AudioFileWriter(path: path, format: format, encoder: encoder, byteLimit: byteLimit)
        } catch {
            stream.close()
            throw .media(error)
        }
        let line = RecordingLine(stream.format)
        relay.line = line
        self.relay = relay
        self.stream = stream
        self.line = line
        self.path = path
        file = Mutex(RecordingFile(writer, line, stream.format))
    }

    /// Keeps what the device calls alive.
    private let relay: CaptureRelay

    /// Seconds that were recorded.
    var seconds: Double { Double(line.keptFrameCount) / stream.format.sampleRateHz }

    /// Gives the device back, writes the rest and closes the file; returns what went wrong first.
    ///
    /// Waits for the thread, unless it is the caller's own.
    func end(_ failure: MediaError?) -> MediaError? {
        line.pause()
        stream.close()
        thread?.end()
        defer { sync?.end() }
        return file.withLock { file in
            do throws(MediaError) {
                try file.finish()
                return failure
            } catch {
                return failure ?? error
            }
        }
    }

    /// Ends a session that never began, without a file.
    func abandon() {
        _ = end(nil)
        _ = Self.remove(path)
    }

    /// Removes a file; false if that is not possible.
    static func remove(_ path: String) -> Bool { unlink(path) == 0 }
}

/// What a device's thread gets as its context while its format is not known yet.
///
/// `@unchecked Sendable`: the line is set before the device starts.
private final class CaptureRelay: @unchecked Sendable {
    var line: RecordingLine?

    var capturing: DeviceCapturing {
        DeviceCapturing(context: Unmanaged.passUnretained(self).toOpaque()) {
            context, channels, _, frameCount, hostTime in
            guard let context else { return }
            Unmanaged<CaptureRelay>.fromOpaque(context)._withUnsafeGuaranteedRef {
                $0.line?.take(channels, frameCount: Int(frameCount), hostTime: hostTime)
            }
        }
    }
}
