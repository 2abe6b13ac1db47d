// Proves the MIDI ports on a kernel with ALSA's sequencer: prints what it measures, ends with 0 if all is
// well. midi-vm.sh runs it in a virtual machine.
import AVFDevices
import AVFRender
import CAVFALSA
import Glibc

let proof = Proof()
do throws(MIDIError) {
    try proof.checkPorts()
    try proof.checkLatency()
    try proof.checkSchedule()
    try proof.checkRate()
    try proof.checkExclusive()
    try proof.checkHotPlug()
    try proof.checkVanishing(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
    try proof.checkVanishing(SND_SEQ_PORT_CAP_READ)
    try proof.checkOverrun()
    try proof.checkThrough()
} catch {
    proof.expect(false, "\(error)")
}
exit(proof.failureCount == 0 ? 0 : 1)
