import AVFAudio
import Synchronization
import TestSupport
import Testing

@Suite struct SourceNodeTests {
    /// A source of `format` into the main mixer, as `connection`, running.
    private func running(
        _ source: AVAudioSourceNode, connection: AVAudioFormat? = nil, rate: Double = 48_000,
        channels: AVAudioChannelCount = 1
    ) throws -> OfflineEngine {
        let offline = try OfflineEngine(rate: rate, channels: channels)
        offline.engine.attach(source)
        offline.engine.connect(source, to: offline.engine.mainMixerNode, format: connection)
        try offline.engine.start()
        return offline
    }

    @Test(arguments: [1, 7, 64, 512])
    func `a block's frames are heard, each at its sample time`(block: Int) throws {
        let source = AVAudioSourceNode(format: standardFormat(2)) { _, time, frameCount, list in
            let first = Int(time.pointee.mSampleTime)
            for (channel, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
                let samples = UnsafeMutableBufferPointer<Float>(buffer)
                for frame in 0..<Int(frameCount) { samples[frame] = ramp(first + frame, channel) }
            }
            return noErr
        }
        let offline = try running(source, channels: 2)
        let output = try offline.render(1000, block: block)
        #expect(output[0] == (0..<1000).map { ramp($0, 0) })
        #expect(output[1] == (0..<1000).map { ramp($0, 1) })
        #expect(source.outputFormat(forBus: 0) == standardFormat(2))
    }

    @Test(arguments: [
        (AVAudioCommonFormat.pcmFormatInt16, true), (.pcmFormatInt16, false), (.pcmFormatInt32, true),
        (.pcmFormatFloat64, true), (.pcmFormatFloat32, true),
    ])
    func `every common format, interleaved or not, is converted exactly`(
        kind: AVAudioCommonFormat, isInterleaved: Bool
    ) throws {
        let format = AVAudioFormat(
            commonFormat: kind, sampleRate: 48_000, channels: 2, interleaved: isInterleaved)!
        let source = AVAudioSourceNode(format: format) { _, time, frameCount, list in
            for (number, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
                let width = Int(buffer.mNumberChannels)
                for index in 0..<Int(frameCount) * width {
                    let channel = width == 1 ? number : index % width
                    let value = Double(ramp(Int(time.pointee.mSampleTime) + index / width, channel))
                    switch kind {
                    case .pcmFormatInt16:
                        buffer.mData!.assumingMemoryBound(to: Int16.self)[index] = Int16(value * 32_768)
                    case .pcmFormatInt32:
                        buffer.mData!.assumingMemoryBound(to: Int32.self)[index] = Int32(
                            value * 2_147_483_648)
                    case .pcmFormatFloat64: buffer.mData!.assumingMemoryBound(to: Double.self)[index] = value
                    default: buffer.mData!.assumingMemoryBound(to: Float.self)[index] = Float(value)
                    }
                }
            }
            return noErr
        }
        let offline = try running(source, channels: 2)
        let output = try offline.render(300, block: 100)
        let scale: Float = kind == .pcmFormatInt16 ? 32_768 : 65_536
        for channel in 0..<2 {
            #expect(output[channel] == (0..<300).map { (ramp($0, channel) * scale).rounded(.down) / scale })
        }
    }

    @Test(arguments: [[1], [100, 3], [512]])
    func `a source at another rate than its connection is heard at its true pitch and place`(
        blocks: [Int]
    ) throws {
        let source = AVAudioSourceNode(format: standardFormat(1, rate: 44_100)) { _, time, count, list in
            let samples = UnsafeMutableBufferPointer<Float>(list.pointee.mBuffers)
            for frame in 0..<Int(count) {
                samples[frame] = Float(
                    sin(2 * Double.pi * 997 * (time.pointee.mSampleTime + Double(frame)) / 44_100))
            }
            return noErr
        }
        let offline = try running(source, connection: standardFormat(1))
        var output: [Float] = []
        for index in 0... where output.count < 12_000 {
            output += try offline.render(blocks[index % blocks.count])[0]
            if output.count >= 12_000 { break }
        }
        let errors = (1000..<12_000).map {
            abs(Double(output[$0]) - sin(2 * Double.pi * 997 * Double($0) / 48_000))
        }
        #expect(errors.max() ?? 1 < 1e-5)
    }

    @Test func `frames that the block calls silence are silence, whatever its memory holds`() throws {
        let source = AVAudioSourceNode { isSilence, time, count, list in
            let samples = UnsafeMutableBufferPointer<Float>(list.pointee.mBuffers)
            for frame in 0..<Int(count) { samples[frame] = 1 }
            isSilence.pointee = ObjCBool(time.pointee.mSampleTime >= 100)
            return noErr
        }
        let output = try running(source).render(200, block: 100)[0]
        #expect(output == (0..<200).map { $0 < 100 ? 1 : 0 })
    }

    @Test func `a block may put memory of its own in the place of the list's`() throws {
        nonisolated(unsafe) let own = buffer(64, ramp)  // One thread renders.
        let source = AVAudioSourceNode { _, _, count, list in
            list.pointee.mBuffers.mData = UnsafeMutableRawPointer(own.floatChannelData![0])
            return noErr
        }
        let output = try running(source).render(128, block: 64)[0]
        #expect(output == (0..<128).map { ramp($0 % 64) })
    }

    @Test func `what a block does not write is silence`() throws {
        let source = AVAudioSourceNode { _, _, _, _ in noErr }
        #expect(try running(source).render(100)[0].allSatisfy { $0 == 0 })
    }

    @Test func `a status makes a block silent and is told once, until it changes`() throws {
        let source = AVAudioSourceNode { _, time, count, list in
            let samples = UnsafeMutableBufferPointer<Float>(list.pointee.mBuffers)
            for frame in 0..<Int(count) { samples[frame] = 1 }
            return (100..<300).contains(time.pointee.mSampleTime) ? -50 : noErr
        }
        let offline = try running(source)
        let output = try offline.render(400, block: 100)[0]
        #expect(output == (0..<400).map { (100..<300).contains($0) ? 0 : 1 })
        offline.engine.stop()
        while offline.refused.all.isEmpty { sched_yield() }
        #expect(offline.refused.codes == [-50])
        #expect(
            offline.refused.sentences
                == ["The block of 'source' returned the status -50: silence takes the place of its frames."])
    }

    @Test func `volume and pan set before the connection hold for a source`() throws {
        let source = AVAudioSourceNode(format: standardFormat(1)) { _, _, count, list in
            let samples = UnsafeMutableBufferPointer<Float>(list.pointee.mBuffers)
            for frame in 0..<Int(count) { samples[frame] = 0.5 }
            return noErr
        }
        source.volume = 0.5
        source.pan = -1
        let output = try running(source, channels: 2).render(10)
        #expect(output[0].allSatisfy { abs($0 - 0.25 * Float(2).squareRoot()) < 1e-6 })
        #expect(output[1].allSatisfy { $0 == 0 })
    }

    @Test func `a format that is no common one is refused in words`() throws {
        var description = AudioStreamBasicDescription()
        description.mFormatID = kAudioFormatMPEG4AAC
        description.mSampleRate = 48_000
        description.mChannelsPerFrame = 1
        let format = try #require(AVAudioFormat(streamDescription: &description))
        let source = AVAudioSourceNode(format: format) { _, _, _, _ in noErr }
        let offline = try running(source)
        _ = try offline.render(100)
        while offline.refused.all.isEmpty { sched_yield() }
        #expect(offline.refused.codes == [Int(kAudioUnitErr_FormatNotSupported)])
    }
}
