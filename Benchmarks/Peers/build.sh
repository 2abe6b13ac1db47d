#!/bin/bash
# Builds the peers whose libraries are installed, as their users would: for this machine. Fast if nothing
# changed.
#
#     Benchmarks/Peers/build.sh FOLDER
set -uo pipefail

mkdir -p "${1:?usage: build.sh FOLDER}/bin"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")"
flags=(-O3 -march=native -w -I. -I"$folder")

# make NAME SOURCE COMPILER [ARGUMENT …]
make() {
    local name=$1 source=$2 compiler=$3 program=$folder/bin/$1
    shift 3
    [ "$program" -nt "$source" ] && [ "$program" -nt peer.c ] && [ "$program" -nt peer.h ] && return
    [ "$folder/bin/peer.o" -nt peer.c ] || cc "${flags[@]}" -c peer.c -o "$folder/bin/peer.o" || return
    "$compiler" "${flags[@]}" "$source" "$folder/bin/peer.o" -o "$program" "$@" -lm \
        2>"$folder/bin/$name.log" ||
        { echo "peers: $name cannot be built, see $folder/bin/$name.log" >&2; rm -f "$program"; }
}

has() { pkg-config --exists "$@" 2>/dev/null; }

# The -D and -l of each library that is there: KEY=package.
libraries() {
    for pair in "$@"; do
        has "${pair#*=}" && echo "-DHAVE_${pair%%=*} $(pkg-config --cflags --libs "${pair#*=}")"
    done
}

make tool tool.c cc
make fluidsynth fluidsynth.c cc -ldl
has openal && make openal openal.c cc $(pkg-config --cflags --libs openal)
[ -f /usr/include/zita-convolver.h ] && make zita zita.cpp c++ -lzita-convolver -lfftw3f -lpthread
make rates rates.c cc \
    $(libraries SOXR=soxr SAMPLERATE=samplerate SPEEXDSP=speexdsp SWRESAMPLE=libswresample) \
    $(has libswresample && pkg-config --libs libavutil)
make stretch stretch.cpp c++ $(libraries RUBBERBAND=rubberband SOUNDTOUCH=soundtouch)
make transforms transforms.c cc $(libraries FFTW=fftw3f KISSFFT=kissfft-float AVUTIL=libavutil)
has lilv-0 && make plugin plugin.c cc $(pkg-config --cflags --libs lilv-0)
[ -f "$folder/miniaudio/miniaudio.h" ] &&
    make miniaudio miniaudio.c cc -I"$folder/miniaudio" -lpthread -ldl
if command -v faust >/dev/null; then
    for description in equalizer freeverb; do
        program=$folder/bin/faust-$description
        [ "$program" -nt faust.cpp ] && [ "$program" -nt $description.dsp ] && continue
        faust -lang cpp -a faust.cpp $description.dsp -o "$program.cpp" 2>/dev/null &&
            make faust-$description "$program.cpp" c++ -ffast-math
    done
fi
exit 0
