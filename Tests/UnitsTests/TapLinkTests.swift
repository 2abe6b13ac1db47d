import AVFUnits
import Testing

@Suite struct TapLinkTests {
    @Test(arguments: [(64, 24_000), (1, 100), (4096, 1), (1000, 3000)])
    func `a link has room for as many frames as it was made for`(slot: Int, minimum: Int) {
        let link = TapLink(slotFrameCount: slot, channelCount: 2, minimumFrameCount: minimum)
        #expect(link.roomInFrames >= max(minimum, 4 * slot))
        #expect(link.take() == nil)
        #expect(link.droppedFrameCount == 0)
    }
}
