#!/bin/bash
# Builds the binary of avfaudio.lv2 in Embedded Swift: it needs the C library and nothing of Swift.
#
#     Plugins/build.sh PATH-OF-SWIFTC FOLDER-FOR-OBJECTS OUTPUT
#
# The units, what they are made of, the readers of sound banks and the plugin's face become one module, because Embedded
# Swift does not see the clean-up of another module's values. Plans, threads and states stay out: a plugin's host has
# its own. So does what finds banks by itself, or shares them between instruments.
set -euo pipefail

usage="usage: build.sh PATH-OF-SWIFTC FOLDER-FOR-OBJECTS OUTPUT"
swiftc=${1:?$usage} objects=${2:?$usage} output=${3:?$usage}
sources=$(cd "$(dirname "$0")/../Sources" && pwd)
mkdir -p "$objects" "$(dirname "$output")"

fact() { "$swiftc" -print-target-info | sed -n "s/.*\"$1\": \"\(.*\)\".*/\1/p" | head -1; }
clang=$(fact runtimeResourcePath)/../../bin/clang
unicode=$(fact runtimeResourcePath)/embedded/$(fact unversionedTriple)/libswiftUnicodeDataTables.a
[ -e "$unicode" ] || { echo "build.sh: this toolchain has no Embedded Swift for $(fact unversionedTriple)" >&2; exit 1; }

# What nothing calls is left out by the linker, function by function. Nothing throws, so nothing is unwound.
parts=(-fPIC -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables -fno-unwind-tables)
headers=(-I"$sources/CDSP/include" -I"$sources/CRealtime/include" -I"$sources/CSounds/include")
rm -f "$objects"/*.o
for file in "$sources"/CDSP/*.c "$sources"/CRealtime/{entry,word,fence}.c "$sources"/CSounds/*.c; do
    case $(basename "$file" .c) in
    # What only runs while a file is loaded, once for all CPUs.
    pcm | sounds | resample*) speed=(-Oz -DAVF_DSP_CLONES=) ;;
    *) speed=(-O2 -DAVF_DSP_FEW_CLONES) ;;
    esac
    "$clang" "${speed[@]}" -ffp-contract=off "${parts[@]}" "${headers[@]}" \
        -c "$file" -o "$objects/$(basename "$file" .c).o"
done

cat >"$objects/module.modulemap" <<EOF
module CAVFDSP { umbrella "$sources/CDSP/include" export * }
module CAVFRealtime { header "$sources/CRealtime/include/CAVFRealtime.h" export * }
module CAVFSounds { header "$sources/CSounds/include/CAVFSounds.h" export * }
module Glibc { header "$sources/../Plugins/glibc.h" export * }
EOF
embedded=(-swift-version 6 -parse-as-library -enable-experimental-feature Embedded -wmo)
# The sources import the modules that they are part of elsewhere; here these are empty.
: >"$objects/empty.swift"
for module in AVFRealtime AVFDSP AVFRender AVFSpatial AVFUnits AVFSoundBanks AVFInstruments; do
    "$swiftc" "${embedded[@]}" -emit-module -module-name $module -o "$objects/$module.swiftmodule" "$objects/empty.swift"
done

# By way of LLVM's text, because swiftc puts all data into one section, which calls everything.
"$swiftc" "${embedded[@]}" -Osize -module-name AVFAudioLV2 -package-name avfaudio \
    -I "$objects" -I "$sources/System/lv2" -Xcc "${headers[0]}" -Xcc "${headers[1]}" \
    "$sources"/Realtime/{MultiProducerQueue,OwnedCell,Ring}.swift \
    "$sources"/DSP/*/*.swift "$sources"/Render/*.swift "$sources"/Render/Automation/*.swift "$sources"/Render/Events/*.swift \
    "$sources"/Spatial/{Geometry/{Vector3,HeadDirection},Laws/{SphericalHead,EqualPowerPan},Numerics/LinearSystem}.swift \
    "$sources"/Spatial/Delays/FarrowDesign.swift "$sources"/Units/Spatial/{SpatialDelays,SpatialShadowFilters}.swift \
    "$sources"/Units/*.swift "$sources"/Units/Effects/*/*.swift "$sources"/Units/{Generators,Instruments,MIDI,Mixers,TimeEffects,Faces}/*.swift \
    $(ls "$sources"/SoundBanks/*/*.swift | grep -v -e SoundBankCache -e DefaultBank) "$sources"/Instruments/*.swift \
    "$sources"/AVFAudioLV2/*.swift -emit-ir -o "$objects/plugin.ll"
"$clang" -Oz -mllvm -enable-machine-outliner=always -Wno-override-module "${parts[@]}" -x ir -c "$objects/plugin.ll" -o "$objects/plugin.o"

"$clang" -shared -fuse-ld=lld -Wl,--gc-sections -Wl,--icf=all -Wl,-z,defs -Wl,-z,pack-relative-relocs \
    -Wl,--version-script="$sources/AVFAudioLV2/exports.map" "$objects"/*.o "$unicode" -lm -o "$output"
