import CAVFRealtime
import Testing

@Suite struct RealtimeEntryTests {
    /// What a body in the real-time context found.
    private struct Finding {
        var state = avf_rt_fpu_state(value: 0)
        var product: Float = 1
        var sum: Float = 1
        var smallest = Float.leastNormalMagnitude
        var denormal = Float.leastNonzeroMagnitude
        var two: Float = 2
    }

    private func enter(_ finding: inout Finding) {
        avf_rt_enter(
            { context in
                guard let finding = context?.assumingMemoryBound(to: Finding.self) else { return }
                finding.pointee.state = avf_rt_fpu_read()
                finding.pointee.product = finding.pointee.smallest * 0.5
                finding.pointee.sum = finding.pointee.denormal + finding.pointee.denormal
            }, &finding)
    }

    @Test func `in the real-time context denormal results and denormal operands are zero`() {
        var finding = Finding()
        enter(&finding)
        #expect(finding.product == 0)
        #expect(finding.sum == 0)
    }

    @Test func `after the real-time context denormals are what they were`() {
        var finding = Finding()
        enter(&finding)
        #expect(finding.smallest * 0.5 != 0)
        #expect(finding.denormal + finding.denormal != 0)
    }

    @Test func `the caller's floating-point state comes back to the bit, whatever the body left behind`() {
        let before = avf_rt_fpu_read()
        avf_rt_enter({ _ in avf_rt_fpu_write(avf_rt_fpu_state(value: Self.stateOfABadPlugin)) }, nil)
        #expect(avf_rt_fpu_read().value == before.value)
    }

    #if arch(x86_64)
        /// MXCSR rounding towards zero, x87 in single precision.
        private static let stateOfABadPlugin: UInt64 = 0x007F_0000_7F80

        @Test func `every caller's arithmetic rounds to nearest and never traps in the real-time context`() {
            let before = avf_rt_fpu_read()
            defer { avf_rt_fpu_write(before) }
            // Rounding upwards in both units, and a trap for a division by zero.
            let unusual = (before.value & ~(0x6200 | 0x0C04 << 32)) | 0x4000 | 0x0800 << 32
            avf_rt_fpu_write(avf_rt_fpu_state(value: unusual))
            var finding = Finding()
            enter(&finding)
            let after = avf_rt_fpu_read().value
            avf_rt_fpu_write(before)
            #expect(finding.state.value & ~0x3F == 0x037F_0000_9FC0)
            #expect(after & ~0x3F == unusual & ~0x3F)
        }
    #else
        private static let stateOfABadPlugin: UInt64 = 1 << 22
    #endif

    @Test func `modes that foreign code has changed in the real-time context are brought back there`() {
        var finding = Finding()
        avf_rt_enter(
            { context in
                guard let finding = context?.assumingMemoryBound(to: Finding.self) else { return }
                avf_rt_fpu_write(avf_rt_fpu_state(value: Self.stateOfABadPlugin))
                avf_rt_fpu_restore()
                finding.pointee.product = finding.pointee.smallest * 0.5
                // Two thirds are rounded up to the nearest float; towards zero it would be less.
                finding.pointee.sum = finding.pointee.two / 3
            }, &finding)
        #expect(finding.product == 0)
        #expect(finding.sum == Float(2.0 / 3.0))
    }

    @Test func `host time goes forward`() {
        let first = avf_rt_host_time()
        #expect(first > 0)
        #expect(avf_rt_host_time() >= first)
    }
}
