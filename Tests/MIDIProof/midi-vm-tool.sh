# Runs in the virtual machine: what `avf` does with MIDI ports. Ends with 0 if all is well.
PATH=/bin
for command in cat cp grep kill mkdir sleep tr wc; do busybox ln -s busybox "/bin/$command"; done
mkdir -p /tmp
cd /tmp || exit 1

fail() {
    echo "FAILED: $1"
    exit 1
}

avf midi > ports || fail "avf midi"
cat ports
grep -q '^14:0  Midi Through:' ports || fail "the through port is listed"

avf midi monitor 'Midi Through' --count 3 > heard &
monitor=$!
sleep 3
avf midi send 'Midi Through' --note 60,100,0.2 || fail "avf midi send --note"
avf midi send 14:0 b0 07 40 || fail "avf midi send of bytes"
wait $monitor || fail "avf midi monitor"
cat heard
grep -q 'note on 60 (C4) velocity 100, channel 1  .20903C64.' heard || fail "the note is shown"
grep -q 'controller 7 value 64, channel 1' heard || fail "the controller is shown"

# A sampler without a bank plays a sine; the device writes down what it is given.
avf play --midi-port synth --unit sampler --device 'file:/tmp/played.raw,raw' 2> log &
player=$!
sleep 4
cp played.raw before.raw
avf midi send synth --note 69,127,1 || fail "avf midi send to a virtual port"
sleep 1
kill -INT $player
wait $player
echo "avf play ended with $?"
cat log
[ "$(tr -d '\000' < before.raw | wc -c)" = 0 ] || fail "nothing sounds before the note"
[ "$(tr -d '\000' < played.raw | wc -c)" -gt 100000 ] || fail "the note is heard"
echo "ok:     the command line tool plays, shows and sends"
