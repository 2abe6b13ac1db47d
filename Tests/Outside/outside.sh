#!/bin/bash
# Installs, and compiles and runs every block of code in the README as a stranger would: the Swift ones in a package that
# depends on a version of this one as the README says it, the C one by pkg-config, the command line with the installed
# avf. A block that nothing here runs is an error. Benchmarks/Package.swift is what depends on this package by its path.
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
export AVF_PLUGIN_HOST=$installed/libexec/avfaudio/avf-plugin-host
unset LD_LIBRARY_PATH
cd "$work"

block c '#include <avfaudio.h>' >render.c
gcc -std=c11 -Wall -Wextra -pedantic -Werror $(pkg-config --cflags avfaudio) -fsyntax-only render.c
block sh 'cc render.c' >compile.sh
bash -eu compile.sh
./render "$speech" c.wav

cp "$speech" in.wav
avf convert in.wav in.flac
# A song of one note, and the speech as the instrument that plays it: what a bank is, its content says.
printf 'MThd\0\0\0\6\0\0\0\1\1\340MTrk\0\0\0\15\0\220\74\144\203\140\200\74\100\0\377\57\0' >song.mid
cp "$speech" font.sf2
echo '{"sources": [{"path": [{"time": 0, "position": [-5, 0, -1]}, {"time": 1, "position": [5, 0, -1]}]}]}' >scene.json
block sh 'avf render in.wav out.flac' >commands.sh
bash -eux commands.sh >commands.txt
for made in out.flac out.wav out.svg curve.svg out.m4a space.wav scene.svg song.flac notes.svg; do test -s "$made"; done

# Makes nothing: these would run themselves.
block sh 'make demo' >make.sh
while read -r make target _; do test "$make" = make && make -C "$root" -n "$target" >/dev/null; done <make.sh

# --- Swift -------------------------------------------------------------------------------------------------

# What git knows of the working tree, changes included, as one commit with a tag. The same text gives the same commit and
# the same version, because SwiftPM remembers which commit a version was.
rm -rf AVFAudio AVFAudio.git
mkdir AVFAudio
git -C "$root" ls-files -z --cached --exclude-standard |
    tar -C "$root" --null --files-from=- --ignore-failed-read -c | tar -C AVFAudio -x
(
    export GIT_{AUTHOR,COMMITTER}_{NAME,EMAIL}=outside GIT_{AUTHOR,COMMITTER}_DATE=2000-01-01T00:00:00Z
    cd AVFAudio
    git init -q
    git add --force .
    git -c commit.gpgsign=false commit -q -m "The working tree"
    git -c tag.gpgsign=false tag "1.0.$((16#$(git rev-parse HEAD | cut -c 1-8)))"
)
git clone -q --bare AVFAudio AVFAudio.git

rm -rf package/Sources
mkdir -p package/Sources/{render,play,isolate}
{
    echo '// swift-tools-version: 6.2'
    echo 'import PackageDescription'
    echo 'let package = Package('
    echo '    name: "Outside",'
    block swift 'dependencies: [.package(url:' | sed "s|https://example.org/|file://$work/|"
    echo ')'
    # The other programs need what the first one needs.
    echo 'package.targets += ["play", "isolate"].map {'
    echo '    .executableTarget(name: $0, dependencies: package.targets[0].dependencies)'
    echo '}'
} >package/Package.swift
block swift 'enableManualRenderingMode' >package/Sources/render/main.swift
block swift 'completionCallbackType' >package/Sources/play/Play.swift
{
    echo 'import AVFAudio'
    echo 'let uri = "http://drobilla.net/plugins/mda/Ambience"'
    block swift 'loadOutOfProcess'
    echo 'guard reverb.loadError == nil, AVAudioUnit.isolation.options == .loadInProcess else { fatalError() }'
} >package/Sources/isolate/main.swift
rm -f package/Package.resolved
# Most of that is the package itself, which a whole module at a time is the quickest way to compile.
"$swift" build --package-path package --disable-index-store -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -gnone
programs=package/.build/debug
"$programs/render" "$speech" swift.wav
cmp swift.wav c.wav
"$programs/isolate"
# The speech lasts 1.4 seconds, and so must the program.
begin=$(date +%s%N)
"$programs/play" "$speech"
test $(($(date +%s%N) - begin)) -ge 1400000000

left=$(find "$blocks" -type f ! -name '*.done')
if [ -n "$left" ]; then
    echo "outside: nothing compiles or runs these blocks of the README:" >&2
    for file in $left; do echo "--- $file" >&2; cat "$file" >&2; done
    exit 1
fi
echo "outside: every block of the README works; the programs in Swift and in C write the same file"
