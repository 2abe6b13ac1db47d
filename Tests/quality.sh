#!/bin/sh
# Makes a page of the figures that tests have written down (Tests/TestSupport/Figure.swift): quality.sh FIGURES
set -eu
tab=$(printf '\t')

cat <<'END'
<!-- Made by `make quality` from what the tests measure. Do not edit. -->
# How good the units sound

Every figure is measured by a test that fails beyond its limit; of several measurements the worst is shown.
[REFERENCE.md](REFERENCE.md) lists the units themselves; `avf units NAME --plot picture.svg` draws what one does.

| what | measured | limit | test |
|---|---|---|---|
END
grep "^promise$tab" "$1" | awk -F '\t' '
    !($3 in worst) || $6 + 0 > worst[$3] + 0 { worst[$3] = $6; limit[$3] = $4; test[$3] = $5 }
    END { for (what in worst) printf "| %s | %s | %s | `%s` |\n", what, worst[what], limit[what], test[what] }' |
    sed 's/| -/| −/g' | sort

cat <<'END'

## Linear units

A sine of 1 kHz with half of full scale goes in; of what comes out, this is the power of everything that is not that
sine, below its own: harmonics, noise, rounding. The limit is −120 dB; storing a sine in single precision takes
about −150 dB. Compressors and the like are measured below their thresholds, modulations without depth.

| unit | distortion and noise, dB |
|---|---|
END
grep "^linear$tab" "$1" | awk -F '\t' '{ printf "| `%s` | %s |\n", $3, $4 }' | sed 's/| -/| −/' | sort

cat <<'END'

## The reverb's rooms

What Apple's numbers of presets sound like here, measured on the left side after an impulse on the left. Decays are T30
of ISO 3382, of what lies below 800 Hz and above 22.5 kHz; they may be 5 % off. Reflections are peaks within 80 ms of the
first, less than 20 dB below the highest. Dense is where echoes can no longer be told from Gaussian noise (90 % of Abel and
Huang's echo density); the same measure calls freeverb dense later than any of these.

| preset | lows stated, s | measured | highs stated, s | measured | first reflection, ms | reflections in 80 ms | dense after, ms |
|---|---|---|---|---|---|---|---|
END
grep "^rooms$tab" "$1" | sort -t "$tab" -k 2n |
    awk -F '\t' '{ printf "| %s | %s | %s | %s | %s | %s | %d | %d |\n", $3, $4, $5, $6, $7, $8, $9, $10 }'
