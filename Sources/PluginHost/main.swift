// avf-plugin-host: one LV2 plugin in a process of its own, so that whatever it does there is its own affair.
import AVFLV2Host
import Glibc

// Not exit(): what the plugin has left to be done at the end may crash, and nobody waits for it.
_exit(GuestMain.run(CommandLine.arguments))
