import AVFAudio
import Testing

struct CoreAudioTypesTests {
    @Test
    func `constants have Apple's values and types`() {
        let format: AudioFormatID = kAudioFormatLinearPCM
        let flags: AudioFormatFlags = kAudioFormatFlagsNativeFloatPacked
        let tag: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
        let label: AudioChannelLabel = kAudioChannelLabel_Unknown
        let status: OSStatus = kAudio_BadFilePathError
        #expect(format == 0x6C70_636D)
        #expect(flags == 9)
        #expect(tag == 121 << 16 | 6)
        #expect(label == 0xFFFF_FFFF)
        #expect(status == 0x2170_7468)
        #expect(noErr == 0)
        #expect(kAudioFormatMPEG4AAC == 0x6161_6320)
        #expect(kAudioFileWAVEType == 0x5741_5645)
        #expect(kAudioUnitType_Effect == 0x6175_6678)
        #expect(kAudioUnitErr_FormatNotSupported == -10868)
        #expect(AUEventSampleTimeImmediate == -(1 << 32))
    }

    @Test
    func `structures have the sizes of Apple's`() {
        #expect(MemoryLayout<AudioStreamBasicDescription>.size == 40)
        #expect(MemoryLayout<AudioBuffer>.size == 16)
        #expect(MemoryLayout<AudioBufferList>.size == 24)
        #expect(MemoryLayout<AudioTimeStamp>.size == 64)
        #expect(MemoryLayout<SMPTETime>.size == 24)
        #expect(MemoryLayout<AudioChannelDescription>.size == 20)
        #expect(MemoryLayout<AudioChannelLayout>.size == 32)
        #expect(MemoryLayout<AudioStreamPacketDescription>.size == 16)
        #expect(MemoryLayout<AudioComponentDescription>.size == 20)
    }

    @Test
    func `option sets and enums have Swift's spelling`() {
        let speakers: AudioChannelBitmap = [.bit_Left, .bit_Right, .bit_Center]
        let validity: AudioTimeStampFlags = .sampleHostTimeValid
        #expect(speakers.rawValue == 7)
        #expect(validity == [.sampleTimeValid, .hostTimeValid])
        #expect(SMPTETimeType.type2997Drop.rawValue == 5)
        #expect(AudioUnitRenderActionFlags.unitRenderAction_OutputIsSilence.rawValue == 16)
        #expect(AudioComponentInstantiationOptions.loadOutOfProcess.rawValue == 1)
    }

    @Test
    func `a tag's low 16 bits are its channel count`() {
        #expect(AudioChannelLayoutTag_GetNumberOfChannels(kAudioChannelLayoutTag_MPEG_7_1_C) == 8)
        #expect(AudioChannelLayoutTag_GetNumberOfChannels(kAudioChannelLayoutTag_Unknown | 3) == 3)
        #expect(AudioChannelLayoutTag_GetNumberOfChannels(kAudioChannelLayoutTag_UseChannelBitmap) == 0)
    }

    @Test
    func `host time moves forward in nanoseconds`() {
        var timebase = mach_timebase_info_data_t()
        #expect(mach_timebase_info(&timebase) == 0)
        #expect(timebase.numer == 1 && timebase.denom == 1)
        var now = timespec()
        let before = mach_absolute_time()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let after = mach_absolute_time()
        let middle = UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
        #expect(before <= middle && middle <= after)
    }
}
