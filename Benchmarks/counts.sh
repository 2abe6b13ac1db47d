#!/bin/bash
# Lists what the render side calls that it must not, in 10,000 blocks of a graph with an LV2 plugin: counting of
# references, memory and locks. Callgrind sees every call in the real-time context and nothing else.
#
#     Benchmarks/counts.sh PATH-OF-BENCH
set -euo pipefail

bench=${1:?usage: counts.sh PATH-OF-BENCH}
command -v valgrind >/dev/null || { echo "counts: valgrind is not installed" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Valgrind cannot read the debug information that Swift writes; names of functions are apart from it.
objcopy --strip-debug "$bench" "$folder/bench"

LV2_PATH=${LV2_PATH:-/usr/lib/lv2} valgrind --tool=callgrind --collect-atstart=no --toggle-collect=avf_rt_enter \
    --callgrind-out-file="$folder/calls" "$folder/bench" counts >"$folder/out" 2>"$folder/errors" ||
    { cat "$folder/out" "$folder/errors" >&2; exit 1; }
grep -q '^counts  *avfaudio' "$folder/out" || { cat "$folder/out" "$folder/errors" >&2; exit 1; }
callgrind_annotate --auto=no --show-percs=no --threshold=100 "$folder/calls" >"$folder/functions"

instructions=$(sed -n 's/^ *\([0-9,]*\) .*PROGRAM TOTALS.*/\1/p' "$folder/functions" | tr -d ,)
[ "${instructions:-0}" -gt 1000000 ] || { echo "counts: the render side was not seen" >&2; exit 1; }

kinds=('swift_retain|swift_release|swift_.*[rR]etain|swift_.*[rR]elease' 'malloc|calloc|realloc|free|swift_alloc.*|swift_slow.*'
    'pthread_mutex_.*|__lll_lock.*|swift_once|sem_.*')
names=(references memory locks)
status=0
for kind in 0 1 2; do
    found=$(grep -E "[:/](_*(${kinds[$kind]}))( |\$)" "$folder/functions" || true)
    echo "${names[$kind]} $(printf '%s' "$found" | grep -c . || true)"
    [ -z "$found" ] || { printf '%s\n' "$found" >&2; status=1; }
done
echo "instructions_per_block $((instructions / 10000))"
exit $status
