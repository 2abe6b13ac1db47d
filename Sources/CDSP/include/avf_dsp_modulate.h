// Delays, all-passes and gains that move. The same bits for any cutting and any CPU.
#ifndef AVF_DSP_MODULATE_H
#define AVF_DSP_MODULATE_H

#include "CAVFRealtime.h"
#include "avf_dsp_mix.h"
#include "avf_dsp_nonnull.h"
#include <stddef.h>

#pragma GCC visibility push(hidden)
AVF_DSP_ASSUME_NONNULL_BEGIN

/// One channel's memory of a delay that moves.
typedef struct {
    /// A power of two of samples.
    float *ring;
    /// The ring's size minus one.
    size_t mask;
    /// Where the next sample goes; grows for ever.
    size_t position;
} avf_dsp_moving_line;

/// destination = the sound `delays[k]` frames ago, the line being fed with source + feedback * destination.
///
/// Delays are at least 2 and less than the ring's size minus 2; between frames lies a polynomial of third
/// order. Source and destination may be the same block.
void avf_dsp_moving_delay(avf_dsp_moving_line *line, float *destination, const float *source,
                          const float *delays, avf_dsp_ramp feedback, size_t frameCount) AVF_REALTIME;

/// destination = center + depth * wave, held between `least` and `most`. The two may be the same block.
void avf_dsp_modulate_delay(float *destination, const float *wave, avf_dsp_ramp center, avf_dsp_ramp depth, float least,
                  float most, size_t frameCount) AVF_REALTIME;

/// destination = (tan(pi p) - 1) / (tan(pi p) + 1), p being the corner in periods a frame, held at 0.49: the
/// weight of a first-order all-pass whose phase is -90 degrees there. The two may be the same block.
void avf_dsp_all_pass_weights(float *destination, const float *corners, size_t frameCount) AVF_REALTIME;

/// All-passes in series with feedback around them.
enum { AVF_DSP_PHASER_STAGES = 12 };

/// One channel's memory of a phaser.
typedef struct {
    float states[AVF_DSP_PHASER_STAGES];
    float last;
} avf_dsp_phaser;

/// destination = source + feedback * last through `stageCount` all-passes of the frame's weight.
///
/// The two may be the same block.
void avf_dsp_phaser_run(avf_dsp_phaser *phaser, size_t stageCount, float *destination, const float *source,
                        const float *weights, avf_dsp_ramp feedback, size_t frameCount) AVF_REALTIME;

/// block = -(by how much the level in the block, in decibels, exceeds the threshold), at least -range.
void avf_dsp_excess(float *block, float threshold, float range, size_t frameCount) AVF_REALTIME;

/// destination = source + (gains - 1) * part: turns down a part of the source. All may be the same block.
void avf_dsp_duck(float *destination, const float *source, const float *part, const float *gains,
                  size_t frameCount) AVF_REALTIME;

/// A gate: what it has heard, and how far it is open.
typedef struct {
    float gain;
    /// Frames for which it stays open without need.
    uint32_t held;
    uint32_t isOpen;
} avf_dsp_gate;

/// When a gate opens and closes, and how fast.
typedef struct {
    /// Levels that open it, and below which it closes.
    float opens;
    float closes;
    uint32_t holdFrames;
    /// Gain of the closed gate.
    float floor;
    /// Shares of the way that are gone in a frame, upwards and downwards.
    float attack;
    float release;
} avf_dsp_gate_settings;

/// block = the gain for the level in the block.
void avf_dsp_gate_run(avf_dsp_gate *gate, const avf_dsp_gate_settings *settings, float *block,
                      size_t frameCount) AVF_REALTIME;

AVF_DSP_ASSUME_NONNULL_END
#pragma GCC visibility pop

#endif
