// Proves the MIDI ports on a kernel with ALSA's sequencer: prints what it measures, ends with 0 if all is well.
// midi-vm.sh runs it in a virtual machine.
import AVFDevices
import AVFRender
import Glibc

let proof = Proof()
do throws(MIDIError) {
    try proof.checkPorts()
    try proof.checkLatency()
    try proof.checkSchedule()
    try proof.checkRate()
    try proof.checkExclusive()
    try proof.checkHotPlug()
    try proof.checkVanishing()
    try proof.checkOverrun()
    try proof.checkThrough()
} catch {
    proof.expect(false, "\(error)")
}
exit(proof.failureCount == 0 ? 0 : 1)
