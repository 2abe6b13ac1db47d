#!/bin/sh
# Checks the C library as it is shipped: what it needs, what it is called and what it exports.
# usage: check-library.sh LIBRARY
set -eu
library=$1
map=$(dirname "$0")/../../Include/avfaudio/avfaudio.map
fail() {
    echo "check-library: $*" >&2
    exit 1
}

needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
allowed='^(libc|libm|libstdc\+\+|libgcc_s|liblilv-0|libserd-0|libsord-0|libsratom-0|libasound|libsndfile|libebur128|ld-linux.*)\.so'
surplus=$(echo "$needed" | grep -Ev "$allowed" || true)
[ -z "$surplus" ] || fail "it needs" $surplus
! ldd "$library" | grep -Eq 'libswift|Foundation|dispatch|not found' || fail "it needs the Swift runtime, or something is missing"

readelf -d "$library" | grep -q 'SONAME.*\[libavfaudio\.so\.1\]' || fail "its SONAME is not libavfaudio.so.1"
! readelf -d "$library" | grep -Eq 'RPATH|RUNPATH.*/' || fail "it looks for libraries in a folder of the builder's"

expected=$(sed -n 's/^ *\(avf_[a-z_]*\);$/\1/p' "$map" | sort)
exported=$(nm -D --defined-only "$library" | awk '$2 ~ /[B-Z]/ { print $3 }' | sed 's/@.*//' | sort)
[ "$expected" = "$exported" ] || fail "it exports other symbols than avfaudio.map names"
echo "$library: $(echo "$exported" | wc -l) symbols, $(stat -c %s "$library") bytes, needs" $needed
