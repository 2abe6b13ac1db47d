// avf-plugin-host: one LV2 plugin in a process of its own, so that whatever it does there is its own affair.
import AVFLV2Host
import AVFPluginSandbox
import CAVFAllocations
import Glibc

if avf_allocations_are_counted() {
    AllocationCounter.current = AllocationCounter(begin: { avf_allocations_begin() }) {
        let counts = avf_allocations_end()
        return counts.taken + counts.given
    }
}

// Not exit(): what the plugin has left to be done at the end may crash, and is not waited for.
_exit(PluginHostMain.run(CommandLine.arguments))
