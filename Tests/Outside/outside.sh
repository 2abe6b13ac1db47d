#!/bin/bash
# Installs, and compiles and runs every block of code in the README as a stranger would: the Swift ones in a package
# that depends on this one, by path and by tag as the README says it, the C one by pkg-config, the command line with the
# installed avf. A block that nothing here runs is an error.
# usage: outside.sh [SWIFT]
set -euo pipefail
swift=${1:-swift}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$root/build/outside
installed=$work/installed
speech=/usr/share/sounds/alsa/Front_Center.wav
blocks=$work/blocks

mkdir -p "$work"
rm -rf "$blocks"
mkdir "$blocks"

# Every block of the README as a file: those between ``` with their language as extension, indented ones as .sh.
awk -v folder="$blocks" '
    function begin(extension) { file = sprintf("%s/%02d.%s", folder, ++count, extension) }
    fenced { if ($0 == "```") { fenced = 0; file = "" } else print > file; next }
    /^```/ { fenced = 1; begin(substr($0, 4)); next }
    /^    / { if (!indented) { indented = 1; begin("sh") } print substr($0, 5) > file; next }
    { indented = 0 }' "$root/README.md"

# block LANGUAGE TEXT: the one block that contains a text; it is struck off the list.
block() {
    local found
    found=$(grep -lF -- "$2" "$blocks"/*."$1")
    cat "$found"
    mv "$found" "$found.done"
}

# --- Installed ---------------------------------------------------------------------------------------------

make -C "$root" --no-print-directory install PREFIX="$installed" SWIFT="$swift"
export PKG_CONFIG_PATH=$installed/lib/pkgconfig PATH=$installed/bin:$PATH
unset LD_LIBRARY_PATH
cd "$work"

block c '#include <avfaudio.h>' >render.c
gcc -std=c11 -Wall -Wextra -pedantic -Werror $(pkg-config --cflags avfaudio) -fsyntax-only render.c
block sh 'cc render.c' >compile.sh
bash -eu compile.sh
./render "$speech" c.wav

cp "$speech" in.wav
avf convert in.wav in.flac
block sh 'avf render in.wav out.flac' >commands.sh
bash -eux commands.sh >commands.txt
for made in out.flac out.wav out.svg curve.svg out.m4a; do test -s "$made"; done
test -x "$installed/libexec/avfaudio/avf-plugin-host"

# Makes nothing: these would run themselves.
block sh 'make demo' >make.sh
while read -r make target _; do test "$make" = make && make -C "$root" -n "$target" >/dev/null; done <make.sh

# --- Swift -------------------------------------------------------------------------------------------------

mkdir -p path/Sources/{render,play,isolate} tag/Sources/render
cp "$root/Tests/Outside/Package.swift" path
block swift 'enableManualRenderingMode' >path/Sources/render/main.swift
block swift 'completionCallbackType' >path/Sources/play/main.swift
{
    echo 'import AVFAudio'
    echo 'let uri = "http://drobilla.net/plugins/mda/Ambience"'
    block swift 'loadOutOfProcess'
    echo 'guard reverb.loadError == nil, AVAudioUnit.isolation.options == .loadInProcess else { fatalError() }'
} >path/Sources/isolate/main.swift
AVFAUDIO=$root "$swift" build --package-path path
path/.build/debug/render "$speech" path.wav
path/.build/debug/isolate
# The speech lasts 1.4 seconds, and so must the program.
begin=$(date +%s%N)
path/.build/debug/play "$speech"
test $(($(date +%s%N) - begin)) -ge 1400000000

# A version for each commit, because SwiftPM remembers what a version was.
version=1.0.$(git -C "$root" log -1 --format=%ct)
rm -rf AVFAudio.git
git clone -q --bare "$root" AVFAudio.git
git -C AVFAudio.git tag "$version" HEAD
{
    echo '// swift-tools-version: 6.2'
    echo 'import PackageDescription'
    echo 'let package = Package('
    echo '    name: "Outside",'
    block swift 'dependencies: [.package(url:' | sed "s|https://example.org/|file://$work/|"
    echo ')'
} >tag/Package.swift
cp path/Sources/render/main.swift tag/Sources/render
"$swift" build --package-path tag
tag/.build/debug/render "$speech" tag.wav

cmp path.wav tag.wav
cmp path.wav c.wav
left=$(find "$blocks" -type f ! -name '*.done')
if [ -n "$left" ]; then
    echo "outside: nothing compiles or runs these blocks of the README:" >&2
    for file in $left; do echo "--- $file" >&2; cat "$file" >&2; done
    exit 1
fi
echo "outside: every block of the README works; by path, by tag and from C the programs write the same file"
