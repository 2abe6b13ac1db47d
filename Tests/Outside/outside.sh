#!/bin/bash
# Runs the README's programs as strangers would: the Swift one in a package that depends on this one by path
# and by tag, the C one with the library's headers. All must write the same file.
# usage: outside.sh [SWIFT]
set -euo pipefail
swift=${1:-swift}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$root/build/outside
speech=/usr/share/sounds/alsa/Front_Center.wav

# The README's block of code that begins with the given lines.
code() {
    awk -v language="$1" -v first="$2" '
        $0 == "```" { inside = 0 }
        inside { print }
        before == "```" language && index($0, first) == 1 { inside = 1; print }
        { before = $0 }' "$root/README.md"
}

mkdir -p "$work"

# run NAME PLACE VERSION: builds the Swift program against that copy of the library, and runs it.
run() {
    mkdir -p "$work/$1/Sources"
    cp "$root/Tests/Outside/Package.swift" "$work/$1"
    code swift 'import AVFAudio' >"$work/$1/Sources/main.swift"
    AVFAUDIO=$2 AVFAUDIO_VERSION=$3 "$swift" build --package-path "$work/$1"
    "$work/$1/.build/debug/Outside" "$speech" "$work/$1.wav"
}

run path "$root" ''

# A version for each commit, because SwiftPM remembers what a version was.
version=0.1.$(git -C "$root" log -1 --format=%ct)
rm -rf "$work/AVFAudio.git"
git clone -q --bare "$root" "$work/AVFAudio.git"
git -C "$work/AVFAudio.git" tag "$version" HEAD
run tag "file://$work/AVFAudio.git" "$version"

"$swift" build --package-path "$root" --product avfaudio
library=$root/.build/debug
code c '#include <avfaudio.h>' >"$work/program.c"
gcc -std=c11 -Wall -Wextra -pedantic -Werror -I"$root/Include/avfaudio" "$work/program.c" -o "$work/program" \
    "$library/libavfaudio.so" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined
"$work/program" "$speech" "$work/c.wav"

cmp "$work/path.wav" "$work/tag.wav"
cmp "$work/path.wav" "$work/c.wav"
echo "outside: the README's programs build and run; by path, by tag and from C they write the same file"
