// This file imports nothing but CoreAudio and the test library; that it compiles is the test.
import CoreAudio
import Testing

struct CoreAudioUmbrellaTests {
    @Test
    func `importing CoreAudio alone gives its types and the pointer to a list of buffers`() {
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        let pointer: UnsafeMutableAudioBufferListPointer = list
        var description = AudioStreamBasicDescription()
        description.mFormatID = kAudioFormatLinearPCM
        #expect(pointer.count == 2 && description.mFormatID == 0x6C70_636D)
        #expect(AudioTimeStamp().mFlags.isEmpty && noErr == OSStatus(0))
    }
}
