#!/bin/sh
# Checks the LV2 bundle as it is shipped: what it needs and exports, that other hosts list and run it, and that its
# plugins make the samples of the native units.
# usage: check-plugins.sh LV2-FOLDER PATH-OF-AVF
set -eu
folder=$(cd "$1" && pwd)
avf=$2
library=$folder/avfaudio.lv2/libavfaudio-lv2.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LV2_PATH="$folder"
unset LD_LIBRARY_PATH
fail() {
    echo "check-plugins: $*" >&2
    exit 1
}

needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
surplus=$(echo "$needed" | grep -Ev '^(libc|libm|libstdc\+\+|libgcc_s|ld-linux.*)\.so' || true)
[ -z "$surplus" ] || fail "they need" $surplus
! ldd "$library" | grep -Eq 'libswift|not found' || fail "they need the Swift runtime, or something is missing"
! readelf -d "$library" | grep -Eq 'RPATH|RUNPATH.*/' || fail "they look for libraries in a folder of the builder's"
exported=$(nm -D --defined-only "$library" | awk '$2 ~ /[B-Z]/ { print $3 }' | sed 's/@.*//')
[ "$exported" = lv2_descriptor ] || fail "they export" $exported

# What it is and a little room; who needs more says what for. Half of it reads sound banks.
limit=1250000 size=$(cat "$folder"/avfaudio.lv2/* | wc -c)
[ "$size" -le "$limit" ] || fail "the bundle has $size bytes, $limit are enough"

count=0
for uri in $(lv2ls); do
    lv2info "$uri" >"$work/info" 2>&1 || fail "lv2info does not know $uri"
    [ -n "$(lv2bench "$uri")" ] || fail "lv2bench cannot run $uri"
    count=$((count + 1))
done
[ "$count" -gt 0 ] || fail "no plugin is listed"

speech=/usr/share/sounds/alsa/Front_Center.wav
lv2apply -i "$speech" -o "$work/same.wav" -c gain 0 urn:avfaudio:gain || fail "lv2apply cannot run the gain"
[ "$(stat -c %s "$work/same.wav")" -gt 1000 ] || fail "lv2apply has written nothing"

"$avf" convert "$speech" "$work/stereo.wav" --channels 2 >/dev/null || fail "avf cannot convert $speech"
# The same kernels by another compiler, to the bit; generators make their sound from nothing.
for uri in $(lv2ls); do
    unit=${uri#urn:avfaudio:}
    case $unit in tone | noise | sweep | impulseTrain | wavetable | silence | midiTranspose | sampler) continue ;; esac
    "$avf" render "$work/stereo.wav" "$work/native.wav" --unit "$unit" >/dev/null || fail "avf cannot run $unit"
    "$avf" render "$work/stereo.wav" "$work/plugin.wav" --in-process --unit "$uri" >/dev/null || fail "avf cannot run $uri"
    cmp -s "$work/native.wav" "$work/plugin.wav" || fail "$uri does not sound like the native unit"
done
# An impulse response from a file, read by the plugin's own reader.
"$avf" convert "$speech" "$work/response.wav" --format int24 --channels 1 >/dev/null || fail "avf cannot convert $speech"
"$avf" render "$work/stereo.wav" "$work/native.wav" --unit "convolution:file=$work/response.wav" >/dev/null
"$avf" render "$work/stereo.wav" "$work/plugin.wav" --in-process \
    --unit "urn:avfaudio:convolution:sound=$work/response.wav" >/dev/null || fail "avf cannot give the convolution a file"
cmp -s "$work/native.wav" "$work/plugin.wav" || fail "convolution with a file does not sound like the native unit"
! cmp -s "$work/stereo.wav" "$work/plugin.wav" || fail "convolution has taken no file"

# A program of a bank, read by the plugin's own reader, and two notes of a MIDI file.
bank=/usr/share/sounds/sf2/TimGM6mb.sf2
if [ -e "$bank" ]; then
    printf 'MThd\0\0\0\6\0\0\0\1\1\340MTrk\0\0\0\31\0\300\5\0\220\74\144\203\140\200\74\100' >"$work/song.mid"
    printf '\0\220\100\120\203\140\200\100\100\0\377\57\0' >>"$work/song.mid"
    "$avf" render "$work/song.mid" "$work/native.wav" --unit "sampler:bank=$bank,program=5" >/dev/null
    "$avf" render "$work/song.mid" "$work/plugin.wav" --in-process \
        --unit "urn:avfaudio:sampler:bank=$bank,program=5" >/dev/null || fail "avf cannot give the sampler a bank"
    cmp -s "$work/native.wav" "$work/plugin.wav" || fail "the sampler with a bank does not sound like the native unit"
    "$avf" render "$work/song.mid" "$work/silent.wav" --in-process --unit urn:avfaudio:sampler >/dev/null
    ! cmp -s "$work/silent.wav" "$work/plugin.wav" || fail "the sampler has taken no bank"
fi

if command -v sord_validate >/dev/null && command -v lv2_validate >/dev/null; then
    lv2_validate "$folder/avfaudio.lv2" >"$work/validation" 2>&1 || fail "$(cat "$work/validation")"
fi
if command -v ffmpeg >/dev/null && ffmpeg -hide_banner -filters 2>/dev/null | grep -q ' lv2 '; then
    for unit in equalizer reverb convolution; do
        ffmpeg -v error -nostdin -y -i "$work/stereo.wav" -af 'lv2=p=urn\\:avfaudio\\:'"$unit" "$work/ffmpeg.wav" ||
            fail "ffmpeg cannot run $unit"
    done
fi
echo "$library: $count plugins run in lv2ls, lv2info, lv2bench and lv2apply; $(stat -c %s "$library") bytes of $size, needs" $needed
