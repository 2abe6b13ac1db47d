#!/bin/bash
# Builds two libraries with every loop of CDSP: as the engine has them, and in scalar form. Says so if a loop
# that the headers declare is not measured. Without a folder it builds nothing, and fails if a loop is not measured
# or its call does not fit its header.
#
#     Benchmarks/Kernels/build.sh CLANG [FOLDER]
set -euo pipefail

clang=${1:?usage: build.sh CLANG [FOLDER]}
folder=${2:+$(mkdir -p "$2" && cd "$2" && pwd)}
cd "$(dirname "$0")"
sources=../../Sources

# Functions of one number, and what only computes a number for another loop, are no loops.
single='ramp_value|phase_after|wavetable_length|varispeed_reach|sin|cos|tan|asin|atan2|sinh|exp|exp2|log|log2|log10|pow|sqrt|tanh|bessel_i0|voice_[a-z_]+'
declared=$(grep -ohE 'avf_dsp_[a-z0-9_]+\(' $sources/CDSP/include/*.h | sed 's/avf_dsp_//; s/(//' | sort -u)
missing=0
for name in $(grep -vxE "$single" <<<"$declared"); do
    grep -qE "avf_dsp_$name\(" kernels.c || { echo "kernels: avf_dsp_$name is not measured" >&2; missing=1; }
done

newest=$(ls -t kernels.c $sources/CDSP/*.[ch] $sources/CDSP/include/*.h | head -n 1)
flags=(-O3 -fPIC -shared -ffp-contract=off -I../Sources/References/include
    -I$sources/CDSP/include -I$sources/CDSP -I$sources/CRealtime/include)
# One build of each loop, for the oldest CPU; what is written with vector types stays two or four numbers wide.
scalar=(-DAVF_DSP_CLONES= -DAVF_DSP_FRAME_BY_FRAME= -fno-vectorize -fno-slp-vectorize)
if [ -z "$folder" ]; then
    "$clang" "${flags[@]:3}" -fsyntax-only kernels.c
    "$clang" "${flags[@]:3}" "${scalar[@]}" -fsyntax-only $sources/CDSP/*.c
    exit $missing
fi
build() {
    local library=$folder/$1
    shift
    [ "$library" -nt "$newest" ] || "$clang" "${flags[@]}" "$@" kernels.c $sources/CDSP/*.c -o "$library" -lm
}
build kernels.so
build kernels-scalar.so "${scalar[@]}"
