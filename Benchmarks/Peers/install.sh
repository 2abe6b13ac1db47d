#!/bin/bash
# Installs what the benchmarks compare with: packages of Debian 12, and wheels in an environment of their own.
#
#     Benchmarks/Peers/install.sh FOLDER
set -euo pipefail

folder=${1:?usage: install.sh FOLDER}
sudo=$([ "$(id -u)" = 0 ] || echo sudo)
packages=(
    libsoxr-dev libsamplerate0-dev libspeexdsp-dev libswresample-dev libopenal-dev libzita-convolver-dev
    librubberband-dev libsoundtouch-dev libfftw3-dev libkissfft-dev liblilv-dev lv2-dev
    lsp-plugins-lv2 mda-lv2 lv2-examples ardour-lv2-plugins sox ffmpeg faust libfluidsynth3 timgm6mb-soundfont
    python3-venv
)
missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] || $sudo apt-get update -q
# One by one: what one release of Debian does not have must not keep the others away.
for package in "${missing[@]}"; do
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$package" ||
        echo "peers: $package cannot be had; what needs it is left out" >&2
done

[ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv"
for wheel in numpy pedalboard python-stretch dawdreamer; do
    "$folder/venv/bin/pip" install -q "$wheel" || echo "peers: $wheel cannot be had" >&2
done
# The source package has the header that we want; nothing of it is built.
if ! [ -f "$folder/miniaudio/miniaudio.h" ]; then
    mkdir -p "$folder/miniaudio" "$folder/download"
    if "$folder/venv/bin/pip" download -q --no-deps --no-binary :all: -d "$folder/download" miniaudio; then
        tar -xzf "$folder"/download/miniaudio-*.tar.gz -C "$folder/miniaudio" --strip-components 2 \
            --wildcards '*/miniaudio/miniaudio.h'
    fi
fi
"$(dirname "$0")/build.sh" "$folder"
