#!/bin/bash
# Counts the instructions of every native unit and of the engine's ways from call to sound, under callgrind,
# and compares them with a file of thresholds: a change of more than 3 % fails, with the functions that
# changed most. With --write it writes that file instead.
#
#     Benchmarks/instructions.sh PATH-OF-BENCH FILE [--write]
set -euo pipefail

bench=${1:?usage: instructions.sh PATH-OF-BENCH FILE [--write]}
file=${2:?usage: instructions.sh PATH-OF-BENCH FILE [--write]}
command -v valgrind >/dev/null || { echo "instructions: valgrind is not installed" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Valgrind cannot read the debug information that Swift writes; names of functions are apart from it.
objcopy --strip-debug "$bench" "$folder/bench"

# Hash tables in the same order each time; one profile for each piece of work.
SWIFT_DETERMINISTIC_HASHING=1 LV2_PATH=${LV2_PATH:-/usr/lib/lv2} valgrind --tool=callgrind \
    --collect-atstart=no --toggle-collect=counted_call --dump-before=counted_end \
    --compress-strings=no --compress-pos=no --callgrind-out-file="$folder/calls" \
    "$folder/bench" --count >"$folder/out" 2>"$folder/errors" ||
    { cat "$folder/out" "$folder/errors" >&2; exit 1; }
grep '^counted ' "$folder/out" >"$folder/list"

number=0
while read -r _ name _; do
    number=$((number + 1))
    [ -f "$folder/calls.$number" ] || { echo "instructions: $name was not seen" >&2; exit 1; }
    grep -E '^(fn=|calls=|[0-9])' "$folder/calls.$number" |
        "${SWIFT:-swift}" demangle --simplified >"$folder/profile.$number"
done <"$folder/list"

task=--thresholds
[ "${3:-}" != --write ] || task=--write-thresholds
"$bench" $task "$file" "$folder"
