#!/bin/sh
# Runs the proof and the command line tool in a virtual machine that has ALSA's sequencer: for machines whose
# kernel has none.
#
#   make midi-vm
#
# Needs qemu-system-x86, busybox-static and cpio; the kernel is Debian's, downloaded once (70 MB) into the
# folder that AVF_MIDI_VM names. The machine is emulated (TCG), so its times are longer than a real one's.
set -e
program=$(realpath "$1")
tool=$(realpath "$2")
folder=$(dirname "$(realpath "$0")")
work=${AVF_MIDI_VM:-${TMPDIR:-/tmp}/avf-midi-vm}
mkdir -p "$work"
cd "$work"

if [ ! -d kernel ]; then
    package=$(apt-cache depends linux-image-amd64 | awk '/Depends: linux-image-6/ { print $2; exit }')
    apt-get download "$package"
    mkdir kernel
    dpkg-deb --fsys-tarfile "$package"*.deb | tar x -C kernel ./boot ./lib/modules
fi
version=$(basename kernel/lib/modules/*)

rm -rf root
mkdir -p root/bin root/modules root/dev root/proc root/sys root/usr/share
cp "$(command -v busybox)" "$program" "$tool" "$folder/midi-vm-tool.sh" root/bin/
cp -r /usr/share/alsa root/usr/share
for library in $(ldd "$program" "$tool" | grep -o '/[^ ]*\.so[^ ]*' | sort -u); do
    mkdir -p "root$(dirname "$library")"
    cp -L "$library" "root$library"
done

modules="soundcore core/snd core/snd-timer core/snd-seq-device core/snd-rawmidi core/snd-hrtimer
    core/seq/snd-seq core/seq/snd-seq-midi-event core/seq/snd-seq-virmidi core/seq/snd-seq-midi
    core/seq/snd-seq-dummy drivers/snd-virmidi"
{
    echo '#!/bin/busybox sh'
    echo '/bin/busybox mount -t proc p /proc'
    echo '/bin/busybox mount -t sysfs s /sys'
    echo '/bin/busybox mount -t devtmpfs d /dev'
    for module in $modules; do
        cp "kernel/lib/modules/$version/kernel/sound/$module.ko" root/modules/
        echo "/bin/busybox insmod /modules/$(basename "$module").ko"
    done
    echo "/bin/$(basename "$program"); proof=\$?"
    echo "/bin/busybox sh /bin/midi-vm-tool.sh && [ \$proof = 0 ]"
    echo 'echo status=$?; /bin/busybox poweroff -f'
} > root/init
chmod +x root/init
(cd root && find . | cpio -o -H newc 2> /dev/null | gzip -1) > initrd.gz

timeout "${AVF_MIDI_VM_SECONDS:-180}" qemu-system-x86_64 -accel tcg -cpu max -m 512 -nographic -no-reboot \
    -kernel "kernel/boot/vmlinuz-$version" -initrd initrd.gz -append "console=ttyS0 quiet panic=1" \
    | tee output.txt
grep -q '^status=0' output.txt
