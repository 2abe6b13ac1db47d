#!/bin/bash
# Makes a page of what the units cost from what bench has printed for the workloads unit, channels and faint.
#
#     Benchmarks/units.sh OUTPUT REFERENCE.md
set -euo pipefail

output=${1:?usage: units.sh OUTPUT REFERENCE.md}
reference=${2:?usage: units.sh OUTPUT REFERENCE.md}

# Subtypes and the names of their units, as the reference page has them.
names() {
    awk -F "'" '/^## / { name = substr($0, 4) } /^\| component/ { print $4 "\t" name }' "$reference"
}

# The ratio of each workload's first contender to its reference, with its interval.
ratios() {
    awk -F '\t' -v kind="$1" '
        NR == FNR { name[$1] = $2; next }
        index($0, kind "-") == 1 && match($0, /ratio=[^ ]*/) {
            split(substr($1, 1, 40), words, " ")
            ratio = substr($0, RSTART + 6, RLENGTH - 6)
            sub(/\[/, " [", ratio)
            printf "| %s | %s |\n", name[substr(words[1], length(kind) + 2)], ratio
        }' <(names) "$output"
}

cat <<END
<!-- Made by \`make bench-units\`. Do not edit. -->
# What the units cost

Each unit over a minute of stereo at 48 kHz, in blocks of 512, with an engine and a player around it, on one core of this
machine: $(sed -n 's/^machine \([^(]*\)$/\1/p' "$output" | head -n 1). How that is measured, and beside which
other products, says [README.md](README.md).

| unit | times real time | share of a core in real time |
|---|---|---|
END
awk -F '\t' '
    NR == FNR { name[$1] = $2; next }
    /^unit-/ {
        split($0, words, " ")
        unit = substr(words[1], 6)
        if (!(unit in name)) { name[unit] = unit; sub(/-/, ", ", name[unit]) }
        printf "| %s | %d | %.3f %% |\n", name[unit], words[4], 100 / words[4]
    }' <(names) "$output"

cat <<'END'

## More channels

The time for stereo divided by that for mono; 2 is linear. In brackets lies the ratio with 98 % confidence.

| unit | stereo : mono |
|---|---|
END
ratios channels

cat <<'END'

## Denormal numbers

The time over noise so faint that what filters hold would be denormal, divided by that over usual noise; 1 is no
difference.

| unit | faint : usual |
|---|---|
END
ratios faint
