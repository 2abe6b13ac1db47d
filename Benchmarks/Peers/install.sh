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
    lsp-plugins-lv2 mda-lv2 lv2-examples ardour-lv2-plugins sox ffmpeg faust python3-venv
)
$sudo apt-get update -q
for package in "${packages[@]}"; do
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
