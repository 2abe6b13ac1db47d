import AVFEngine
import AVFRender
import Foundation
import Synchronization

/// One time of manual rendering: its format, and memory for what the caller does not bring.
final class ManualRendering: @unchecked Sendable {
    // Sendable: `isBusy` lets one thread at a time at the memory; the rest is immutable.
    let format: AVAudioFormat
    let maximumFrameCount: Int
    private let core: AudioEngine
    /// The core's number of this time.
    private let session: Int
    let isOffline: Bool
    private let planar: SampleBuffer
    private let table: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let own: AVAudioPCMBuffer?
    private let ownList: UnsafeMutablePointer<AudioBufferList>?
    private let kind: AVAudioCommonFormat
    private let stride: Int
    private let bytesPerFrame: Int
    /// Whether the engine can write into the caller's memory itself.
    private let isDirect: Bool
    private let isBusy = Atomic<Bool>(false)

    init(
        _ core: AudioEngine, session: Int, isOffline: Bool, format: AVAudioFormat, maximumFrameCount: Int
    ) {
        self.core = core
        self.session = session
        self.isOffline = isOffline
        self.format = format
        self.maximumFrameCount = maximumFrameCount
        planar = SampleBuffer(channelCount: Int(format.channelCount), frameCapacity: maximumFrameCount)
        table = .allocate(capacity: planar.channelCount)
        table.initialize(from: planar.channels, count: planar.channelCount)
        own = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(maximumFrameCount))
        ownList = own?.mutableAudioBufferList
        kind = format.commonFormat
        stride = Int(format.streamDescription.pointee.channelsPerBuffer)
        bytesPerFrame = Int(format.streamDescription.pointee.mBytesPerFrame)
        isDirect = kind == .pcmFormatFloat32 && stride == 1
    }

    deinit { table.deallocate() }

    // MARK: - Offline

    func render(
        _ frameCount: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus {
        if let error = refusal(of: frameCount, in: buffer) { throw unlessStopped(error) }
        let code =
            isDirect
            ? renderOffline(Int(frameCount), to: buffer.storage.channels(of: Float.self))
            : render(frameCount, to: buffer.mutableAudioBufferList)
        let status = status(code)
        guard status != .error else {
            throw unlessStopped(
                AVFAudioError.error(code, "Rendering failed: manual rendering has ended meanwhile."))
        }
        return status
    }

    /// What is wrong with a request, whether the engine runs or not.
    private func refusal(of frameCount: AVAudioFrameCount, in buffer: AVAudioPCMBuffer) -> NSError? {
        guard buffer.hasFormat(format) else {
            return AVFAudioError.error(
                kAudioUnitErr_FormatNotSupported,
                "The buffer is \(buffer.format), but manual rendering makes \(format).")
        }
        guard Int(frameCount) <= maximumFrameCount else {
            return AVFAudioError.error(
                kAudioUnitErr_TooManyFramesToProcess,
                "\(frameCount) frames were asked for, but the maximum is \(maximumFrameCount).")
        }
        guard frameCount <= buffer.frameCapacity else {
            return AVFAudioError.error(
                kAudio_ParamError,
                "\(frameCount) frames were asked for, but the buffer holds \(buffer.frameCapacity).")
        }
        return nil
    }

    /// The error; that the engine does not run comes before all others.
    private func unlessStopped(_ error: NSError) -> NSError {
        core.runState == .running ? error : AVFAudioError.error(.notRunning(call: "renderOffline"))
    }

    /// What a code means to the caller. [render]
    func status(_ code: OSStatus) -> AVAudioEngineManualRenderingStatus {
        guard code == noErr else { return AVAudioEngineManualRenderingStatus(code) }
        return core.takeInputShortage() ? .insufficientDataFromInputNode : .success
    }

    // MARK: - From any thread

    /// Fills a list; the code of what went wrong, or `noErr`.
    ///
    /// [render] in real-time manual rendering.
    func render(_ frameCount: AVAudioFrameCount, to list: UnsafeMutablePointer<AudioBufferList>) -> OSStatus {
        guard !isBusy.exchange(true, ordering: .acquiring) else {
            return kAudioUnitErr_CannotDoInCurrentContext
        }
        defer { isBusy.store(false, ordering: .releasing) }
        let frames = Int(frameCount)
        guard frames <= maximumFrameCount else { return kAudioUnitErr_TooManyFramesToProcess }
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        guard supply(buffers, byteCount: frames * bytesPerFrame) else { return kAudio_ParamError }
        for channel in 0..<planar.channelCount { table[channel] = planar.channels[channel] }
        if isDirect {
            for channel in 0..<planar.channelCount {
                guard let samples = buffers[channel].mData else { continue }
                table[channel] = samples.assumingMemoryBound(to: Float.self)
            }
        }
        let code = fill(frames)
        if code == noErr, !isDirect { PlanarSamples(planar.channels, frames).store(in: buffers, as: kind) }
        return code
    }

    private func fill(_ frameCount: Int) -> OSStatus {
        guard !isOffline else { return renderOffline(frameCount, to: UnsafePointer(table)) }
        let isDone = core.renderRealtime(
            frameCount, to: UnsafePointer(table), channelCount: planar.channelCount, session: session)
        guard !isDone else { return noErr }
        return core.acceptsRealtimeCalls(session: session)
            ? kAudioUnitErr_CannotDoInCurrentContext
            : AVAudioEngineManualRenderingError.notRunning.rawValue
    }

    private func renderOffline(
        _ frameCount: Int, to channels: UnsafePointer<UnsafeMutablePointer<Float>>
    ) -> OSStatus {
        do throws(EngineError) {
            try core.renderOffline(
                frameCount, to: channels, channelCount: planar.channelCount, session: session)
            return noErr
        } catch {
            return OSStatus(truncatingIfNeeded: AVFAudioError.error(error).code)
        }
    }

    /// Checks the list, gives it memory where it has none, and sets its byte sizes; false if it does not fit.
    private func supply(_ buffers: UnsafeMutableAudioBufferListPointer, byteCount: Int) -> Bool {
        guard let ownList, stride > 0, buffers.count == planar.channelCount / stride else { return false }
        let spare = UnsafeMutableAudioBufferListPointer(ownList)
        for index in buffers.indices {
            guard buffers[index].mData == nil || Int(buffers[index].mDataByteSize) >= byteCount else {
                return false
            }
        }
        for index in buffers.indices {
            if buffers[index].mData == nil { buffers[index].mData = spare[index].mData }
            buffers[index].mDataByteSize = UInt32(byteCount)
        }
        return true
    }
}
